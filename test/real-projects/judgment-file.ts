import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { parse } from 'yaml';

const closed = { additionalProperties: false } as const;
const Verdict = Type.Union([Type.Literal('ok'), Type.Literal('fails'), Type.Literal('unknown')]);

const Judgment = Type.Object(
  {
    code: Type.String(),
    at: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })])),
    judged: Type.Union([Type.Literal('right'), Type.Literal('useless'), Type.Literal('wrong')]),
    why: Type.String({ minLength: 1 }),
  },
  closed,
);

const JudgedProject = Type.Object(
  {
    project: Type.String({ pattern: '^[\\w.-]+/[\\w.-]+$' }),
    commit: Type.String({ pattern: '^[0-9a-f]{40}$' }),
    folder: Type.Optional(Type.String()),
    style: Type.String(),
    truth: Type.Object(
      {
        build: Verdict,
        types: Type.Union([Type.Literal('unknown'), Type.Array(Type.String())]),
        load: Verdict,
        why: Type.Optional(Type.String()),
      },
      closed,
    ),
    judgments: Type.Array(Judgment),
  },
  closed,
);

const JudgedPackage = Type.Object(
  {
    /** With its version, which never changes. */
    package: Type.String({ pattern: '^(?:@[\\w.-]+/)?[\\w.-]+@\\d+\\.\\d+\\.\\d+[\\w.-]*$' }),
    judgments: Type.Array(Judgment, { minItems: 1 }),
  },
  closed,
);

/** What a person thinks of findings of one code, everywhere in a project or at the places that are named. */
export type Judgment = Static<typeof Judgment>;

/** A project at a commit: what its own build, its compiler and n8n say of it, and what is thought of our findings. */
export type JudgedProject = Static<typeof JudgedProject>;

/** A published package, and what is thought of our findings. */
export type JudgedPackage = Static<typeof JudgedPackage>;

/** Where the sources of a project lie below the folder of checkouts. */
export function checkoutOf({ project }: Pick<JudgedProject, 'project'>): string {
  return project.replace('/', '+');
}

/** @throws {Error} that names the file and the field */
export function readJudgedProject(text: string, name: string): JudgedProject {
  return checked(JudgedProject, parse(text), name);
}

/** @throws {Error} that names the file and the field */
export function readJudgedPackages(text: string, name: string): JudgedPackage[] {
  return checked(Type.Array(JudgedPackage), parse(text), name);
}

function checked<T extends TSchema>(schema: T, data: unknown, name: string): Static<T> {
  if (Value.Check(schema, data)) return data;
  const [first] = Value.Errors(schema, data);
  throw new Error(`${name}: ${first?.instancePath || '/'} ${first?.message ?? 'is not a file of judgments'}`);
}

/** Every file of a folder, in the order of their names. @throws {Error} for the first that cannot be read */
export async function readJudgedProjects(folder: string): Promise<JudgedProject[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  return Promise.all(names.map(async (name) => readJudgedProject(await readFile(join(folder, name), 'utf8'), name)));
}
