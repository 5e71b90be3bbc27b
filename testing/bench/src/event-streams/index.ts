import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BusClient } from '@chat/bus';
import { contactCreated } from '@chat/contracts/crm';
import { createAccount, createApiKey } from '@chat/contracts/gateway';
import { freePort } from '@chat/local-servers';
import { systemContext } from '@chat/service-kit';
import type { BenchOptions, Report } from '../bench';
import { Child } from '../child';
import { readCpuTimes } from '../cpu/cpu-times';
import { readMemory } from '../cpu/memory';
import { say } from '../progress';
import { ServiceProcesses } from '../service-processes';
import type { ReadersOrder, ReadersReport } from './readers/order';
import { describeStreams, type Round } from './report.rules';

const plans = {
  full: { rounds: 5, accounts: 20, events: 20_000, settleMs: 20_000 },
  quick: { rounds: 2, accounts: 20, events: 10_000, settleMs: 10_000 },
  smallest: { rounds: 1, accounts: 1, events: 50, settleMs: 500 },
};
type Plan = (typeof plans)[keyof typeof plans];

/** As many as an account may have. */
const STREAMS_PER_ACCOUNT = 100;
/** Opened and closed before anything is measured, so that the code and its caches are there. */
const WARM_UP_STREAMS = 50;
/** As a relay publishes them under load. */
const BATCH_SIZE = 100;
const LOOK_MS = 50;
const PATIENCE_MS = 120_000;
const UNREAD_ACCOUNT = 999_999;
const AT = '2026-01-31T10:20:30.000+00:00';
const ACCOUNT = {
  name: 'Bench',
  account_limit: 0,
  device_channels: false,
  cloud_channels: false,
  coexistence: false,
  rate_limit: 1_000_000,
};
const KB = 1_000;
const MIB = 1_024 * 1_024;

/** What open event streams need of one gateway: memory, CPU while nothing happens, and CPU of events. */
export async function runEventStreamsBench({ size }: BenchOptions): Promise<Report> {
  const plan = plans[size];
  const rounds: Round[] = [];
  for (let count = 1; count <= plan.rounds; count += 1) {
    say(`Round ${count}: starting a gateway`);
    rounds.push(await measureOne(plan));
  }
  const streams = plan.accounts * STREAMS_PER_ACCOUNT;
  return { figures: { streams, rounds }, ...describeStreams(streams, rounds) };
}

/** Each round has a gateway of its own: memory that was needed once is not given back. */
async function measureOne(plan: Plan): Promise<Round> {
  const port = await freePort();
  const env = { GATEWAY_PORT: String(port), MAX_CONNECTIONS_PER_ADDRESS: '10000' };
  const processes = await ServiceProcesses.start(['gateway'], { durable: false, env });
  const readers = Child.start(join(__dirname, 'readers/main.js'), 'The readers');
  try {
    const gateway = new MeasuredGateway(processes, readers, `http://127.0.0.1:${port}/v1/events/stream`);
    return await gateway.measure(plan);
  } finally {
    readers.stop();
    await processes.stop();
  }
}

interface Account {
  id: number;
  headers: Record<string, string>;
}

class MeasuredGateway {
  constructor(
    private readonly processes: ServiceProcesses,
    private readonly readers: Child,
    private readonly url: string,
  ) {}

  async measure({ accounts: count, events, settleMs }: Plan): Promise<Round> {
    const accounts: Account[] = [];
    while (accounts.length < count) accounts.push(await this.createAccount());
    const [first] = accounts as [Account];
    await this.open(WARM_UP_STREAMS, [first]);
    await this.publish(first.id, 10, WARM_UP_STREAMS);
    await this.ask('close');
    await delay(settleMs / 4);

    const memoryBefore = await this.residentBytes();
    const streams = count * STREAMS_PER_ACCOUNT;
    say(`Opening ${streams} streams`);
    await this.open(streams, accounts);
    await delay(settleMs);
    const streamKB = ((await this.residentBytes()) - memoryBefore) / streams / KB;
    const idlePercent = await this.idlePercent(settleMs);
    say(`${streamKB.toFixed(1)} kB a stream; publishing events`);
    const idleShare = idlePercent / 100;
    const unreadUs = await this.costOf(events, idleShare, () => this.publish(UNREAD_ACCOUNT, events, 0));
    const few = Math.ceil(events / STREAMS_PER_ACCOUNT);
    const sharedUs = await this.costOf(few, idleShare, () =>
      this.publish(first.id, few, STREAMS_PER_ACCOUNT),
    );
    await this.ask('close');
    await this.open(1, [first]);
    const readUs = await this.costOf(events, 0, () => this.publish(first.id, events, 1));
    const readerUs = (sharedUs - readUs) / (STREAMS_PER_ACCOUNT - 1);
    return { streamKB, idlePercent, unreadUs, readUs, readerUs };
  }

