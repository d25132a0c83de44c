import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { isolations, note } from '../runner/sandbox/isolations.ts';

/**
 * For `npm run test:safety`: how many cases there are, how many hold, under which isolation they ran, and by name what is
 * not held or could not be run.
 */
export default class CaseReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const cases = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = cases.filter((one) => one.result().state === 'failed');
    const notHeld = cases.filter(({ name }) => /^NOT (?:HELD|RUN)/.test(name));
    const passed = cases.filter((one) => one.result().state === 'passed' && !notHeld.includes(one));
    const broken = modules.filter((module) => module.errors().length > 0);

    for (const one of failed) {
      console.log(`FAILED ${one.fullName}`);
      const { errors = [] } = one.result();
      for (const { message } of errors) console.log(`  ${message.slice(0, 2_000)}`);
    }
    for (const module of broken) {
      console.log(`FAILED ${module.relativeModuleId}`);
      for (const { message } of module.errors()) console.log(`  ${message.slice(0, 2_000)}`);
    }
    for (const module of modules) console.log(`${counted(module)}  ${module.relativeModuleId}`);
    console.log(`Isolation: ${isolations.map(({ name }) => name).join(', ')}${note === undefined ? '' : ` (${note})`}`);
    console.log(
      `Cases: ${cases.length}, held: ${passed.length}, failed: ${failed.length}, not held: ${notHeld.length}`,
    );
    for (const { name, parent } of notHeld) console.log(`  ${placeOf(parent)}${name}`);
  }
}

function counted(module: TestModule): string {
  const cases = [...module.children.allTests()];
  const passed = cases.filter((one) => one.result().state === 'passed').length;
  return `${passed}/${cases.length}`.padStart(9);
}

function placeOf(parent: TestCase['parent']): string {
  return parent.type === 'suite' ? `${parent.fullName}: ` : '';
}
