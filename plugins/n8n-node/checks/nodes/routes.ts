import { memoize } from '../../memoize.ts';
import { everyParameter, type Level, type Parameter } from '../../model/parameters/parameter.ts';
import { type Plain, plainOf } from '../../model/parameters/plain.ts';

/** A part of a request, and the parameter or option that it depends on. */
export interface Route {
  routing: Plain;
  /** The parameter or option that has it. */
  raw: Plain;
  path: string;
  parameter: Parameter;
  /** Set for a part of an option. */
  choice: { value: unknown } | undefined;
}

/** Whether a function of the node may change the request. */
export const hasPreSend = ({ routing }: Pick<Route, 'routing'>): boolean =>
  plainOf(routing['send'])?.['preSend'] !== undefined;

/** Every part of a request that parameters and their options describe; several rules need the same. */
export const routesOf = memoize((parameters: Level): readonly Route[] => {
  const routes: Route[] = [];
  for (const parameter of everyParameter(parameters)) {
    const { raw, path } = parameter;
    const routing = plainOf(raw['routing']);
    if (routing) routes.push({ routing, raw, path, parameter, choice: undefined });
    if (parameter.type !== 'options' || !Array.isArray(raw['options'])) continue;
    for (const option of raw['options']) {
      const plain = plainOf(option);
      const inner = plainOf(plain?.['routing']);
      if (!plain || !inner) continue;
      const choice = { value: plain['value'] };
      routes.push({ routing: inner, raw: plain, path: `${path}.${String(plain['value'])}`, parameter, choice });
    }
  }
  return routes;
});
