import { parse } from 'semver';
import type { Service, ServiceContext } from '../../../kernel/check.ts';
import { projectInput } from './compile-input.ts';
import type { CompileOutput, Diagnostic } from './compile-output.ts';
import { type LaidTypes, laidTypes, layTypes } from './laid-types.ts';
import { typeCheck } from './type-check.ts';

const host = 'n8n-workflow';
const timeoutSeconds = 40;
/** Releases on each side that are tried. */
const maxTries = 3;

/** A project compiled with a release of n8n-workflow. */
interface CompiledWith {
  release: string;
  laid: LaidTypes;
  output: CompileOutput;
}

/** A project compiled with the releases before and after the one in its lock file, which is not in the registry. */
interface CompiledAround {
  below: CompiledWith;
  above: CompiledWith;
  /** What both compile to, if it is the same: then what is in between does not matter to it. */
  same: { laid: LaidTypes; output: CompileOutput } | undefined;
}

/** Undefined if the version in the lock file can be fetched, or there are no such releases. */
export const compiledAround: Service<CompiledAround | undefined> = {
  name: 'project compiled with the releases of n8n-workflow around its own',
  async create(context) {
    const own = await context.service(laidTypes);
    const input = await context.service(projectInput);
    const version = unpublishedHost(own);
    const wanted = parse(version);
    if (version === undefined || !wanted || !input) return undefined;
    const { major, minor } = wanted;
    const before = await releaseIn(context, `>=${major}.0.0 <${version}`, (found) => `>=${major}.0.0 <${found}`);
    const next = `>${version} <${major}.${minor + 2}.0`;
    const after = before && (await releaseIn(context, next, () => `>${version} <${major + 1}.0.0`));
    if (!before || !after) return undefined;
    const compileWith = async (laid: LaidTypes): Promise<CompiledWith | undefined> => {
      const release = laid.versions[host] ?? '';
      const output = await typeCheck(context, { ...input, laid }, timeoutSeconds, `around ${release}`);
      return output.failure === undefined ? { release, laid, output } : undefined;
    };
    const [below, above] = await Promise.all([compileWith(before), compileWith(after)]);
    return below && above && { below, above, same: sameOutput(below, above) };
  },
};

function sameOutput(below: CompiledWith, above: CompiledWith): CompiledAround['same'] {
  const [{ files, ...output }, other] = [below.output, above.output];
  const names = Object.keys(files);
  const isSame =
    names.length === Object.keys(other.files).length && names.every((name) => files[name] === other.files[name]);
  if (!isSame || names.length === 0) return undefined;
  const placeOf = ({ file, line, column, code }: Diagnostic) => `${file}:${line}:${column}:${code}`;
  const others = new Set(other.diagnostics.map(placeOf));
  const diagnostics = output.diagnostics.filter((one) => others.has(placeOf(one)));
  return { laid: below.laid, output: { ...output, files, diagnostics } };
}

/** The version of n8n-workflow in the lock file, if its types, or some that they import, are not in the registry. */
function unpublishedHost({ missing, versions }: LaidTypes): string | undefined {
  const lacking = missing.filter(({ kind, neededBy }) => kind === 'refused' && neededBy.includes(host));
  if (lacking.length === 0) return undefined;
  return lacking.find(({ name }) => name === host)?.version ?? versions[host];
}

/** The types of the highest release in a range, or in the next one, with all that they import. */
async function releaseIn(
  context: ServiceContext,
  first: string,
  next: (found: string | undefined) => string,
): Promise<LaidTypes | undefined> {
  const tried = new Set<string>();
  for (let range = first; tried.size < maxTries && !tried.has(range); ) {
    tried.add(range);
    const laid = await layTypes(context, { host: range, whole: true });
    const found = laid.versions[host];
    if (found !== undefined && unpublishedHost(laid) === undefined) return laid;
    range = next(found);
  }
  return undefined;
}
