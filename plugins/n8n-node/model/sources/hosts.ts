import type { Node } from 'oxc-parser';
import { memberName, unwrap } from '../../ast/children.ts';
import { keyName } from '../../ast/scope.ts';
import { referencesTo } from './exports-to.ts';
import type { SourceView } from './source-view.ts';

/** An address in the code. */
interface HostSight {
  /** Lower case, without port; for `https://${tenant}.acme.com` the part after the last expression. */
  host: string;
  /** The name of its field or variable, if there is one: `baseURL`. */
  field?: string;
  /** It is the default of a parameter or credential field that users see. */
  isOffered?: boolean;
  start: number;
  end: number;
}

const address = /^(?:https?|wss?|ftp):\/\/(?:[^/?#\s@]*@)?([^/?#\s]*)/i;

/** Fields whose addresses are for people or documentation: no requests are sent there. */
const prose =
  /^(documentationUrl|displayName|hint|homepage|notice|message|title|subtitle|label|action|icon|iconUrl|\$schema|schema|xmlns\S*|namespace|example|help|helpText|docs?(Url)?|builderHint|\w*placeholder|\w*description)$/i;

/** The same, where they are fields of an object: a variable may have such a name for any reason. */
const proseField = /^(documentation|documentationLinks?|docsLinks?|references?|helpUr[il]|learnMore)$/i;

/** The address at the start of a literal, a template or a concatenation. */
export function hostOf(node: Node, view: SourceView): HostSight | undefined {
  const text = writtenText(node, view);
  const [, authority] = (text !== undefined && address.exec(text)) || [];
  if (text === undefined || authority === undefined) return undefined;
  const host = authority
    .slice(authority.lastIndexOf(hole) + 1)
    .replace(/:\d*$/, '')
    .replace(/^\.+|(?<!\.)\.+$/g, '')
    .toLowerCase();
  if (!host.includes('.') || !/^[\p{L}\d.-]+$/u.test(host)) return undefined;
  if (isForReading(node, text) || isNamespace(text, node) || isOnlyRead(node, view) || isBaseOnly(node, view))
    return undefined;
  const field = fieldOf(node);
  if (field !== undefined && (prose.test(field) || namespaceField.test(field))) return undefined;
  if (field !== undefined && node.parent?.type === 'Property' && proseField.test(field)) return undefined;
  if (isLinkOfEntry(node) || isLinkForPeople(node) || isInCodex(node)) return undefined;
  const beside = fieldsBeside(node);
  const isShown = isSeen(beside);
  // The mode of a resource locator: the editor links to it, and the node sends nothing there.
  if (field === 'url' && isShown && beside.has('name') && /^(?:string|list)$/.test(String(beside.get('type'))))
    return undefined;
  const isOffered = field === 'default' && isShown;
  const about = { ...(field !== undefined && { field }), ...(isOffered && { isOffered }) };
  return { host, ...about, start: node.start, end: node.end };
}

/** A namespace (of XML, for example): an address to which no requests are sent. */
const namespace =
  /^http:\/\/(?:(?:schemas?|xmlns|ns|xml|docs\.oasis-open|www\.opengis|purl)\.|[^?\s]*\/(?:(?:19|20)\d\d\/\S|(?:ns|xmlns|xml|schemas?|namespaces?|dtds?)(?:[/#]|$))|[^?\s]*#$)/i;
const namespaceField = /(^|[a-z0-9_])(NS|Ns|NAMESPACE|[nN]amespace|XMLNS|xmlns)(s|es|S|_?UR[IL]|Ur[il])?$/;

/** Also an argument of `getAttributeNS` and similar functions. */
function isNamespace(text: string, { parent }: Node): boolean {
  if (namespace.test(text)) return true;
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return false;
  const { property } = parent.callee;
  return property.type === 'Identifier' && /[a-z]NS$/.test(property.name);
}

/** Placeholder for expressions in a template. */
const hole = '\u0000';

/** A text with expressions of n8n: `=https://{{$credentials.region}}.acme.io`, `={{ "https://acme.io/" + $credentials.tenant }}`. */
function withoutExpressions(text: string): string {
  const [, quoted] =
    /^=\s{0,9}\{\{\s{0,9}(?:"([^"]{1,500})|'([^']{1,500})|`([^`]{1,500}))/.exec(text)?.filter(Boolean) ?? [];
  if (quoted !== undefined) return quoted.replace(/\$\{[^}]{0,200}\}/g, hole);
  return text.startsWith('=') ? text.slice(1).replace(/\{\{[^}]{0,200}\}\}/g, hole) : text;
}

function writtenText(node: Node, view: SourceView): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? withoutExpressions(node.value) : undefined;
  if (node.type === 'TemplateLiteral') {
    const known = view.constants.text(node);
    return known ? known.text : node.quasis.map(({ value }) => value.cooked ?? '').join(hole);
  }
  // `'https://' + 'api.acme.com' + path`: the outermost concatenation.
  if (node.type !== 'BinaryExpression' || node.parent?.type === 'BinaryExpression') return undefined;
  const known = view.constants.text(node);
  return known?.how === 'plain' ? undefined : known?.text;
}

