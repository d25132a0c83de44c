// @ts-check
import { defineCheck } from 'verify-service';
import { docs, isMapping, readAction } from '../action.js';

export const metadataCheck = defineCheck({
  name: 'metadata',
  title: 'Metadata of the action',
  docs,
  modes: ['project'],
  rules: [
    {
      code: 'action-missing',
      title: 'action.yml is missing',
      severity: 'error',
      why: 'Workflows that use the action fail, because the runner cannot find it.',
      fix: 'Add an action.yml to the root of the repository.',
      bad: 'README.md\ndist/index.js',
      good: 'README.md\naction.yml\ndist/index.js',
      docs,
    },
    {
      code: 'action-unreadable',
      title: 'action.yml is not valid YAML',
      severity: 'error',
      why: 'Workflows that use the action fail before their first step.',
      fix: 'Fix the syntax error at the reported location.',
      bad: 'name: Greet: the world',
      good: "name: 'Greet: the world'",
      docs,
    },
    {
      code: 'action-field-missing',
      title: 'A required field is missing',
      severity: 'error',
      why: 'Without runs the action does nothing; without name and description it cannot be published in the marketplace.',
      fix: 'Add name, description and runs.',
      bad: 'name: Greet\nruns:\n  using: node24\n  main: dist/index.js',
      good: 'name: Greet\ndescription: Says hello\nruns:\n  using: node24\n  main: dist/index.js',
      docs,
    },
    {
      code: 'action-input-undescribed',
      title: 'An input has no description',
      severity: 'error',
      why: 'The description is required; it is the only documentation that users see.',
      fix: 'Describe the input in one sentence.',
      bad: 'inputs:\n  who:\n    default: world',
      good: 'inputs:\n  who:\n    description: Whom to greet\n    default: world',
      docs: `${docs}#inputsinput_iddescription`,
    },
  ],
  async *run({ service }) {
    const read = await service(readAction);
    if (!read) {
      yield { code: 'action-missing', message: 'action.yml is missing' };
      return;
    }
    if ('error' in read) {
      yield { code: 'action-unreadable', message: `Cannot parse the action: ${read.error}`, ...read.location };
      return;
    }
    const { fields, at } = read.action;
    for (const field of ['name', 'description']) {
      if (isText(fields[field])) continue;
      yield { code: 'action-field-missing', message: `The action has no ${field}`, ...at([field]) };
    }
    if (!isMapping(fields['runs'])) {
      yield { code: 'action-field-missing', message: 'The action has no runs', ...at(['runs']) };
    }
    const inputs = isMapping(fields['inputs']) ? fields['inputs'] : {};
    for (const [name, input] of Object.entries(inputs)) {
      if (isMapping(input) && isText(input['description'])) continue;
      const message = `The input "${name}" has no description`;
      yield { code: 'action-input-undescribed', message, ...at(['inputs', name]) };
    }
  },
});

/** @param {unknown} value */
const isText = (value) => typeof value === 'string' && value.trim() !== '';
