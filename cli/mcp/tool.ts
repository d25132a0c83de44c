import type { Static, TObject } from 'typebox';
import { serviceError } from '../../kernel/errors.ts';
import { guard } from '../../kernel/guard.ts';

/** What a tool call gets besides its input. */
export interface ToolContext {
  /** Absolute folders that the client may name. */
  workspace: readonly string[];
  signal: AbortSignal;
  /** Tells the client what is being done. */
  progress(message: string): void;
}

/** A tool as the client sees it, and the function that answers a call with a JSON value. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: TObject;
  /** Whether it changes files. */
  changesFiles: boolean;
  /** @throws {ServiceError} which the client gets as the result of the call */
  call(input: unknown, context: ToolContext): Promise<object>;
}

/** Creates a tool whose input is validated before it is called. */
export function defineTool<Input extends TObject>({
  call,
  ...tool
}: Omit<Tool, 'call' | 'inputSchema'> & {
  inputSchema: Input;
  call(input: Static<Input>, context: ToolContext): Promise<object>;
}): Tool {
  const valid = guard(tool.inputSchema);
  return {
    ...tool,
    async call(input, context) {
      if (valid.is(input)) return call(input, context);
      const { instancePath = '', message = 'does not match its schema' } = valid.errors(input)[0] ?? {};
      const reason = `${tool.name}: ${instancePath.slice(1).replaceAll('/', '.') || 'the input'} ${message}`;
      throw serviceError('INVALID_TOOL_INPUT', { reason });
    },
  };
}
