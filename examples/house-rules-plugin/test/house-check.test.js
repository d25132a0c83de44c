// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tryCheck } from 'verify-service';
import { houseCheck } from '../house-check.js';

test('a package of somebody else is found by its name', async () => {
  const manifest = '{\n  "name": "n8n-nodes-invoices",\n  "bugs": "https://support.acme.example/invoices"\n}\n';
  const findings = await tryCheck(houseCheck, { 'package.json': manifest });
  assert.deepEqual(
    findings.map(({ code, line }) => [code, line]),
    [['acme-scope', 2]],
  );
});
