import { randomUUID } from 'node:crypto';
import { headers, type Msg, type NatsConnection } from 'nats';
import { BusClient, BusConnection } from '@chat/bus';
import {
  parse,
  subjectsOf,
  type CloudEvent,
  type EventType,
  type InputOf,
  type Operation,
  type OutputOf,
  type Pagination,
  type Plan,
  type RequestContext,
} from '@chat/contracts';
import { AppError, type ErrorBody } from '@chat/errors';
import { until } from './until';

type FakeHandler<Op> = (input: InputOf<Op>, context: RequestContext) => OutputOf<Op> | Promise<OutputOf<Op>>;

/** The attributes of an event that a spec publishes. */
export interface PublishOptions {
  accountId?: number;
  entity?: string;
  entityVersion?: number;
  id?: string;
  channelId?: number;
  traceparent?: string;
  /** Its time; now by default. */
  time?: Date;
}

/** A busy machine may take long to store many events at once. */
const PUBLISH_TIMEOUT_MS = 20_000;

const generousPlan: Plan = {
  account_limit: -1,
  device_channels: true,
  cloud_channels: true,
  coexistence: true,
  rate_limit: 1_000_000,
};

/** The context of an authenticated request. */
export function testContext({
  accountId = 1,
  plan = {},
  timeoutMs = 20_000,
  credential = { type: 'api_key', id: 'ck_test', scopes: null },
}: {
  accountId?: number;
  plan?: Partial<Plan>;
  timeoutMs?: number;
  credential?: RequestContext['credential'];
} = {}): RequestContext {
  return {
    requestId: randomUUID(),
    traceparent: null,
    idempotencyKey: null,
    deadline: Date.now() + timeoutMs,
    account: { id: accountId, plan: { ...generousPlan, ...plan } },
    credential,
  };
}

/** The bus for specs: it calls the service under test, plays the other services and receives events. */
export class TestBus {
  private readonly heard = new Map<string, CloudEvent>();

  private constructor(
    readonly connection: BusConnection,
    private readonly client: BusClient,
  ) {}

  static async open(url: string): Promise<TestBus> {
    const connection = await BusConnection.open({ url }, 'spec');
    const bus = new TestBus(connection, new BusClient(connection));
    bus.nats.subscribe('evt.>', { callback: (_, message) => bus.hear(message) });
    await bus.nats.flush();
    return bus;
  }

  get nats(): NatsConnection {
    return this.connection.nats;
  }

  request<Op extends Operation>(
    operation: Op,
    input: InputOf<Op>,
    context: RequestContext = testContext(),
  ): Promise<OutputOf<Op>> {
    return this.client.request(operation, context, input);
  }

  /** A list with its pagination, which is null for a list without pages. */
  async page<Op extends Operation>(
    operation: Op,
    input: InputOf<Op>,
    context: RequestContext = testContext(),
  ): Promise<OutputOf<Op> & { pagination: Pagination | null }> {
    const { status, body, pagination } = await this.client.forward(operation, context, input);
    const answer: unknown = JSON.parse(Buffer.from(body).toString());
    if (status >= 400) throw AppError.fromReply(answer as ErrorBody);
    return { ...(answer as OutputOf<Op>), pagination: JSON.parse(pagination ?? 'null') as Pagination | null };
  }

  /** Plays another service's handler; an error that it throws is the response. Unsubscribe to stop responding. */
  async respond<Op extends Operation>(
    operation: Op,
    handle: FakeHandler<Op>,
  ): Promise<{ unsubscribe(): void }> {
    const callback = (_: unknown, message: Msg) => {
      const context = JSON.parse(message.headers?.get('Chat-Context') ?? 'null') as RequestContext;
      void answer(() => handle(message.json<InputOf<Op>>(), context)).then(({ status, body }) => {
        const reply = headers();
        reply.set('Status', String(status));
        message.respond(JSON.stringify(body), { headers: reply });
      });
    };
    const subscriptions = subjectsOf(operation).map((subject) =>
      this.nats.subscribe(operation.owner ? `${subject}.*` : subject, { callback }),
    );
    await this.nats.flush();
    return { unsubscribe: () => subscriptions.forEach((subscription) => subscription.unsubscribe()) };
  }

  /** Publishes an event as another service would. */
  async publish<T extends object>(
    type: EventType<T>,
    data: NoInfer<T>,
    options: PublishOptions = {},
  ): Promise<CloudEvent<T>> {
    const event = this.eventOf(type, data, options);
    await this.nats.jetstream().publish(type.subject, JSON.stringify(event), { timeout: PUBLISH_TIMEOUT_MS });
    return event;
  }

  /** Returns an event of another service, whose data is validated against the contract. */
  eventOf<T extends object>(
    type: EventType<T>,
    data: NoInfer<T>,
    {
      accountId = 1,
      entity = 'entities/1',
      entityVersion = 1,
      id = randomUUID(),
      time = new Date(),
      ...more
    }: PublishOptions = {},
  ): CloudEvent<T> {
    return {
      specversion: '1.0',
      id,
      source: '/services/spec',
      type: type.type,
      subject: entity,
      time: time.toISOString(),
      datacontenttype: 'application/json',
      accountid: String(accountId),
      ...(more.channelId !== undefined && { channelid: String(more.channelId) }),
      entityversion: entityVersion,
      ...(more.traceparent !== undefined && { traceparent: more.traceparent }),
      data: parse(type.data, data, 'refused'),
    };
  }

  /**
   * The events of a type that were received so far, without duplicates, which two relays may publish. Their data is validated
   * against the contract.
   */
  events<T extends object>(type: EventType<T>): CloudEvent<T>[] {
    const events = [...this.heard.values()].filter((event) => event.type === type.type) as CloudEvent<T>[];
    for (const { data } of events) parse(type.data, data, 'refused');
    return events;
  }

  /** The first event of a type, past or future, for which the predicate holds. */
  async nextEvent<T extends object>(
    type: EventType<T>,
    predicate: (event: CloudEvent<T>) => boolean = () => true,
  ): Promise<CloudEvent<T>> {
    return until(() => this.events(type).find(predicate), { describe: `an event ${type.type}` });
  }

  /** A spec may publish other things than our events. */
  private hear(message: Msg): void {
    try {
      const event = message.json<CloudEvent | null>();
      if (event?.type && event.data && !this.heard.has(event.id)) this.heard.set(event.id, event);
    } catch {
      return;
    }
  }

  async close(): Promise<void> {
    await this.connection.drain();
  }
}

async function answer(handle: () => unknown): Promise<{ status: number; body: unknown }> {
  try {
    return { status: 200, body: await handle() };
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('server_error');
    return { status: known.status, body: known.toBody() };
  }
}
