import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../runner/temporary-folder.ts';

/** A process that makes two temporary folders, says where they are, and never ends. */
const folders = [
  await makeTemporaryFolder({ prefix: 'service' }),
  await makeTemporaryFolder({ prefix: 'service-sandbox' }),
];
for (const { path } of folders) await writeFile(join(path, 'file'), 'content');
console.log(JSON.stringify(folders.map(({ path }) => path)));
setInterval(() => {}, 60_000);
