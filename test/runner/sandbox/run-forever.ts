import { chooseIsolation, type Isolation } from '../../../runner/sandbox/isolation.ts';

// A process of its own, to be killed while it has a child: node run-forever.ts <isolation, or lasting> <project>
const asked = process.argv[2];
const prefer: Isolation['name'] = asked === 'permission-model' ? asked : 'bubblewrap';
const isolation = await chooseIsolation({ prefer, thorough: asked === 'lasting' });
// The child that tries the isolation is gone; the next one is the one to look for.
console.log('chosen');
await isolation.sandbox({ folder: process.argv[3] ?? '' }).run({
  program: new URL('./endless-program.js', import.meta.url),
  input: { children: 0 },
  profile: 'untrusted',
  timeout: 60,
});
