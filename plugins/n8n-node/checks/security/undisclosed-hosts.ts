import { parse } from 'tldts';
import { isMetadata, isOwnNetwork } from '../../model/sources/harmless-hosts.ts';
import type { Host } from '../../model/sources/source-facts.ts';

/** Services that collect requests and show them to whoever created the URL. */
const collectors =
  /(^|\.)(webhook\.site|requestbin\.(com|net)|pipedream\.net|beeceptor\.com|hookbin\.com|requestcatcher\.com|ngrok\.(io|app|dev)|ngrok-free\.(app|dev)|loca\.lt|trycloudflare\.com|serveo\.net|interact\.sh|oast\.(pro|live|site|online|fun|me)|burpcollaborator\.net|canarytokens\.(com|org)|dnslog\.cn|pastebin\.com|hastebin\.com|transfer\.sh|file\.io|anonfiles\.com|termbin\.com|ipify\.org|ipinfo\.io)$/;

/** Analytics services, and hosts with such a name. */
const trackers =
  /(^|\.)(google-analytics\.com|googletagmanager\.com|segment\.(io|com)|mixpanel\.com|amplitude\.com|posthog\.com|sentry\.io|bugsnag\.com|plausible\.io|matomo\.cloud|hotjar\.com|rudderstack\.com|statsig\.com|logrocket\.(io|com)|fullstory\.com|nr-data\.net)$|(^|[.-])(telemetry|analytics|tracking|tracker|beacon)[.-]/;

/** Domains of services with other names, and words for these services. */
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

/** Limits of the search of each host in the texts. */
const maxHosts = 500;
const maxTextLength = 200_000;

/** The names and texts in which a package discloses its services. */
export interface Disclosure {
  /** Of the package, its author and repository, its nodes and credentials, and the links to their documentation. */
  names: readonly string[];
  /** The README, and the texts of the interface. */
  prose: string;
}

export interface UndisclosedHost {
  use: Host;
  kind: HostKind;
}

/** All but `service` are suspicious. */
export type HostKind = 'metadata' | 'collector' | 'address' | 'tracker' | 'service';

/**
 * The hosts in the code that the package does not disclose. Each host once, at its first use.
 * @param hosts without harmless ones
 */
export function undisclosedHosts(hosts: readonly Host[], disclosure: Disclosure): UndisclosedHost[] {
  const isDisclosed = disclosed(disclosure);
  const first = new Map<string, Host>();
  for (const use of hosts) {
    if (first.size === maxHosts) break;
    if (!first.has(use.host)) first.set(use.host, use);
  }
  const undisclosed = [...first.values()].flatMap((use) => {
    const { host } = use;
    return !isMetadata(host) && isDisclosed(host) ? [] : { use, kind: kindOf(host) };
  });
  return undisclosed.filter(
    ({ use, kind }, _, { length }) => length > 1 || kind !== 'service' || !isService(use.host, hosts),
  );
}

function kindOf(host: string): HostKind {
  if (isMetadata(host)) return 'metadata';
  if (collectors.test(host)) return 'collector';
  if (isPublicAddress(host)) return 'address';
  return trackers.test(host) ? 'tracker' : 'service';
}

/** The host that a credential is tested with is the service of the package, whatever its name. */
const isService = (host: string, hosts: readonly Host[]) =>
  hosts.some((one) => one.host === host && /\.credentials\.[cm]?[jt]s$/.test(one.file));

function disclosed({ names, prose }: Disclosure): (host: string) => boolean {
  const named = bare(names.join(' ').slice(0, maxTextLength));
  const text = `${names.join('\n').slice(0, maxTextLength)}\n${prose.slice(0, maxTextLength)}`.toLowerCase();
  const words = wordsOf(text);
  const ownWords = [...wordsOf(names.join(' ').slice(0, maxTextLength))].filter(
    (word) => word.length >= 4 && !genericWords.has(word),
  );
  return (host) => {
    const { domain, domainWithoutSuffix, isIp } = parse(host, { allowPrivateDomains: true });
    if (isIp) return text.includes(host);
    // Not a public domain.
    if (!domain) return true;
    const relatives = kin[parse(host).domain ?? ''] ?? [];
    if (text.includes(domain) || relatives.some((word) => words.has(word) || named.includes(word))) return true;
    const brand = bare(domainWithoutSuffix ?? '');
    if ((brand.length >= 3 && named.includes(brand)) || (brand.length >= 4 && words.has(brand))) return true;
    // Acme at acmeapp.com, getacme.io, acme-hq.com.
    return ownWords.some((word) => brand.includes(word));
  };
}

/** Words in the names of packages of any service. */
const genericWords = new Set(
  (
    'node nodes trigger credential credentials api apis oauth oauth2 auth token account community package workflow ' +
    'workflows automation integration integrations service services tool tools custom data json http https github docs ' +
    'documentation connect create update delete search send message messages user users file files email text name url ' +
    'input output resource operation options filter list key value type field fields return limit simplify additional'
  ).split(' '),
);

/** Words in lower case, with names like `AcmeCloud` also split. */
function wordsOf(text: string): Set<string> {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return new Set(`${text} ${apart}`.toLowerCase().split(/[^\p{L}\d]+/u));
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]+/gu, '');

function isPublicAddress(host: string): boolean {
  return parse(host).isIp === true && !isOwnNetwork(host);
}
