/** Names that templates and guides give to a package that has none yet. */
export const templateNames = /^(@[^/]+\/)?n8n-nodes-(starter|example|my-node|your-node(-name)?|node-name|template)$/;

/** Whether a package has a name that n8n takes, and that is its own. */
export const isPackageName = (name: string): boolean =>
  /^(?:@[a-z0-9][\w.-]*\/)?n8n-nodes-[a-z0-9._-]+$/.test(name) && !templateNames.test(name);
