import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { BusConnection } from '@chat/bus';
import { deviceConnected } from '@chat/contracts/channels';
import { someChannel, until } from '@chat/test-kit';

const TIMEOUT_MS = 120_000;

interface Plan {
  perSecond: number;
  seconds: number;
  /** The accounts from 1 to this one take turns. */
  accounts: number;
  /** How many endpoints each event goes to. */
  endpoints: number;
}

/** Publishes events and measures how long their webhooks take. */
export class EventLatencies {
  /** By event: when it was published, and where its latencies are collected. */
  private readonly published = new Map<string, { at: number; latenciesMs: number[] }>();

  constructor(private readonly bus: BusConnection) {}

  /** Milliseconds from each event to its webhook at each endpoint, grouped by second. */
  async measure({ perSecond, seconds, accounts, endpoints }: Plan): Promise<number[][]> {
    const all: number[][] = Array.from({ length: seconds }, () => []);
    const startedAt = performance.now();
    for (let count = 0; count < perSecond * seconds; count += 1) {
      const dueAt = startedAt + ((count + Math.random()) * 1_000) / perSecond;
      await delay(Math.max(0, dueAt - performance.now()));
      await this.publish(1 + (count % accounts), all[Math.floor(count / perSecond)]);
    }
    const areThere = () => all.every(({ length }) => length >= perSecond * endpoints);
    await until(areThere, { describe: 'the last webhooks', timeoutMs: TIMEOUT_MS });
    return all;
  }

  /** @param latenciesMs where its latencies are collected. */
  async publish(accountId: number, latenciesMs: number[] = []): Promise<void> {
    const id = randomUUID();
    const event = {
      ...{ specversion: '1.0', id, source: '/services/bench', type: deviceConnected.type },
      ...{ subject: `channels/${id}`, time: new Date().toISOString(), datacontenttype: 'application/json' },
      ...{ accountid: String(accountId), entityversion: 1, data: { device: someChannel } },
    };
    this.published.set(id, { at: performance.now(), latenciesMs });
    await this.bus.nats.jetstream().publish(deviceConnected.subject, JSON.stringify(event));
  }

  /** Notes that a webhook has arrived. */
  noteWebhook({ headers }: IncomingMessage): void {
    const event = this.published.get(String(headers['webhook-id']));
    event?.latenciesMs.push(performance.now() - event.at);
  }
}
