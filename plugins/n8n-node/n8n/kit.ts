import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { SkippedCheck } from '../../../kernel/check.ts';
import type { KitSource, Kits } from '../../../kernel/kits.ts';
import { notInstalled } from './not-installed.ts';
import { type Release, releaseOf } from './release.ts';
import { releaseNamed, rulesetKit } from './shipped-kits.ts';

/** The packages of a release of n8n that are needed to judge packages, installed in a separate folder. */
export interface Kit extends Release {
  /** Absolute; it has `node_modules`. For `SandboxJob.kit`. */
  folder: string;
}

const currentSource = (kits: Kits): KitSource => kits.wanted[0] ?? rulesetKit;

/** n8n and its own nodes: thousands of packages, which some packages name as dependencies without need. */
export const ofN8nItself: ReadonlySet<string> = new Set(['n8n', 'n8n-nodes-base', '@n8n/n8n-nodes-langchain']);

/** The kit of the release that packages are judged by. @throws {SkippedCheck} if it is not installed */
export const currentKit = (kits: Kits): Kit => kitFor(kits, currentSource(kits));

/** What is known of that release, whether it is installed or not. */
export const currentRelease = (kits: Kits): Release => releaseOf(currentSource(kits));

/** The kit with n8n's lint rules: that of the ruleset, for any release. */
export const lintKit = (kits: Kits): KitSource => kits.ruleset ?? rulesetKit;

/** Finds a kit. @throws {SkippedCheck} if it is not installed */
export function kitFor(kits: Kits, source: KitSource): Kit {
  const release = releaseOf(source);
  const folder = kits.find(source);
  if (folder !== undefined) return { ...release, folder };
  throw new SkippedCheck(notInstalled(releaseNamed(source)));
}

/** Whether a kit has a package in a version of a range. @param folder of the kit, as this process sees it */
export function isInKit(folder: string, name: string, range: string): boolean {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    return satisfies(version, range);
  } catch {
    return false;
  }
}
