import { databaseAwayFigures } from './figures/database-away.ts';
import { drainFigures } from './figures/drain.ts';
import { embeddedFigures } from './figures/embedded.ts';
import { leftoverFigures } from './figures/leftovers.ts';
import { soakFigures } from './figures/soak.ts';
import { takeoverFigures } from './figures/takeover.ts';

/** A row of the table. */
export interface Figure {
  what: string;
  goal: string;
  measured: string;
  met: boolean;
}

export interface Measuring {
  seed: number;
  runs: number;
  faults: number;
  /** An empty folder. */
  folder: string;
  signal: AbortSignal;
  log(text: string): void;
}

/** The parts, by their name for `--only`. */
export const figures = {
  soak: soakFigures,
  takeover: takeoverFigures,
  'database-away': databaseAwayFigures,
  drain: drainFigures,
  leftovers: leftoverFigures,
  embedded: embeddedFigures,
} satisfies Record<string, (measuring: Measuring) => Promise<Figure[]>>;

export const isFigure = (name: string): name is keyof typeof figures => name in figures;
