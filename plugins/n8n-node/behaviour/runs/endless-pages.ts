import type { INode, INodeType } from 'n8n-workflow';
import { isShown, type Prepared } from '../engine/prepare-node.ts';
import type { Run } from '../trace/run.ts';
import { most } from '../trace/trace-limits.ts';
import type { Stage } from './observe-run.ts';

/**
 * The address of which a run requests page after page, because `continue` of the description is true whatever the API
 * responds: to be true, it reads no more of the response than its status, without which the request fails.
 * https://docs.n8n.io/integrations/creating-nodes/build/reference/declarative-style-parameters/
 */
export function endlessPageOf({ requests }: Run, { node, type }: Prepared, { engine }: Pick<Stage, 'engine'>) {
  const last = requests.at(-1);
  if (!last || requests.length <= most.full) return undefined;
  const properties = type.description.properties.filter((one) => isShown(one, { node, type }, engine));
  const routings: unknown[] = [
    Reflect.get(type.description, 'requestOperations'),
    ...properties.flatMap(({ name, routing, options = [] }) => [
      routing?.operations,
      ...options.flatMap((one) =>
        'value' in one && one.value === node.parameters[name] ? [one.routing?.operations] : [],
      ),
    ]),
  ];
  const isEndless = routings.some((operations) => {
    const { type: kind, properties: given } = Object(Reflect.get(Object(operations), 'pagination'));
    const condition: unknown = Reflect.get(Object(given), 'continue');
    return kind === 'generic' && typeof condition === 'string' && isAlwaysTrue(condition, { node, type }, engine);
  });
  return isEndless ? last.url : undefined;
}

function isAlwaysTrue(
  condition: string,
  { node, type }: { node: INode; type: INodeType },
  engine: Stage['engine'],
): boolean {
  let isRead = false;
  const noting = (known: object = {}) =>
    new Proxy(known, {
      get(target, key) {
        if (Object.hasOwn(target, key)) return Reflect.get(target, key);
        if (typeof key === 'string') isRead = true;
        return undefined;
      },
      has() {
        isRead = true;
        return false;
      },
      ownKeys() {
        isRead = true;
        return [];
      },
    });
  try {
    const keys = {
      $response: noting({ body: noting(), statusCode: 200 }),
      $request: noting(),
      $version: node.typeVersion,
    };
    const value = engine.evaluate(condition, node, type, keys as never);
    return Boolean(value) && !isRead;
  } catch {
    return false;
  }
}
