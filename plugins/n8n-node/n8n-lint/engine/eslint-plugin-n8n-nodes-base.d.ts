/** The part that is used here; the package has no types. */
declare module 'eslint-plugin-n8n-nodes-base' {
  import type { ESLint } from 'eslint';

  const plugin: { rules: ESLint.Plugin['rules'] };
  export default plugin;
}
