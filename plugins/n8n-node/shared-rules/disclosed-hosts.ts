import { parse } from 'tldts';

/** Domains of services with other names, and words for these services. */
const kin: Readonly<Record<string, readonly string[]>> = {
  'googleapis.com': ['google', 'gmail', 'youtube', 'firebase', 'gemini', 'vertex'],
  'google.com': ['google', 'gmail', 'youtube', 'firebase', 'gemini', 'vertex'],
  'amazonaws.com': ['aws', 'amazon', 's3', 'bedrock'],
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

/** Characters of the texts that each host is looked for in. */
const maxTextLength = 200_000;

/** The names and texts in which a package discloses its services. */
export interface Disclosure {
  /** Of the package, its author and repository, its nodes and credentials, and the links to their documentation. */
  names: readonly string[];
  /** The README, and the texts of the interface. */
  prose: string;
}

/** Determines whether a package discloses a host: by its name, or by that of its service. */
export function disclosed({ names, prose }: Disclosure): (host: string) => boolean {
  const named = bare(names.join(' ').slice(0, maxTextLength));
  const text = `${names.join('\n').slice(0, maxTextLength)}\n${prose.slice(0, maxTextLength)}`.toLowerCase();
  const words = wordsOf(text);
  const ownWords = [...wordsOf(names.join(' ').slice(0, maxTextLength))].filter(
    (word) => word.length >= 4 && !genericWords.has(word),
  );
  // Short words tell nothing in a sentence.
  const shortNames = wordsOf(
    names
      .filter((name) => !/\s/.test(name))
      .join(' ')
      .slice(0, maxTextLength),
  );
  return (host) => {
    const { domain, domainWithoutSuffix, isIp } = parse(host, { allowPrivateDomains: true });
    if (isIp) return text.includes(host);
    // Not a public domain.
    if (!domain) return true;
    const relatives = kin[parse(host).domain ?? ''] ?? [];
    if (text.includes(domain) || relatives.some((word) => words.has(word) || named.includes(word))) return true;
    // xAI at x.ai.
    if (words.has(bare(domain))) return true;
    const brand = bare(domainWithoutSuffix ?? '');
    // VK at vk.com.
    if (brand.length === 2 && shortNames.has(brand)) return true;
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
