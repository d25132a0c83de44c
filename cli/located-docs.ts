/** Says of paths of the documentation, such as `docs/configuration.md`, that they are not in the project. */
export const withLocatedDocs = (text: string): string =>
  text.replace(/\bdocs\/[\w-]+\.md\b/g, (path) => `${path} (in the package verify-service)`);
