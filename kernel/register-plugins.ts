import type { Check } from './check.ts';
import { reasonOf, ServiceError, serviceError } from './errors.ts';
import type { Kernel, Plugin, ProjectType } from './plugin.ts';
import { validateCheck } from './validate-plugin.ts';

/**
 * Registers valid plugins and calls the `apply` of each, in order.
 * @param projectTypes project types of the kernel, to fill
 * @throws {ServiceError} PLUGIN_*, naming the plugin
 */
export function registerPlugins(
  plugins: readonly Plugin[],
  kernel: Kernel,
  projectTypes: Map<string, ProjectType>,
): void {
  rejectDuplicateNames(plugins);
  const typeOwners = ownersOfTypes(plugins);
  const checkOwners = new CheckOwners(kernel, [...typeOwners.keys()], declaredChecks(plugins));
  for (const plugin of plugins) {
    for (const projectType of plugin.projectTypes ?? []) {
      projectTypes.set(projectType.name, projectType);
      tapProjectType(plugin.name, projectType, kernel);
    }
    for (const [type, added] of Object.entries(plugin.checks ?? {})) {
      if (!typeOwners.has(type)) {
        const reason = `adds checks to "${type}", which no plugin declares as a project type`;
        throw serviceError('PLUGIN_INVALID', { plugin: plugin.name, reason });
      }
      kernel.hooks.checks.for(type).tap(plugin.name, (checks) => [...checks, ...added]);
    }
    apply(plugin, kernel);
    checkOwners.admit(plugin);
  }
  checkOwners.rejectUnmetNeeds();
}

function rejectDuplicateNames(plugins: readonly Plugin[]): void {
  const names = new Set<string>();
  for (const { name } of plugins) {
    if (names.has(name)) throw serviceError('PLUGIN_DUPLICATE', { plugin: name });
    names.add(name);
  }
  for (const { name, requires = [] } of plugins) {
    for (const needed of requires) {
      if (!names.has(needed)) throw serviceError('PLUGIN_MISSING', { plugin: name, needed });
    }
  }
}

/** Returns the plugin of each project type. */
function ownersOfTypes(plugins: readonly Plugin[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const plugin of plugins) {
    for (const { name: type } of plugin.projectTypes ?? []) {
      const owner = owners.get(type);
      if (owner) throw serviceError('PLUGIN_DUPLICATE_PROJECT_TYPE', { plugin: plugin.name, type, owner });
      owners.set(type, plugin.name);
    }
  }
  return owners;
}

/** Returns the checks that plugins declare, which are validated; checks from taps are not. */
export function declaredChecks(plugins: readonly Plugin[]): ReadonlySet<Check> {
  return new Set(
    plugins.flatMap(({ projectTypes = [], checks = {} }) => [
      ...projectTypes.flatMap((type) => type.checks ?? []),
      ...Object.values(checks).flat(),
    ]),
  );
}

/** Taps with an early stage, so that declared checks come before added ones in any order of registration. */
function tapProjectType(owner: string, projectType: ProjectType, { hooks }: Kernel): void {
  const { name, include = [], checks = [] } = projectType;
  const first = { name: owner, stage: -1 };
  hooks.include.for(name).tap(first, (paths) => [...include, ...paths]);
  hooks.checks.for(name).tap(first, (added) => [...checks, ...added]);
  if (projectType.detect) {
    hooks.detect.tap(owner, (manifest) => (projectType.detect?.(manifest) ? name : undefined));
  }
}

function apply(plugin: Plugin, kernel: Kernel): void {
  try {
    plugin.apply?.(kernel);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw serviceError('PLUGIN_FAILED', { plugin: plugin.name, reason: reasonOf(error) }, { cause: error });
  }
}

/** Tracks which plugin added which check, including checks added in `apply`. */
class CheckOwners {
  readonly #kernel: Kernel;
  readonly #types: readonly string[];
  readonly #validated: ReadonlySet<unknown>;
  /** By project type, then by check. */
  readonly #owners = new Map<string, Map<string, string>>();

  constructor(kernel: Kernel, types: readonly string[], validated: ReadonlySet<unknown>) {
    this.#kernel = kernel;
    this.#types = types;
    this.#validated = validated;
  }

  /** Records the checks that a plugin added, and rejects duplicates. */
  admit(plugin: Plugin): void {
    const codes = new Map<string, string>();
    for (const type of this.#types) {
      const before = this.#owners.get(type);
      const now = new Map<string, string>();
      for (const check of this.#checks(type, plugin)) {
        if (!before?.has(check.name) && !this.#validated.has(check)) validateCheck(check, plugin.name);
        const owner = now.get(check.name);
        if (owner) {
          throw serviceError('PLUGIN_DUPLICATE_CHECK', { plugin: plugin.name, type, check: check.name, owner });
        }
        now.set(check.name, before?.get(check.name) ?? plugin.name);
        for (const { code } of check.rules) {
          const owner = codes.get(code);
          if (owner) throw serviceError('PLUGIN_DUPLICATE_RULE', { plugin: plugin.name, code, check: owner });
          codes.set(code, check.name);
        }
      }
      this.#owners.set(type, now);
    }
  }

  /** Called after all plugins are registered: a check that needs a missing check would never run. */
  rejectUnmetNeeds(): void {
    for (const type of this.#types) {
      const checks = new Map(this.#kernel.checks(type).map((check) => [check.name, check]));
      for (const check of checks.values()) {
        const error = needsError(check, checks);
        if (!error) continue;
        const plugin = this.#owners.get(type)?.get(check.name) ?? type;
        throw serviceError('PLUGIN_INVALID', { plugin, reason: `check "${check.name}" of "${type}" ${error}` });
      }
    }
  }

  #checks(type: string, plugin: Plugin): readonly Check[] {
    try {
      const checks: unknown = this.#kernel.checks(type);
      if (!Array.isArray(checks)) throw new Error(`its tap of the "checks" hook of "${type}" did not return an array`);
      return checks;
    } catch (error) {
      throw serviceError('PLUGIN_FAILED', { plugin: plugin.name, reason: reasonOf(error) }, { cause: error });
    }
  }
}

function needsError(check: Check, checks: ReadonlyMap<string, Check>): string | undefined {
  const visited = new Set<string>();
  const open = [...(check.needs ?? [])];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === check.name) return 'needs itself, directly or through others';
    const needed = checks.get(name);
    if (!needed) return `needs "${name}", which is not a check of this project type`;
    if (visited.has(name)) continue;
    visited.add(name);
    open.push(...(needed.needs ?? []));
  }
  return undefined;
}