/** Whether it is part of a sentence, an error, a comparison, an import or a log message. */
function isForReading(node: Node, text: string): boolean {
  if (/\s/.test(text.trim())) return true;
  const { parent } = node;
  switch (parent?.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ThrowStatement':
      return true;
    case 'BinaryExpression':
      return parent.operator !== '+';
    case 'NewExpression':
      return parent.callee.type === 'Identifier' && /Error$/.test(parent.callee.name);
    case 'CallExpression':
      return (
        parent.callee.type === 'MemberExpression' &&
        parent.callee.property.type === 'Identifier' &&
        /^(startsWith|endsWith|includes|indexOf|test|match|replace|log|info|warn|error|debug)$/.test(
          parent.callee.property.name,
        )
      );
    default:
      return false;
  }
}

/** Whether it is a constant, and each of its uses is part of a text for people. */
function isOnlyRead({ parent }: Node, view: SourceView): boolean {
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') return false;
  if (parent.parent?.parent?.type === 'ExportNamedDeclaration') return false;
  const uses = referencesTo(parent.id.name, view);
  return (
    uses.length > 0 && uses.every((use) => isForReading(use, '') || isInSentence(use) || prose.test(fieldOf(use) ?? ''))
  );
}

/** Whether it is the base of a relative URL of which only the parts after the host are read: `new URL(path, base).pathname`. */
function isBaseOnly(node: Node, view: SourceView): boolean {
  const { parent: made } = node;
  if (made?.type !== 'NewExpression' || made.arguments[1] !== node) return false;
  if (view.globals.of(made.callee)?.join('.') !== 'URL') return false;
  const { parent } = made;
  if (parent?.type !== 'VariableDeclarator') return isPartRead(made);
  const uses = parent.id.type === 'Identifier' ? referencesTo(parent.id.name, view) : [];
  return uses.length > 0 && uses.every(isPartRead);
}

const isPartRead = (url: Node) =>
  url.parent?.type === 'MemberExpression' &&
  url.parent.object === url &&
  url.parent.property.type === 'Identifier' &&
  /^(pathname|search|searchParams|hash)$/.test(url.parent.property.name);

const isInSentence = ({ parent }: Node) =>
  parent?.type === 'TemplateLiteral' && isForReading(parent, parent.quasis.map(({ value }) => value.raw).join(hole));

/** Whether it is the link of an entry of the output: `{ title, url: story.url || `https://acme.com/${id}` }`. */
function isLinkOfEntry(node: Node): boolean {
  let at = node;
  while (at.parent?.type === 'LogicalExpression' || at.parent?.type === 'ConditionalExpression') at = at.parent;
  if (at.parent?.type !== 'Property' || !/^(?:url|link|permalink|href)$/i.test(keyName(at.parent) ?? '')) return false;
  const beside = fieldsBeside(at);
  const isSent = ['method', 'baseURL', 'qs', 'headers'].some((field) => beside.has(field));
  return beside.has('title') && !isSent && !isOptions(at.parent.parent);
}

/** Names of links to pages that show something: no API has them. */
const ofPage = /(?:explorer|dashboard|permalink)_?(?:ur[il]|link|href)$|^permalink$/i;

/** What a value may be in where a function returns it; neither another function nor a call. */
const leadsToReturn =
  /^(?:Return|Switch|If|Block)Statement$|^SwitchCase$|^(?!ArrowFunction|Function|Call|New)\w+Expression$|Literal$/;

/** Whether it is such a link in an object, or what a function that makes one returns. */
function isLinkForPeople(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'Property') return ofPage.test(keyName(at) ?? '') && !isOptions(at.parent);
    if (at.type === 'FunctionDeclaration') return ofPage.test(at.id?.name ?? '');
    if (!leadsToReturn.test(at.type)) return false;
  }
  return false;
}

/** Whether an object is what a request is sent with. */
function isOptions(object: Node | null | undefined): boolean {
  const call = object?.parent;
  if (call?.type !== 'CallExpression') return false;
  const callee = unwrap(call.callee);
  const name = callee.type === 'Identifier' ? callee.name : memberName(callee);
  return /request|^(?:get|post|put|patch|delete|fetch|axios|call)$/i.test(name ?? '');
}

/** Whether it is in the codex of a node, which names pages of the documentation. */
function isInCodex(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent)
    if (at.type === 'Property' && /^(?:codex|primaryDocumentation|credentialDocumentation)$/.test(keyName(at) ?? ''))
      return true;
  return false;
}

/** Whether these are fields of a parameter that the editor shows. */
const isSeen = (fields: ReadonlyMap<string | undefined, unknown>) =>
  fields.has('displayName') && fields.has('type') && fields.get('type') !== 'hidden';

/** The fields of the object that a value is in, with those values that are literals. */
export function fieldsBeside({ parent }: Node): Map<string | undefined, unknown> {
  const object = parent?.parent;
  const properties = object?.type === 'ObjectExpression' ? object.properties : [];
  return new Map(
    properties.flatMap((property) =>
      property.type === 'Property'
        ? [[keyName(property), property.value.type === 'Literal' ? property.value.value : undefined]]
        : [],
    ),
  );
}

function fieldOf(node: Node): string | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'Property' || at.type === 'PropertyDefinition') return keyName(at);
    if (at.type === 'VariableDeclarator') return at.id.type === 'Identifier' ? at.id.name : undefined;
    if (at.type === 'AssignmentExpression') {
      const { left } = at;
      if (left.type === 'Identifier') return left.name;
      return left.type === 'MemberExpression' && left.property.type === 'Identifier' ? left.property.name : undefined;
    }
    if (/Function|Statement$|Declaration$/.test(at.type)) return undefined;
  }
  return undefined;
}
