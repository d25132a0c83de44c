/** Placeholder names of templates and guides. */
export const templateNames = /^(@[^/]+\/)?n8n-nodes-(starter|example|my-node|your-node(-name)?|node-name|template)$/;

/** Whether n8n accepts the name of a package, and it is not a placeholder. */
export const isPackageName = (name: string): boolean =>
  /^(?:@[a-z0-9][\w.-]*\/)?n8n-nodes-[a-z0-9._-]+$/.test(name) && !templateNames.test(name);

/** Whether a package is a template for others, which keeps its example on purpose; not one whose name is still to be set. */
export const isTemplate = (name: unknown): boolean =>
  typeof name === 'string' &&
  /(?:^|[-_/])(?:starter|template|boilerplate|example)s?(?:[-_]|$)/.test(name) &&
  !templateNames.test(name);
