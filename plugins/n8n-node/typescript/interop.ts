/**
 * What `esModuleInterop: false` would have compiled to. TypeScript 7 has no such option any more and always goes
 * through its two helpers; here they hand on the module as it is, as `require` gave it. The text keeps its lines, and
 * its columns outside the helpers.
 */
export function withoutInterop(compiled: string): string {
  return compiled.replace(
    /^var (__importDefault|__importStar) = \(this && this\.\1\) \|\| /gm,
    (helper) => `${helper}((module) => module) || `,
  );
}
