import { parentPort, workerData } from 'node:worker_threads';
import { Value } from 'typebox/value';
import { LoadClient } from './client.ts';
import { type Watched, Watching } from './watching-shapes.ts';

// On a separate thread, so that the streams do not delay other measurements.
const { urls, runId, key, watchers } = Value.Parse(Watching, workerData);
const client = new LoadClient([key]);
let open = 0;
let allOpen = Number.POSITIVE_INFINITY;
const onOpen = () => {
  open += 1;
  if (open === watchers) allOpen = Date.now();
};
const logs = await Promise.all(
  Array.from({ length: watchers }, (_, index) => client.watch(urls[index % urls.length] ?? '', { runId, key }, onOpen)),
);
client.close();
const delays = logs.flatMap((lines) => lines.filter(({ written }) => written > allOpen).map(({ delay }) => delay));
const watched: Watched = { lines: logs.reduce((sum, lines) => sum + lines.length, 0), delays };
parentPort?.postMessage(watched);
