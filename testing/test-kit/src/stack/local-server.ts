import type { StackMember } from './stack-member';

interface RunningServer {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Postgres or NATS as a member of a stack: every start uses the port of the first one. */
export class LocalServer<Server extends RunningServer> implements StackMember {
  private running: Server | undefined;

  constructor(
    readonly name: 'postgres' | 'nats',
    private readonly bringUp: () => Promise<Server>,
  ) {}

  get pid(): number | undefined {
    return this.running?.pid;
  }

  get server(): Server {
    if (!this.running) throw new Error(`${this.name} was never started.`);
    return this.running;
  }

  async start(): Promise<void> {
    this.running = await this.bringUp();
  }

  async stop(): Promise<void> {
    await this.running?.stop();
  }
}
