/** The part of the package that is used; it brings no types of its own. */
declare module 'eslint-plugin-n8n-nodes-base' {
  import type { ESLint } from 'eslint';

  const plugin: { rules: ESLint.Plugin['rules'] };
  export default plugin;
}
