import type { FastifyRequest } from 'fastify';
import { printable } from '../../kernel/printable.ts';
import type { Settings } from '../settings.ts';
import { isFinal, type Run } from '../store/runs.ts';
import type { RunRecord } from './schemas.ts';

export const apiBase = '/api/cli/v1/verify';

/**
 * The origin of links: the configured public URL, else the address that the server listens on. Never taken from the
 * request, for example its Host header: a link to another host would leak the token of the run.
 */
export function originOf({ server, socket }: FastifyRequest, { publicUrl }: Settings): string {
  if (publicUrl !== undefined) return publicUrl;
  const [listening] = server.addresses();
  if (typeof listening !== 'object') return '';
  // A wildcard address: use the one that the connection came in on.
  const isAny = listening.address === '::' || listening.address === '0.0.0.0';
  const address = isAny ? (socket.localAddress ?? 'localhost') : listening.address;
  const plain = address.replace(/^::ffff:/, '');
  return `http://${plain.includes(':') ? `[${plain}]` : plain}:${listening.port}`;
}

/** The run record of CONTRACT 1. @param origin see `originOf` */
export function runRecord(run: Run, origin: string): RunRecord {
  const self = `${origin}${apiBase}/runs/${run.id}`;
  const { packageName, packageRef, ref, ruleset, n8n, repeats, startedAt, finishedAt, queuePosition } = run;
  const { gitRemote, gitBranch } = run.git;
  return {
    runId: run.id,
    status: run.status,
    ...(run.cancelled && { cancelled: true }),
    projectType: run.projectType,
    ...(packageName !== undefined && { packageName: printable(packageName) }),
    ...(packageRef !== undefined && { packageRef }),
    ...(ref !== undefined && { ref: printable(ref) }),
    ...run.git,
    ...(gitRemote !== undefined && { gitRemote: printable(gitRemote) }),
    ...(gitBranch !== undefined && { gitBranch: printable(gitBranch) }),
    ...(ruleset !== undefined && { ruleset }),
    ...(n8n !== undefined && { n8n }),
    ...(repeats !== undefined && { repeats }),
    timeout: run.timeout,
    createdAt: run.createdAt.toISOString(),
    ...(startedAt && { startedAt: startedAt.toISOString() }),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
    checks: run.checks,
    ...(queuePosition !== undefined && { queuePosition }),
    credits: creditsOf(run),
    links: {
      self,
      logs: `${self}/logs`,
      result: `${self}/result`,
      cancel: `${self}/cancel`,
      web: `${origin}/runs/${run.id}?token=${run.webToken}`,
    },
  };
}

/** The credits of a run: held until it ends, then charged or refunded. */
export function creditsOf({ status, cost }: Run): RunRecord['credits'] {
  return {
    held: isFinal(status) ? 0 : cost,
    charged: isFinal(status) && status !== 'rejected' ? cost : 0,
    refunded: status === 'rejected' ? cost : 0,
  };
}
