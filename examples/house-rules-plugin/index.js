// @ts-check
import { definePlugin } from 'verify-service';
import { houseCheck } from './house-check.js';

/** Adds a check to a project type of another plugin. */
export default definePlugin({
  name: 'acme-house-rules',
  requires: ['n8n-node'],
  checks: { 'n8n-node': [houseCheck] },
});
