import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/** TypeScript's own program as a server. */
export interface TypeScriptServer {
  readonly pid: number | undefined;
  /** Rejects when it does not know what it is asked, and once it has ended. */
  ask(method: string, parameters: object | null): Promise<unknown>;
  end(): void;
}

/** Bytes that an answer may have: whoever is told that much is not told that all is well. */
const answerLimit = 8 * 1024 * 1024;
/** What ends the head of a message. */
const gap = '\r\n\r\n';

/**
 * Starts it. It takes JSON-RPC with a head before each message, as language servers do, and knows the methods of
 * `typescript-native/unstable/async`, whose client can neither set its environment nor end it when it hangs. The process
 * does not wait for it at its end.
 * @param program its path
 * @param env its whole environment
 */
export function startServer(program: string, env: NodeJS.ProcessEnv): TypeScriptServer {
  const child = spawn(program, ['--api', '--async', '--cwd', '/'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    child.kill('SIGKILL');
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  child.once('error', fail);
  child.once('close', () => fail(new Error('TypeScript ended')));
  child.stdin.on('error', fail);
  const messages = messageReader();
  child.stdout.on('data', (bytes: Buffer) => {
    try {
      for (const { id, result, error } of messages(bytes)) {
        const one = waiting.get(id);
        waiting.delete(id);
        if (error === undefined) one?.resolve(result);
        else one?.reject(new Error(JSON.stringify(error)));
      }
    } catch (error) {
      fail(new Error('TypeScript was not understood', { cause: error }));
    }
  });
  child.unref();
  for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref();
  return {
    pid: child.pid,
    ask(method, parameters) {
      if (failure) return Promise.reject(failure);
      const answer = Promise.withResolvers<unknown>();
      asked += 1;
      waiting.set(asked, answer);
      const message = JSON.stringify({ jsonrpc: '2.0', id: asked, method, params: parameters });
      child.stdin.write(`Content-Length: ${Buffer.byteLength(message)}${gap}${message}`);
      return answer.promise;
    },
    end: () => fail(new Error('TypeScript was ended')),
  };
}

interface Answer {
  id: number;
  result?: unknown;
  error?: unknown;
}

/** Takes bytes as they come, and gives the messages that end with them. */
function messageReader(): (bytes: Buffer) => Answer[] {
  let pending = Buffer.alloc(0);
  return (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    const answers: Answer[] = [];
    for (let head = pending.indexOf(gap); head >= 0; head = pending.indexOf(gap)) {
      const length = /^content-length: (\d+)$/im.exec(pending.toString('latin1', 0, head))?.[1];
      const end = head + gap.length + Number(length);
      if (!(end <= answerLimit)) throw new Error(`${length} is no length of an answer`);
      if (pending.length < end) break;
      answers.push(JSON.parse(pending.toString('utf8', head + gap.length, end)));
      pending = pending.subarray(end);
    }
    return answers;
  };
}
