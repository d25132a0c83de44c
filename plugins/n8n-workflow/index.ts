import { definePlugin, defineProjectType } from '../../kernel/plugin.ts';

/** Named by SPEC 2.3 and not supported yet: its runs are rejected with NOT_IMPLEMENTED. */
export const n8nWorkflowPlugin = definePlugin({
  name: 'n8n-workflow',
  projectTypes: [
    defineProjectType({
      name: 'n8n-workflow',
      title: 'n8n workflow',
      reserved: 'the project type n8n-workflow is not supported yet',
    }),
  ],
});
