const none: readonly unknown[] = [];
/**
 * Values of options that TypeScript 6 reports as an error unless `ignoreDeprecations` is "6.0", and TypeScript 7 always; with
 * no list, all values.
 * https://github.com/microsoft/TypeScript/blob/v6.0.3/src/compiler/program.ts (verifyDeprecatedCompilerOptions)
 */
const deprecated: Readonly<Record<string, readonly unknown[]>> = {
  allowSyntheticDefaultImports: [false],
  alwaysStrict: [false],
  baseUrl: none,
  downlevelIteration: none,
  esModuleInterop: [false],
  module: ['none', 'amd', 'umd', 'system'],
  moduleResolution: ['node', 'node10', 'classic'],
  outFile: none,
  target: ['es5'],
};

/** An option that makes tsc fail, and the first version that does. */
interface DeprecatedOption {
  option: string;
  /** As it is told: `"target": "es5"`. */
  shown: string;
  since: '6.0.0' | '7.0.0';
}

/** The options that TypeScript 6 or 7 reports. */
export function deprecatedOptions(compilerOptions: Readonly<Record<string, unknown>>): DeprecatedOption[] {
  const since = compilerOptions['ignoreDeprecations'] === '6.0' ? '7.0.0' : '6.0.0';
  return Object.entries(deprecated).flatMap(([option, values]) => {
    const value = compilerOptions[option];
    // null unsets an inherited option.
    if (value === undefined || value === null) return [];
    const isListed = values === none || values.includes(typeof value === 'string' ? value.toLowerCase() : value);
    const shown = values === none ? `"${option}"` : `"${option}": ${JSON.stringify(value)}`;
    return isListed ? [{ option, shown, since }] : [];
  });
}
