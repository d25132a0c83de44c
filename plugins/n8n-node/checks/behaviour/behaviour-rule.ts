import type { RunNode, RunOperation, Variant } from '../../behaviour/run-package.ts';
import { hasEnded } from '../../behaviour/trace/ending.ts';
import type { SourcePosition } from '../../loader/source-position.ts';
import type { DescribedCredential } from '../../model/descriptions/described-credential.ts';
import { shown } from '../../model/parameters/plain.ts';
import { type Concern, concernsOf, listed, type Rule, type Violation } from '../../rule.ts';
import { type Fault, siteOf } from './fault-site.ts';
import type { RequestHosts } from './request-hosts.ts';

/** What is known of the package beside what its operations did. */
export interface Surroundings extends RequestHosts {
  /** Whether code or an expression mentions a parameter: more than its definition has its name. */
  isMentioned(parameter: string): boolean;
  /** Files of nodes whose code gives `workflowData` a value, which a webhook returns to start the workflow. */
  returnsData: ReadonlySet<string>;
  /** The credentials of the package, by name. */
  ownCredentials: ReadonlyMap<string, DescribedCredential>;
  /** Where the code of a stack is in the sources. */
  placeOf(stack: string): Promise<SourcePosition | undefined>;
}

/** A node whose operations were run. */
export interface BehaviourSubject extends RunNode {
  around: Surroundings;
}
export type BehaviourRule = Rule<BehaviourSubject>;

/** Operations that are named in a message. */
const maxNamed = 5;

interface OverOperations extends Omit<BehaviourRule, 'check'> {
  /** What it is about; operations that get items unless given. */
  kinds?: readonly RunOperation['kind'][] | 'all';
  /**
   * Whether other values of parameters may be there to do just that: a dry run, a guest, a toggle. `orListed` for a rule that
   * needs no other variants to judge the one whose responses are lists.
   */
  onlyUsual?: boolean | 'orListed';
  /** What an operation does wrong, for a message that begins with the operations; undefined where nothing is proved. */
  fault(operation: RunOperation, all: readonly RunOperation[], around: Surroundings): Fault | string | undefined;
  /** Whether the fault of an operation is an error, where the rule warns. */
  isGrave?(operation: RunOperation, all: readonly RunOperation[], around: Surroundings): boolean;
  /** Where checks that read sources report the same. */
  concerns?(operation: RunOperation): readonly Concern[];
}

/** Whether an operation takes another value of a parameter, where it refuses the usual one. */
export function isTaken({ run }: Variant): boolean {
  const plain = run('plain');
  return plain !== undefined && (hasEnded(plain) || plain.requests.length > 0);
}

/** A rule about single operations: those of a node that have the same fault are one violation. */
export function overOperations({
  fault: faultOf,
  kinds = ['execute'],
  onlyUsual = false,
  isGrave = () => false,
  concerns,
  ...rule
}: OverOperations): BehaviourRule {
  const isJudged = ({ isListed }: Variant) => !onlyUsual || (isListed && onlyUsual === 'orListed');
  return {
    ...rule,
    async *check({ operations, around }) {
      const faults = new Map<string, { name: string; operation: RunOperation; fault: Fault }[]>();
      const all = operations.filter(({ kind }) => kinds === 'all' || kinds.includes(kind));
      const told = new Map<string, string>();
      for (const operation of all) {
        // With other values of its parameters, it most likely has the same fault for the same reason.
        for (const one of [operation, ...operation.variants.filter(isJudged)]) {
          const found = one.trace.unrun === undefined ? faultOf(one, all, around) : undefined;
          if (found === undefined) continue;
          const fault = typeof found === 'string' ? { what: found } : found;
          // In another version of the node, it most likely has the same fault too, if not with all of the same parameters.
          const name = nameOf(operation);
          const known = told.get(name) ?? fault.what;
          if (known === fault.what) faults.set(known, [...(faults.get(known) ?? []), { name, operation: one, fault }]);
          told.set(name, known);
          break;
        }
      }
      for (const [what, found] of faults) {
        const faulty = found.map(({ operation }) => operation);
        const names = new Set(found.map(({ name }) => name));
        const others = all.filter((one) => !names.has(nameOf(one)));
        const frame = found[0]?.fault.stack ?? siteOf(found, others);
        const place = frame === undefined ? undefined : await around.placeOf(frame);
        const { about, ...violation } = violationOf(what, found);
        const object = found[0]?.fault.raw;
        yield {
          ...violation,
          ...(faulty.some((one) => isGrave(one, all, around)) && { severity: 'error' as const }),
          concerns: concerns ? faulty.flatMap(concerns) : concernsOf({ ...violation, about }),
          ...(place ?? { about: object ? { object, key: 'name' } : about }),
        };
      }
    },
  };
}

function violationOf(what: string, all: readonly { operation: RunOperation; fault: Fault }[]): Violation {
  const first = all[0]?.operation;
  const { fix, docs } = all[0]?.fault ?? {};
  const names = [
    ...new Set(all.map(({ operation, fault: { detail } }) => `${nameOf(operation)}${detail ? ` (${detail})` : ''}`)),
  ];
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more operations` : '';
  return {
    message: `${names.slice(0, maxNamed).join(', ')}${more}: ${what}`,
    ...(fix !== undefined && { fix }),
    ...(docs !== undefined && { docs }),
    ...(first && { about: { object: first.option ?? first.of.description } }),
    ...(first?.file !== undefined && { file: first.file }),
  };
}

/** Names of a project as the subject of a sentence: `"a" is`, `"a", "b" are`. */
export const namesAre = (names: readonly string[]) =>
  `${listed(names.map(shown))} ${names.length === 1 ? 'is' : 'are'}`;

/** `message › send`, `loadOptions › getUsers`, `message › send (with type = "file")`, or the node's name where it has no operations. */
export function nameOf({ kind, method, choices, node, change }: Named): string {
  const { resource, operation } = choices;
  const parts = (kind === 'execute' ? [resource, operation] : [kind, method]).filter((part) => part !== undefined);
  const name = parts.length === 0 ? `node "${node.name}"` : parts.join(' › ');
  return change === undefined ? name : `${name} (${change})`;
}

type Named = Pick<RunOperation, 'kind' | 'method' | 'choices' | 'node'> & Partial<Pick<Variant, 'change'>>;
