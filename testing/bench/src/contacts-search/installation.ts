import type { Client } from 'pg';
import { BusClient } from '@chat/bus';
import type { Pagination } from '@chat/contracts';
import { listContacts, type ContactList, type ListContactsQuery } from '@chat/contracts/crm';
import { systemContext } from '@chat/service-kit';
import { ServiceProcesses } from '../service-processes';

export interface Page extends ContactList {
  pagination: Pagination;
}

/** The crm service. */
export class Installation {
  private constructor(private readonly processes: ServiceProcesses) {}

  static async start(): Promise<Installation> {
    return new Installation(await ServiceProcesses.start(['crm'], { durable: false }));
  }

  get database(): Client {
    return this.processes.database;
  }

  async list(accountId: number, query: ListContactsQuery): Promise<Page> {
    const client = new BusClient(this.processes.bus);
    const reply = await client.forward(listContacts, systemContext(accountId), { query });
    const body = Buffer.from(reply.body).toString();
    if (reply.status !== 200) throw new Error(`The list answered ${reply.status}: ${body}`);
    return {
      ...(JSON.parse(body) as ContactList),
      pagination: JSON.parse(reply.pagination ?? 'null') as Pagination,
    };
  }

  /** Has Postgres log the plan of every statement from now on. */
  logPlans(): Promise<void> {
    return this.processes.configurePostgres({
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_timing': 'off',
      'auto_explain.log_format': 'json',
    });
  }

  /** The whole log of Postgres so far. */
  postgresLog(): Promise<string> {
    return this.processes.postgresLog();
  }

  stop(): Promise<void> {
    return this.processes.stop();
  }
}
