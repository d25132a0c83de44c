/** The parts of https://github.com/npm/agent that we use. */
declare module '@npmcli/agent' {
  import type { ClientRequest, Agent as HttpAgent, RequestOptions } from 'node:http';
  import type { Socket } from 'node:net';

  export class Agent extends HttpAgent {
    constructor(options: { proxy?: string; noProxy?: string | readonly string[] });
    connect(request: ClientRequest, options: RequestOptions): Promise<Socket>;
  }
}
