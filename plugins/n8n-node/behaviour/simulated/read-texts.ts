import type { ICredentialDataDecryptedObject, INodeExecutionData, Workflow } from 'n8n-workflow';

/** Expressions that read a text of the item, as most parameters have here. */
const ofItem = /^=\{\{ (?:Number\(\$json\.(p\d+)\)|\$json\.(p\d+)) \}\}$/;

/**
 * Reads texts of items without the view of the whole workflow that n8n makes for each expression, which takes a quarter of
 * the time of all runs. Whatever else an expression says, n8n evaluates.
 */
export function readTexts({ expression }: Workflow): void {
  const original: unknown = Reflect.get(expression, 'resolveSimpleParameterValue');
  if (typeof original !== 'function') return;
  Object.defineProperty(expression, 'resolveSimpleParameterValue', {
    configurable: true,
    writable: true,
    value(this: unknown, ...given: unknown[]): unknown {
      return textOf(given) ?? Reflect.apply(original, this, given);
    },
  });
}

/** @param given what n8n-workflow 1.82 to 2.41 gives: value, siblings, run data, number of the run and of the item, name of the node, items */
function textOf([value, , , , item, , items]: readonly unknown[]): string | number | undefined {
  const [, number, name = number ?? ''] = (typeof value === 'string' && ofItem.exec(value)) || [];
  if (name === '' || !Array.isArray(items)) return undefined;
  const of: INodeExecutionData | undefined = items[Number(item)];
  const text = of?.json?.[name];
  if (typeof text !== 'string') return undefined;
  return number === undefined ? text : Number(text);
}

const credentialField = /\{\{\s*\$credentials\??\.(\w+)\s*\}\}/g;

/**
 * The value of an expression that is a text with fields of a credential: `=Bearer {{ $credentials.apiKey }}`.
 * @returns undefined if it says more than that, or if one of the fields is no text
 */
export function textOfFields(expression: string, fields: ICredentialDataDecryptedObject): string | undefined {
  if (/[{}\\]/.test(expression.replaceAll(credentialField, ''))) return undefined;
  let isText = true;
  const text = expression.slice(1).replaceAll(credentialField, (_, name: string) => {
    const value = fields[name];
    isText &&= typeof value === 'string';
    return String(value);
  });
  return isText ? text : undefined;
}
