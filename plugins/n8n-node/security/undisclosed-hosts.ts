import { parse } from 'tldts';
import { isMetadata, isOwnNetwork } from './harmless-hosts.ts';
import type { Host } from './source-facts.ts';

/** Services that take what anyone sends them and show it to whoever made the address. */
const collectors =
  /(^|\.)(webhook\.site|requestbin\.(com|net)|pipedream\.net|beeceptor\.com|hookbin\.com|requestcatcher\.com|ngrok\.(io|app|dev)|ngrok-free\.(app|dev)|loca\.lt|trycloudflare\.com|serveo\.net|interact\.sh|oast\.(pro|live|site|online|fun|me)|burpcollaborator\.net|canarytokens\.(com|org)|dnslog\.cn|pastebin\.com|hastebin\.com|transfer\.sh|file\.io|anonfiles\.com|termbin\.com|ipify\.org|ipinfo\.io)$/;

/** Domains that belong to a service of another name: the words that stand for it. */
const kin: Readonly<Record<string, readonly string[]>> = {
  'googleapis.com': ['google', 'gmail', 'youtube', 'firebase', 'gemini', 'vertex'],
  'google.com': ['google', 'gmail', 'youtube', 'firebase', 'gemini', 'vertex'],
  'amazonaws.com': ['aws', 'amazon'],
  'amazon.com': ['aws', 'amazon'],
  'microsoft.com': ['microsoft', 'azure', 'outlook', 'teams', 'onedrive', 'sharepoint', 'graph'],
  'microsoftonline.com': ['microsoft', 'azure', 'outlook', 'teams', 'onedrive', 'sharepoint', 'graph', 'entra'],
  'azure.com': ['microsoft', 'azure'],
  'windows.net': ['microsoft', 'azure'],
  'facebook.com': ['facebook', 'meta', 'instagram', 'whatsapp'],
  'atlassian.com': ['atlassian', 'jira', 'confluence', 'bitbucket', 'trello'],
  'atlassian.net': ['atlassian', 'jira', 'confluence'],
  'githubusercontent.com': ['github'],
  'salesforce.com': ['salesforce'],
  'force.com': ['salesforce'],
};

/** What a package says of itself. */
export interface Disclosure {
  /** Of the package, its author and repository, its nodes and credentials, and the links to their documentation. */
  names: readonly string[];
  /** The README, and the texts of the interface. */
  prose: string;
}

export interface UndisclosedHost {
  sight: Host;
  /** Made to collect what others send: nothing a package would speak of. */
  collector: boolean;
}

/**
 * The addresses in the code whose service the package speaks of nowhere. Each host once, where it stands first.
 * @param hosts without those that are harmless
 */
export function undisclosedHosts(hosts: readonly Host[], disclosure: Disclosure): UndisclosedHost[] {
  const isDisclosed = disclosed(disclosure);
  const first = new Map<string, Host>();
  for (const sight of hosts) if (!first.has(sight.host)) first.set(sight.host, sight);
  return [...first.values()].flatMap((sight) => {
    const { host } = sight;
    if (!isMetadata(host) && isDisclosed(host)) return [];
    return { sight, collector: isMetadata(host) || collectors.test(host) || isPublicAddress(host) };
  });
}

function disclosed({ names, prose }: Disclosure): (host: string) => boolean {
  const named = bare(names.join(' '));
  const said = `${names.join('\n')}\n${prose}`.toLowerCase();
  const words = wordsOf(said);
  const ownWords = [...wordsOf(names.join(' '))].filter((word) => word.length >= 4 && !anyones.has(word));
  return (host) => {
    const { domain, domainWithoutSuffix, isIp } = parse(host, { allowPrivateDomains: true });
    if (isIp) return said.includes(host);
    // Not a name of the Internet: nothing is sent anywhere.
    if (!domain) return true;
    const relatives = kin[parse(host).domain ?? ''] ?? [];
    if (said.includes(domain) || relatives.some((word) => words.has(word) || named.includes(word))) return true;
    const brand = bare(domainWithoutSuffix ?? '');
    if ((brand.length >= 3 && named.includes(brand)) || (brand.length >= 4 && words.has(brand))) return true;
    // Acme at acmeapp.com, getacme.io, acme-hq.com.
    return ownWords.some((word) => brand.includes(word));
  };
}

/** Words that stand in the names of packages whatever their service is. */
const anyones = new Set(
  (
    'node nodes trigger credential credentials api apis oauth oauth2 auth token account community package workflow ' +
    'workflows automation integration integrations service services tool tools custom data json http https github docs ' +
    'documentation connect create update delete search send message messages user users file files email text name url ' +
    'input output resource operation options filter list key value type field fields return limit simplify additional'
  ).split(' '),
);

/** Words in lower case, those of names like `AcmeCloud` apart as well. */
function wordsOf(text: string): Set<string> {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return new Set(`${text} ${apart}`.toLowerCase().split(/[^\p{L}\d]+/u));
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]+/gu, '');

function isPublicAddress(host: string): boolean {
  return parse(host).isIp === true && !isOwnNetwork(host);
}
