/**
 * What to use in place of the enum `NodeConnectionType`, which is only a type since n8n-workflow 1.83.0.
 */
export const useConnectionTypes =
  "Use `NodeConnectionTypes`, which n8n-workflow has since 1.83.0, or the text 'main': `inputs: [NodeConnectionTypes.Main]`. `NodeConnectionType` is only a type since then.";
