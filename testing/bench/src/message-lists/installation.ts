import type { Client } from 'pg';
import { BusClient } from '@chat/bus';
import type { Operation, PageQuery } from '@chat/contracts';
import { systemContext } from '@chat/service-kit';
import { ServiceProcesses } from '../service-processes';

/** The messaging service. */
export class Installation {
  private readonly client: BusClient;

  private constructor(private readonly processes: ServiceProcesses) {
    this.client = new BusClient(processes.bus);
  }

  static async start(): Promise<Installation> {
    return new Installation(await ServiceProcesses.start(['messaging'], { durable: false }));
  }

  get database(): Client {
    return this.processes.database;
  }

  /** Requests a page. @returns how long it took, in milliseconds. */
  async time(operation: Operation, accountId: number, input: { query: PageQuery }): Promise<number> {
    const startedAt = performance.now();
    const { status, body } = await this.client.forward(operation, systemContext(accountId), input);
    const ms = performance.now() - startedAt;
    if (status !== 200) throw new Error(`The list answered ${status}: ${Buffer.from(body).toString()}`);
    return ms;
  }

  stop(): Promise<void> {
    return this.processes.stop();
  }
}
