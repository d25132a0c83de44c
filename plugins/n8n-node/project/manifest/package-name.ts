/** Placeholder names of templates and guides. */
export const templateNames = /^(@[^/]+\/)?n8n-nodes-(starter|example|my-node|your-node(-name)?|node-name|template)$/;

/** Whether n8n accepts the name of a package, and it is not a placeholder. */
export const isPackageName = (name: string): boolean =>
  /^(?:@[a-z0-9][\w.-]*\/)?n8n-nodes-[a-z0-9._-]+$/.test(name) && !templateNames.test(name);
