import { kitsOf } from '../../judge/n8n-releases.ts';
import { usageError } from '../../kernel/errors.ts';
import { didYouMean } from '../../kernel/suggestion.ts';
import { shippedKits } from '../../plugins/n8n-node/n8n/shipped-kits.ts';
import { installedKits, listKits, removeKits } from '../../runner/kits/installed-kits.ts';
import type { CommandModule } from '../command.ts';
import { provideKits } from '../provide-kits.ts';
import { ProgressLine } from '../render/progress-line.ts';

const prefix = 'n8n-';

/** `service n8n install [version]`: installs what checks need of n8n, and repairs what was changed. */
export const install: CommandModule = {
  async run({ args, terminal, interruption }) {
    const [version] = args.positionals;
    const { signal } = interruption;
    const options = { offline: false, log: (line: string) => terminal.err(line) };
    const kits = version === undefined ? shippedKits : await kitsOf([version], options);
    {
      using line = new ProgressLine(terminal);
      await provideKits(kits, { ...options, thorough: true, signal, progress: (done) => line.update(done) });
    }
    for (const kit of kits) terminal.out(`${kit.name}  ${installedKits().find(kit)}`);
    return 0;
  },
};

/** `service n8n list`: lists the installed releases. */
export const list: CommandModule = {
  async run({ args, terminal }) {
    const kits = (await listKits(process.env)).map(({ name, folder, bytes, time }) => ({
      n8n: name.slice(prefix.length),
      megabytes: Math.round(bytes / 2 ** 20),
      installed: time.toISOString(),
      folder,
    }));
    if (args.flag('--json')) terminal.document(`${JSON.stringify(kits, null, 2)}\n`);
    else if (kits.length === 0) terminal.out('No n8n is installed; `service n8n install` installs it');
    else
      for (const { n8n, megabytes, folder } of kits)
        terminal.out(`${n8n.padEnd(12)} ${String(megabytes).padStart(4)} MB  ${folder}`);
    return 0;
  },
};

/** `service n8n remove <version>`: removes a release. */
export const remove: CommandModule = {
  async run({ args, terminal }) {
    const version = args.positionals[0] ?? '';
    if ((await removeKits(prefix + version, process.env)) === 0) {
      const known = (await listKits(process.env)).map(({ name }) => name.slice(prefix.length));
      throw usageError(`n8n ${version} is not installed${didYouMean(version, known)}`);
    }
    terminal.out(`Removed n8n ${version}`);
    return 0;
  },
};