  private async createAccount(): Promise<Account> {
    const client = new BusClient(this.processes.bus);
    const { account } = await client.request(createAccount, systemContext(0), { body: ACCOUNT });
    const key = await client.request(createApiKey, systemContext(account.id), {
      body: { account_id: account.id, scopes: null, allowlist: ['127.0.0.0/8'] },
    });
    const headers = { 'client-id': key.api_key.client_id, 'client-secret': key.client_secret };
    return { id: account.id, headers };
  }

  private async open(streams: number, accounts: readonly Account[]): Promise<void> {
    const headers = accounts.map((account) => account.headers);
    await this.ask({ open: streams, url: this.url, headers });
  }

  /** Resolves when all of them were read as often as they have readers, or the gateway rests. */
  private async publish(accountId: number, count: number, readers: number): Promise<void> {
    const before = await this.eventsRead();
    const stream = this.processes.bus.nats.jetstream();
    for (let done = 0; done < count; done += BATCH_SIZE) {
      const batch = Array.from({ length: Math.min(BATCH_SIZE, count - done) }, (_, index) =>
        stream.publish(contactCreated.subject, JSON.stringify(contactEvent(accountId, done + index))),
      );
      await Promise.all(batch);
    }
    const until = performance.now() + PATIENCE_MS;
    while ((await this.eventsRead()) < before + count * readers) {
      if (performance.now() > until) throw new Error('The readers were not sent all events.');
      await delay(LOOK_MS);
    }
    if (readers === 0) await delay(1_000);
  }

  /** The CPU of an event in microseconds, without what the streams need anyway. */
  private async costOf(events: number, idleShare: number, work: () => Promise<void>): Promise<number> {
    const [startedAt, before] = [performance.now(), await this.cpuMs()];
    await work();
    const idleMs = (performance.now() - startedAt) * idleShare;
    return (((await this.cpuMs()) - before - idleMs) / events) * 1_000;
  }

  private async idlePercent(ms: number): Promise<number> {
    const [startedAt, before] = [performance.now(), await this.cpuMs()];
    await delay(ms);
    return (((await this.cpuMs()) - before) / (performance.now() - startedAt)) * 100;
  }

  private async cpuMs(): Promise<number> {
    const times = await readCpuTimes({ gateway: this.processes.pidOf('gateway') });
    return times?.gateway ?? Number.NaN;
  }

  private async residentBytes(): Promise<number> {
    const memory = await readMemory({ gateway: this.processes.pidOf('gateway') });
    return (memory?.gateway ?? Number.NaN) * MIB;
  }

  private async eventsRead(): Promise<number> {
    return ((await this.ask('count')) as { events: number }).events;
  }

  private async ask(order: ReadersOrder): Promise<ReadersReport> {
    const report = await this.readers.ask<ReadersReport>(order);
    if ('failure' in report) throw new Error(report.failure);
    return report;
  }
}

function contactEvent(accountId: number, index: number): object {
  const name = { firstname: 'Ana', lastname: null, mobile_code: '55', mobile: '11987654321' };
  const contact = { id: index + 1, ...name, phone: '5511987654321', marketing_opted_out: false };
  return {
    specversion: '1.0',
    id: randomUUID(),
    source: '/services/crm',
    type: contactCreated.type,
    subject: `contacts/${index + 1}`,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    accountid: String(accountId),
    entityversion: 1,
    data: { contact: { ...contact, created_at: AT, updated_at: AT } },
  };
}
