// @ts-check
import { definePlugin, defineProjectType } from 'verify-service';
import { metadataCheck } from './checks/metadata.js';
import { runtimeCheck } from './checks/runtime.js';
import { stepsCheck } from './checks/steps.js';

export default definePlugin({
  name: 'github-action',
  projectTypes: [
    defineProjectType({
      name: 'github-action',
      title: 'GitHub Action',
      detect: ({ keywords }) => Array.isArray(keywords) && keywords.includes('github-action'),
      // A runner checks out the whole repository, including the committed bundle.
      include: ['.', 'dist/'],
      checks: [metadataCheck, runtimeCheck, stepsCheck],
    }),
  ],
});
