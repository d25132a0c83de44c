import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToUnicode } from 'node:url';
import type { CheckContext } from '../../../../kernel/index.ts';
import { type RunOperation, withVariants } from '../../behaviour/run-package.ts';
import { sourceFacts } from '../../model/sources/source-facts-service.ts';
import { disclosureOf } from '../../shared-rules/disclosure.ts';

/** What is known of the hosts that requests were sent to. */
export interface RequestHosts {
  /** Whether no file of the package or of its dependencies holds the name of its domain. */
  isUnnamed(host: string): boolean;
  /** Whether it is the host of a credential, or of a service that the package says to be for. */
  isOwn(host: string): boolean;
}

/** Hosts with values of parameters, credentials or answers in them, and those that credentials are filled in with. */
const filledIn =
  /[em]k\d+p\d|sk\d+f\d|88\d{5}88|(^|\.)(v\d|name\d|completed|somebody\d*|someone|undefined|null)(\.|$)|(^|\.)(credential|login|files|mail|n8n)\.example$|^www\.zohoapis\.com$/;

export const hostOf = (url: string): string => new URL(url).hostname;

/** The first folder of a URL: that of an API on a host that has other things, too. */
export const rootOf = (url: string): string | undefined => /^\/([a-z][\w-]*)\/./i.exec(new URL(url).pathname)?.[1];

/** @param packages folder of the dependencies of the package; undefined if there is none */
export async function requestHosts(
  { files, manifest, service }: Pick<CheckContext, 'files' | 'manifest' | 'service'>,
  operations: readonly RunOperation[],
  packages: string | undefined,
): Promise<RequestHosts> {
  const own = async function* () {
    for (const path of [...files.list(), ...files.listAbove()]) yield await files.read(path).catch(() => '');
  };
  const requests = withVariants(operations).flatMap(({ trace }) => trace.runs.flatMap((run) => run.requests));
  const hosts = requests.map(({ url }) => hostOf(url)).filter((host) => !filledIn.test(host));
  const unwritten = await notIn(own(), new Map(hosts.map((host) => [host, host])));
  if (unwritten.size === 0 && !requests.some(({ exposed = [] }) => exposed.length > 0))
    return { isUnnamed: () => false, isOwn: () => true };
  // The list of public suffixes is large.
  const [{ parse }, { disclosed }] = await Promise.all([
    import('tldts'),
    import('../../shared-rules/disclosed-hosts.ts'),
  ]);
  const domainOf = (host: string) => parse(host, { allowPrivateDomains: true });
  let unnamed = new Map(
    [...unwritten.keys()].flatMap((host): [string, string][] => {
      const { domainWithoutSuffix: word } = domainOf(host);
      return word ? [[host, domainToUnicode(word)]] : [];
    }),
  );
  unnamed = await notIn(own(), unnamed);
  if (packages !== undefined) unnamed = await notIn(textsIn(packages), unnamed);
  const facts = await service(sourceFacts);
  const isDisclosed = disclosed(await disclosureOf({ manifest, files, facts }));
  const ofCredentials = new Set(
    facts.hosts.flatMap(({ host, file }) => (/\.credentials\.[cm]?[jt]s$/.test(file) ? [domainOf(host).domain] : [])),
  );
  return {
    isUnnamed: (host) => unnamed.has(host),
    isOwn: (host) => filledIn.test(host) || isDisclosed(host) || ofCredentials.has(domainOf(host).domain),
  };
}

/** The words that none of the texts holds. */
async function notIn(texts: AsyncIterable<string>, words: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const left = new Map(words);
  if (left.size === 0) return left;
  for await (const text of texts) {
    const lower = text.toLowerCase();
    for (const [key, word] of left) if (lower.includes(word)) left.delete(key);
    if (left.size === 0) break;
  }
  return left;
}

async function* textsIn(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) yield await readFile(join(entry.parentPath, entry.name), 'utf8');
}
