import { databaseAwayFigures } from './figures/database-away.ts';
import { drainFigures } from './figures/drain.ts';
import { embeddedFigures } from './figures/embedded.ts';
import { leftoverFigures } from './figures/leftovers.ts';
import { soakFigures } from './figures/soak.ts';
import { takeoverFigures } from './figures/takeover.ts';

/** One row of the table: what was to be reached and what was. */
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
  /** Its own, empty. */
  folder: string;
  signal: AbortSignal;
  tell(text: string): void;
}

/** Everything that can be measured, by the name that `--only` takes. */
export const figures = {
  soak: soakFigures,
  takeover: takeoverFigures,
  'database-away': databaseAwayFigures,
  drain: drainFigures,
  leftovers: leftoverFigures,
  embedded: embeddedFigures,
} satisfies Record<string, (measuring: Measuring) => Promise<Figure[]>>;

export const isFigure = (name: string): name is keyof typeof figures => name in figures;
