// @ts-check
import { defineCheck } from 'service';
import { docs, isMapping, readAction } from '../action.js';

export const metadataCheck = defineCheck({
  name: 'metadata',
  title: 'The action says what it is',
  docs,
  modes: ['project'],
  rules: [
    {
      code: 'action-missing',
      title: 'There is no action.yml',
      severity: 'error',
      why: 'A workflow that uses the repository fails: the runner finds no action in it.',
      fix: 'Write an action.yml at the root of the repository.',
      bad: 'README.md\ndist/index.js',
      good: 'README.md\naction.yml\ndist/index.js',
      docs,
    },
    {
      code: 'action-unreadable',
      title: 'action.yml is no YAML that a runner can read',
      severity: 'error',
      why: 'A workflow that uses the action fails before its first step.',
      fix: 'Correct the file where the message points to.',
      bad: 'name: Greet: the world',
      good: "name: 'Greet: the world'",
      docs,
    },
    {
      code: 'action-field-missing',
      title: 'A field that every action needs is missing',
      severity: 'error',
      why: 'Without runs there is nothing to do, without name and description nothing to publish in the marketplace.',
      fix: 'Give the action a name, a description and runs.',
      bad: 'name: Greet\nruns:\n  using: node24\n  main: dist/index.js',
      good: 'name: Greet\ndescription: Says hello\nruns:\n  using: node24\n  main: dist/index.js',
      docs,
    },
    {
      code: 'action-input-undescribed',
      title: 'An input has no description',
      severity: 'error',
      why: 'The description is required, and all that users of the action see of an input.',
      fix: 'Say in a sentence what the input is for.',
      bad: 'inputs:\n  who:\n    default: world',
      good: 'inputs:\n  who:\n    description: Whom to greet\n    default: world',
      docs: `${docs}#inputsinput_iddescription`,
    },
  ],
  async *run({ service }) {
    const read = await service(readAction);
    if (!read) {
      yield { code: 'action-missing', message: 'There is neither an action.yml nor an action.yaml' };
      return;
    }
    if ('fault' in read) {
      yield { code: 'action-unreadable', message: `The action can't be read: ${read.fault}`, ...read.place };
      return;
    }
    const { fields, at } = read.action;
    for (const field of ['name', 'description']) {
      if (isText(fields[field])) continue;
      yield { code: 'action-field-missing', message: `The action has no ${field}`, ...at([field]) };
    }
    if (!isMapping(fields['runs'])) {
      yield { code: 'action-field-missing', message: 'The action does not say what it runs', ...at(['runs']) };
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
