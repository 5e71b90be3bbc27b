import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { BusClient } from '@chat/bus';
import { createWebhook } from '@chat/contracts/webhooks';
import { systemContext } from '@chat/service-kit';
import { until } from '@chat/test-kit';
import { ServiceProcesses } from '../service-processes';
import { EventLatencies } from '../webhook-latency/event-latencies';

/** How much of each there is. */
export interface Size {
  /** Accounts with one healthy endpoint. */
  honest: number;
  slowAccounts: number;
  /** Endpoints of each slow account, */
  slowEach: number;
  /** and the time after which they respond. */
  slowMs: number;
}

/**
 * How often each slow account has an event: enough for the next request of each slow endpoint to be due as soon as the one before
 * it ends.
 */
const SLOW_EVERY_MS = 1_000;

/** The service webhooks with some accounts of one healthy endpoint each, and others of many slow endpoints. */
export class Installation {
  /** How many requests to slow endpoints are waiting for their response. */
  slowUnderWay = 0;
  private readonly client: BusClient;
  private readonly events: EventLatencies;
  private slowEvents: NodeJS.Timeout | undefined;

  private constructor(
    private readonly processes: ServiceProcesses,
    private readonly server: Server,
    private readonly size: Size,
  ) {
    this.client = new BusClient(processes.bus);
    this.events = new EventLatencies(processes.bus);
  }

  static async start(size: Size): Promise<Installation> {
    const env = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' };
    const processes = await ServiceProcesses.start(['webhooks'], { durable: true, env });
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const installation = new Installation(processes, server, size);
    await installation.register();
    return installation;
  }

  /** Sends events to the slow endpoints until `rest`. */
  async slowDown(leadMs: number): Promise<void> {
    let turn = 0;
    // One after the other: a burst of all would show what 1,100 deliveries at once cost, whoever receives them.
    const publish = () => void this.events.publish(this.size.honest + 1 + (turn++ % this.size.slowAccounts));
    for (let account = 1; account <= this.size.slowAccounts; account += 1) publish();
    this.slowEvents = setInterval(publish, SLOW_EVERY_MS / this.size.slowAccounts);
    await delay(leadMs);
  }

  /** Ends what is left of the slow deliveries. */
  async rest(): Promise<void> {
    clearInterval(this.slowEvents);
    const remove = 'DELETE FROM webhooks.endpoint_deliveries WHERE account_id > $1';
    const areOver = async () => {
      // Again and again: the last events are still being added, and would take turns of 14 s each.
      await this.processes.database.query(`${remove} AND locked_until IS NULL`, [this.size.honest]);
      return this.slowUnderWay === 0;
    };
    await until(areOver, { describe: 'the slow responses', timeoutMs: 4 * this.size.slowMs + 10_000 });
    await this.processes.database.query(remove, [this.size.honest]);
    await this.processes.database.query('VACUUM ANALYZE webhooks.endpoint_deliveries');
  }

  /** Milliseconds from each event to its webhook, grouped by second. The healthy accounts take turns. */
  latencies(perSecond: number, seconds: number): Promise<number[][]> {
    return this.events.measure({ perSecond, seconds, accounts: this.size.honest, endpoints: 1 });
  }

  async stop(): Promise<void> {
    clearInterval(this.slowEvents);
    this.server.close().closeAllConnections();
    await this.processes.stop();
  }

  private async register(): Promise<void> {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    this.server.on('request', (request, response) => {
      request.resume();
      if (request.url?.startsWith('/slow')) {
        this.slowUnderWay += 1;
        setTimeout(() => response.end(), this.size.slowMs);
        return void response.once('close', () => (this.slowUnderWay -= 1));
      }
      this.events.noteWebhook(request);
      response.end();
    });
    const { honest, slowAccounts, slowEach } = this.size;
    for (let account = 1; account <= honest; account += 1) await this.create(account, `${url}/honest`);
    for (let account = 1; account <= slowAccounts; account += 1) {
      const slow = Array.from({ length: slowEach }, (_, index) =>
        this.create(honest + account, `${url}/slow/${index}`),
      );
      await Promise.all(slow);
    }
    // They have responded before, or they would get few requests.
    await this.processes.database.query('UPDATE webhooks.endpoints SET is_proven = true');
  }

  private async create(account: number, url: string): Promise<void> {
    await this.client.request(createWebhook, systemContext(account), { body: { label: 'Bench', url } });
  }
}
