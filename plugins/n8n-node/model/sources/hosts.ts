import type { Node } from 'oxc-parser';
import { keyName } from '../../ast/scope.ts';
import type { SourceView } from './source-view.ts';

/** An address that the code holds. */
export interface HostSight {
  /** Lower case, without port; of `https://${tenant}.acme.com` what follows the last hole. */
  host: string;
  /** The name of the field or variable that holds it, where there is one: `baseURL`. */
  field?: string;
  start: number;
  end: number;
}

const address = /^(?:https?|wss?|ftp):\/\/(?:[^/?#\s@]*@)?([^/?#\s]*)/i;

/** Fields whose addresses are for people or for documentation: nobody sends anything there. */
const prose =
  /^(documentationUrl|description|displayName|hint|placeholder|homepage|notice|message|title|subtitle|label|action|toolDescription|icon|iconUrl|\$schema|schema|xmlns\S*|namespace|example|help|helpText|docs?(Url)?|builderHint)$/i;

/** The address that a literal, a template or a sum begins with. */
export function hostOf(node: Node, view: SourceView): HostSight | undefined {
  const text = writtenText(node, view);
  const [, authority] = (text !== undefined && address.exec(text)) || [];
  if (text === undefined || authority === undefined) return undefined;
  const host = authority
    .slice(authority.lastIndexOf(hole) + 1)
    .replace(/:\d*$/, '')
    .replace(/^\.+|\.+$/g, '')
    .toLowerCase();
  if (!host.includes('.') || !/^[\p{L}\d.-]+$/u.test(host)) return undefined;
  if (isForReading(node, text) || isNamespace(text, node)) return undefined;
  const field = fieldOf(node);
  if (field !== undefined && (prose.test(field) || namespaceField.test(field))) return undefined;
  return { host, ...(field !== undefined && { field }), start: node.start, end: node.end };
}

/** The name of a vocabulary, in the form of an address that nobody goes to: of XML and its kin. */
const namespace =
  /^http:\/\/(?:(?:schemas?|xmlns|ns|xml|docs\.oasis-open|www\.opengis|purl)\.|[^?\s]*\/(?:(?:19|20)\d\d\/\S|(?:ns|xmlns|xml|schemas?|namespaces?|dtds?)(?:[/#]|$))|[^?\s]*#$)/i;
const namespaceField = /(^|[a-z0-9_])(NS|Ns|NAMESPACE|[nN]amespace|XMLNS|xmlns)(s|es|S|_?UR[IL]|Ur[il])?$/;

/** Also what is given to `getAttributeNS` and its siblings. */
function isNamespace(text: string, { parent }: Node): boolean {
  if (namespace.test(text)) return true;
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return false;
  const { property } = parent.callee;
  return property.type === 'Identifier' && /[a-z]NS$/.test(property.name);
}

/** Stands for what a template fills in. */
const hole = '\u0000';

/** A text that n8n fills in: `=https://{{$credentials.region}}.acme.io`. */
const withoutExpressions = (text: string) =>
  text.startsWith('=') ? text.slice(1).replace(/\{\{[^}]{0,200}\}\}/g, hole) : text;

function writtenText(node: Node, view: SourceView): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? withoutExpressions(node.value) : undefined;
  if (node.type === 'TemplateLiteral') {
    const known = view.constants.text(node);
    return known ? known.text : node.quasis.map(({ value }) => value.cooked ?? '').join(hole);
  }
  // `'https://' + 'api.acme.com' + path`: the outermost sum.
  if (node.type !== 'BinaryExpression' || node.parent?.type === 'BinaryExpression') return undefined;
  const known = view.constants.text(node);
  return known?.how === 'plain' ? undefined : known?.text;
}

/** Part of a sentence, of an error, a comparison, an import, or of what is written to a log. */
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
