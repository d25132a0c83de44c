/**
 * Compiled code as with `esModuleInterop: false`, which TypeScript 7 does not support: it always uses its two helpers. Here
 * they return the module as it is. Lines do not change, nor do columns outside of the helpers.
 */
export function withoutInterop(compiled: string): string {
  return compiled.replace(
    /^var (__importDefault|__importStar) = \(this && this\.\1\) \|\| /gm,
    (helper) => `${helper}((module) => module) || `,
  );
}
