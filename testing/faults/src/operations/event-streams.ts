import { ChatApi } from '@chat/client';
import type { ContactResult } from '@chat/contracts/crm';
import { until } from '@chat/test-kit';
import type { Random } from '@chat/test-kit/random';
import type { Finding } from '../oracles/finding';
import { judgeStreams, type StreamedContact, type Told } from '../oracles/streams.rules';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { Caller } from './call';
import type { Load, Operation } from './operation';

/** A reader that is behind after that long has missed something. */
const CAUGHT_UP_MS = 60_000;

/** Somebody reads the events of an account at each of its gateways, while contacts are created. */
export const eventStreams: Operation = {
  name: 'event-streams',
  everyMs: 400,
  atOnce: 4,
  isNew: true,
  // Gateways have no work of their own for streams: they are killed anyway.
  failpoints: [],
  open: (world, random) => new EventStreams(world, random),
};

class EventStreams implements Load {
  private readonly caller: Caller;
  private readonly tenant: Tenant;
  private readonly readers: Told[][] = [];
  private readonly contacts: StreamedContact[] = [];
  private readonly findings: Finding[] = [];
  private count = 0;

  constructor(
    world: World,
    private readonly random: Random,
  ) {
    this.caller = new Caller(world);
    this.tenant = world.tenants[0]!;
  }

  async attempt(): Promise<boolean> {
    if (this.readers.length === 0) this.startReaders();
    return this.create();
  }

  /** Whoever is told of a contact that is created last was told of everything before. */
  async rest(): Promise<void> {
    await until(() => this.create(), { describe: 'a last contact' }).catch(() => undefined);
  }

  async audit(): Promise<Finding[]> {
    const last = this.contacts.at(-1);
    if (!last) return this.caller.findings.splice(0);
    const hasCaughtUp = (told: readonly Told[], reader: number) =>
      told.slice(last.toldBefore[reader]).some((one) => one === 'reset' || one.contact === last.id);
    await until(() => this.readers.every(hasCaughtUp), {
      describe: 'the readers to catch up',
      timeoutMs: CAUGHT_UP_MS,
    }).catch(() => undefined);
    return [
      ...this.caller.findings.splice(0),
      ...this.findings.splice(0),
      ...judgeStreams(this.readers, this.contacts),
    ];
  }

  /** They end with the process. */
  private startReaders(): void {
    const { gatewayUrls, credential } = this.tenant;
    for (const baseUrl of gatewayUrls) {
      const told: Told[] = [];
      this.readers.push(told);
      void this.read(new ChatApi({ ...credential, baseUrl }), told).catch((error: unknown) =>
        this.findings.push({ kind: 'wrong', what: `a reader of events gave up: ${String(error)}` }),
      );
    }
  }

  private async read(chat: ChatApi, told: Told[]): Promise<void> {
    for await (const one of chat.streamEvents({ longestPauseMs: 1_000 })) {
      if (one.type === 'hello' && told.length === 0) told.push('reset');
      if (one.type === 'reset') told.push('reset');
      if (one.type === 'contact.created')
        told.push({ contact: (one.data as { contact: { id: number } }).contact.id });
    }
  }

  private async create(): Promise<boolean> {
    const mobile = `205${String(8_000_000 + (this.count += 1))}`;
    const body = { firstname: 'Streamed', mobile_code: '1', mobile };
    const client = this.random.pick(this.tenant.clients);
    const toldBefore = this.readers.map((told) => told.length);
    const { data } = await this.caller.call<ContactResult>(client, 'post', '/v1/contacts', body);
    if (data) this.contacts.push({ id: data.contact.id, toldBefore });
    return data !== null;
  }
}
