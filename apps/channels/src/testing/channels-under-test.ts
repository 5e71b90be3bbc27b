import { BusClient, type RawReply } from '@chat/bus';
import type { InputOf, Operation, Plan, RequestContext } from '@chat/contracts';
import {
  createChannel,
  deviceConnected,
  deviceDisconnected,
  deviceStatusChanged,
  getChannelStatus,
  type Channel,
  type ConnectionStatus,
  type CreateChannel,
} from '@chat/contracts/channels';
import { startTestService, testContext, until, type TestService } from '@chat/test-kit';
import { channelsService } from '../service';
import { FakeSessions } from './fake-sessions';

/** The service with its own database and NATS; the spec simulates the sessions of its channels. */
export class ChannelsUnderTest {
  private lastAccountId = 0;

  private constructor(
    private readonly service: TestService,
    readonly sessions: FakeSessions,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<ChannelsUnderTest> {
    const service = await startTestService(channelsService, environment);
    return new ChannelsUnderTest(service, await FakeSessions.start(service.bus));
  }

  get bus() {
    return this.service.bus;
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  query(sql: string, values: unknown[] = []) {
    return this.service.query(sql, values);
  }

  /** Starts one more replica, whose loops do their first round. */
  async startReplica(): Promise<void> {
    await this.service.startReplica();
  }

  /** Returns the context of an account that no other test uses. */
  newAccount(plan: Partial<Plan> = {}): RequestContext {
    this.lastAccountId += 1;
    return testContext({ accountId: this.lastAccountId, plan });
  }

  /** Returns the raw reply, with its status and pagination. */
  reply<Op extends Operation>(operation: Op, input: InputOf<Op>, context: RequestContext): Promise<RawReply> {
    return new BusClient(this.bus.connection).forward(operation, context, input);
  }

  async create(context: RequestContext, body: Partial<CreateChannel> = {}): Promise<Channel> {
    const created = await this.bus.request(createChannel, { body: { name: 'Sales', ...body } }, context);
    return created.device;
  }

  /** Creates a channel whose phone is linked, as detected by a status poll. */
  async createConnected(context: RequestContext, phone: string): Promise<Channel> {
    const channel = await this.create(context);
    this.sessions.move(channel.id, 'CONNECTED', { phone_number: phone });
    await this.poll(channel.id, context);
    return channel;
  }

  poll(id: number, context: RequestContext) {
    return this.bus.request(getChannelStatus, { params: { id } }, context);
  }

  /** Waits until the stored row has the status. */
  async untilStored(id: number, status: ConnectionStatus): Promise<void> {
    await until(async () => (await this.stored(id)).connection_status === status, {
      describe: `channel ${id} to be ${status}`,
    });
  }

  async stored(id: number): Promise<Record<string, unknown>> {
    const [row] = await this.query('SELECT * FROM channels.channels WHERE id = $1', [id]);
    return row ?? {};
  }

  /** Inserts a Cloud channel directly, without onboarding. */
  async insertCloud(context: RequestContext, status: ConnectionStatus, phone: string): Promise<number> {
    await this.query(
      `INSERT INTO channels.account_quotas (account_id, channels_in_use) VALUES ($1, 1)
       ON CONFLICT (account_id) DO UPDATE SET channels_in_use = account_quotas.channels_in_use + 1`,
      [context.account.id],
    );
    const [row] = await this.query(
      `INSERT INTO channels.channels (account_id, business_name, phone_number, channel_type, origin, connection_status,
         is_default, session_epoch, session_seq, version, created_at, updated_at)
       VALUES ($1, 'Cloud', $2, 'cloud', 'cloud', $3, false, 0, -1, 1, now(), now()) RETURNING id::int`,
      [context.account.id, phone, status],
    );
    return Number(row?.id);
  }

  /** Returns the events of the channel's transitions so far, as `connected` or `pending>connected (connected)`. */
  async firedBy(id: number): Promise<string[]> {
    const rows = await this.query(
      `SELECT document::json AS event FROM channels.outbox WHERE document::json ->> 'subject' = $1 ORDER BY id`,
      [`channels/${id}`],
    );
    const described = new Map<string, (data: Record<string, string>) => string>([
      [deviceConnected.type, () => 'connected'],
      [deviceDisconnected.type, () => 'disconnected'],
      [deviceStatusChanged.type, (data) => `${data.from_status}>${data.to_status} (${data.reason})`],
    ]);
    return rows.flatMap(({ event }) => {
      const { type, data } = event as { type: string; data: Record<string, string> };
      return described.get(type)?.(data) ?? [];
    });
  }
}
