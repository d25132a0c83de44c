import { join } from 'node:path';
import { generateProject, type ShapeName, shapes } from '../generate-project.ts';
import { median } from '../measure/pairs.ts';
import type { Bench, Row } from '../measure/row.ts';
import { servedCloud } from '../measure/served-cloud.ts';

const shape: ShapeName = '70-files';
const what = `a warm cloud, ${shape.replace('-', ' ')}, all checks`;
/** Runs before and during the measurement. */
const warmUp = 12;
const timed = 24;
/** Different projects, used in turn, so that caching does not help. */
const projects = 8;

/** Runs per second, with one run per core. */
const rate: Row = {
  name: 'cloud-rate',
  what: `${what}: two concurrent runs`,
  async measure(bench) {
    await using cloud = await warmCloud(bench);
    const start = performance.now();
    await Promise.all([cloud.verify(timed / 2), cloud.verify(timed / 2)]);
    const rate = (timed * 1000) / (performance.now() - start);
    return { ours: {}, figure: `${rate.toFixed(1)} runs/s`, bound: '≥ 2 runs/s', met: rate >= 2 };
  },
};

/** From the creation of a run to its result. */
const latency: Row = {
  name: 'cloud-latency',
  what: `${what}: creation to result, one run at a time`,
  async measure(bench) {
    await using cloud = await warmCloud(bench);
    const wall = median(await cloud.verify(timed));
    return { ours: { wall }, figure: `${(wall / 1000).toFixed(2)} s`, bound: 'p50 ≤ 1 s', met: wall <= 1000 };
  },
};

export default [rate, latency];

/** Starts a cloud and warms it up. `verify` runs sequentially and returns milliseconds for each run. */
async function warmCloud(bench: Bench) {
  const cloud = await servedCloud(join(await bench.folder(), 'data'), { workers: 2 });
  const runs = `${cloud.url}/api/cli/v1/verify/runs`;
  const headers = { authorization: `Bearer ${cloud.key}`, 'content-type': 'application/json' };
  const bodies = Array.from({ length: projects }, (_, index) => {
    const files = generateProject({ ...shapes[shape], seed: index + 1 });
    const listed = [...files].map(([path, content]) => ({ path, content }));
    return JSON.stringify({ projectType: 'n8n-node', packageName: 'n8n-nodes-generated', files: listed });
  });
  let sent = 0;

  async function verifyOne(): Promise<number> {
    const body = bodies[sent++ % projects];
    let record = await answer(await fetch(runs, { method: 'POST', headers, body }));
    while (record['finishedAt'] === undefined)
      record = await answer(await fetch(`${runs}/${record['runId']}?wait=30`, { headers }));
    // The generated projects have findings.
    if (record['status'] !== 'failed') throw new Error(`a run ended with status ${record['status']}`);
    return Date.parse(String(record['finishedAt'])) - Date.parse(String(record['createdAt']));
  }

  async function verify(count: number): Promise<number[]> {
    const times = [];
    for (let run = 0; run < count; run += 1) times.push(await verifyOne());
    return times;
  }

  await Promise.all([verify(warmUp / 2), verify(warmUp / 2)]);
  return { verify, [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose]() };
}

async function answer(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text);
}
