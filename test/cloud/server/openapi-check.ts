import { Compile } from 'typebox/schema';
import { type Answer, request } from './test-cloud.ts';

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> } | undefined>;
}

/** What a server says of itself in /openapi.json, to hold its answers against. */
export class OpenapiCheck {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** Operations of which an answer was checked: `get /healthz 200`. */
  readonly seen = new Set<string>();

  private constructor(paths: OpenapiCheck['paths']) {
    this.paths = paths;
  }

  static async of(url: string): Promise<OpenapiCheck> {
    return new OpenapiCheck((await request(`${url}/openapi.json`)).json.paths);
  }

  /** What is wrong with an answer; nothing when it is as the document says. */
  faults(method: string, path: string, answer: Answer): string[] {
    const template = Object.keys(this.paths).find((one) => matches(one, path.replace(/\?.*/, '')));
    const operation = template === undefined ? undefined : this.paths[template]?.[method.toLowerCase()];
    if (!operation) return [`${method} ${path} is not in the document`];
    this.seen.add(`${method.toLowerCase()} ${template} ${answer.status}`);
    const response = operation.responses[answer.status];
    if (!response) return [`the status ${answer.status} of ${method} ${path} is not in the document`];
    const type = answer.headers.get('content-type')?.replace(/;.*/, '') ?? '';
    const schema = response.content?.[type]?.schema;
    if (!schema) return [`the type ${type} of ${method} ${path} ${answer.status} is not in the document`];
    const [, errors] = Compile(schema).Errors(answer.json ?? answer.text);
    return errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
}

function matches(template: string, path: string): boolean {
  const pattern = template.replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}
