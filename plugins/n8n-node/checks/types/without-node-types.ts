import type { Observation } from '../../../../kernel/finding.ts';
import { listed } from '../../rule.ts';

const unknownName = /^TS(?:2304|2552|2580|2584|2591): Cannot find name '(\w+)'/;

/** What TypeScript knows from `@types/node`, or from the library "dom": https://nodejs.org/api/globals.html */
const nodeGlobals: ReadonlySet<string> = new Set(
  (
    'AbortController AbortSignal Blob Buffer CompressionStream CustomEvent Event EventTarget FormData Headers ' +
    'ReadableStream Request Response TextDecoder TextEncoder URL URLPattern URLSearchParams WebSocket __dirname ' +
    '__filename atob btoa clearImmediate clearInterval clearTimeout console crypto exports fetch global module performance ' +
    'process queueMicrotask require setImmediate setInterval setTimeout structuredClone'
  ).split(' '),
);

/** Errors of which one package is the cause are one finding. */
export function withoutNodeTypes(errors: readonly Observation[]): Observation[] {
  const nameIn = ({ message }: Observation) => {
    const name = unknownName.exec(message)?.[1] ?? '';
    return nodeGlobals.has(name) ? name : undefined;
  };
  const caused = errors.filter((one) => nameIn(one) !== undefined);
  const [first] = caused;
  if (!first) return [...errors];
  const own = nameIn(first);
  const others = [...new Set(caused.flatMap((one) => nameIn(one) ?? []))].filter((name) => name !== own);
  const also = others.length > 0 ? ` (also ${listed(others)})` : '';
  return errors.flatMap((one) => {
    if (one !== first) return nameIn(one) === undefined ? [one] : [];
    const fix =
      'Add the types of Node.js, or newer ones: `npm install --save-dev @types/node`, and "node" to `types` of tsconfig.json if that is set.';
    return [{ ...first, message: `${first.message}${also}`, fix }];
  });
}
