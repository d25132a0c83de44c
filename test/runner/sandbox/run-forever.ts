import { chooseIsolation, type Isolation } from '../../../runner/sandbox/isolation.ts';

// A process of its own, to be killed while it has a child: node run-forever.ts <isolation> <project>
const prefer: Isolation['name'] = process.argv[2] === 'bubblewrap' ? 'bubblewrap' : 'permission-model';
const isolation = await chooseIsolation({ prefer });
// The child that tries the isolation is gone; the next one is the one to look for.
console.log('chosen');
await isolation.sandbox({ folder: process.argv[3] ?? '' }).run({
  program: new URL('./endless-program.ts', import.meta.url),
  input: { children: 0 },
  profile: 'untrusted',
  timeout: 60,
});
