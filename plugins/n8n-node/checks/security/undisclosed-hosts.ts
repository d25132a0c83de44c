import { parse } from 'tldts';
import { isMetadata, isOwnNetwork } from '../../model/sources/harmless-hosts.ts';
import type { Host } from '../../model/sources/source-facts.ts';

/** Services that take what anyone sends them and show it to whoever made the address. */
const collectors =
  /(^|\.)(webhook\.site|requestbin\.(com|net)|pipedream\.net|beeceptor\.com|hookbin\.com|requestcatcher\.com|ngrok\.(io|app|dev)|ngrok-free\.(app|dev)|loca\.lt|trycloudflare\.com|serveo\.net|interact\.sh|oast\.(pro|live|site|online|fun|me)|burpcollaborator\.net|canarytokens\.(com|org)|dnslog\.cn|pastebin\.com|hastebin\.com|transfer\.sh|file\.io|anonfiles\.com|termbin\.com|ipify\.org|ipinfo\.io)$/;

/** Services that count what users do, and hosts that are named for it. */
const trackers =
  /(^|\.)(google-analytics\.com|googletagmanager\.com|segment\.(io|com)|mixpanel\.com|amplitude\.com|posthog\.com|sentry\.io|bugsnag\.com|plausible\.io|matomo\.cloud|hotjar\.com|rudderstack\.com|statsig\.com|logrocket\.(io|com)|fullstory\.com|nr-data\.net)$|(^|[.-])(telemetry|analytics|tracking|tracker|beacon)[.-]/;

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
  'aliyuncs.com': ['alibaba', 'aliyun', 'dashscope', 'qwen'],
  'openai.com': ['openai', 'gpt', 'chatgpt'],
  'anthropic.com': ['anthropic', 'claude'],
  'qq.com': ['qq', 'wechat', 'weixin', 'wecom', 'tencent'],
  'feishu.cn': ['feishu', 'lark'],
  'larksuite.com': ['feishu', 'lark'],
  'office.com': ['microsoft', 'office', 'outlook', 'excel'],
  'live.com': ['microsoft', 'outlook', 'onedrive'],
  'sharepoint.com': ['microsoft', 'sharepoint', 'onedrive'],
  'instagram.com': ['instagram', 'facebook', 'meta'],
  'whatsapp.com': ['whatsapp', 'meta'],
  'huggingface.co': ['huggingface'],
  'salesforce.com': ['salesforce'],
  'force.com': ['salesforce'],
};

/** Hosts that are looked for, and characters that each is looked for in: a search of one in the other. */
const mostHosts = 500;
const longestText = 200_000;

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
  /** Made to count what users do. */
  tracker: boolean;
}

/**
 * The addresses in the code whose service the package speaks of nowhere. Each host once, where it stands first.
 * @param hosts without those that are harmless
 */
export function undisclosedHosts(hosts: readonly Host[], disclosure: Disclosure): UndisclosedHost[] {
  const isDisclosed = disclosed(disclosure);
  const first = new Map<string, Host>();
  for (const sight of hosts) {
    if (first.size === mostHosts) break;
    if (!first.has(sight.host)) first.set(sight.host, sight);
  }
  const undisclosed = [...first.values()].flatMap((sight) => {
    const { host } = sight;
    if (!isMetadata(host) && isDisclosed(host)) return [];
    const collector = isMetadata(host) || collectors.test(host) || isPublicAddress(host);
    return { sight, collector, tracker: trackers.test(host) };
  });
  return undisclosed.filter(
    (one, _, { length }) => length > 1 || one.collector || one.tracker || !isService(one.sight.host, hosts),
  );
}

/** Where the credential itself is tried out is the service that it is for, whatever it is called. */
const isService = (host: string, hosts: readonly Host[]) =>
  hosts.some((one) => one.host === host && /\.credentials\.[cm]?[jt]s$/.test(one.file));

function disclosed({ names, prose }: Disclosure): (host: string) => boolean {
  const named = bare(names.join(' ').slice(0, longestText));
  const said = `${names.join('\n').slice(0, longestText)}\n${prose.slice(0, longestText)}`.toLowerCase();
  const words = wordsOf(said);
  const ownWords = [...wordsOf(names.join(' ').slice(0, longestText))].filter(
    (word) => word.length >= 4 && !anyones.has(word),
  );
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
