import { numberStatusChanged, connectNumber, type NumberSync } from '@chat/contracts/cloud-connector';
import { importHistory, type ImportHistory } from '@chat/contracts/messaging';
import { testContext, until } from '@chat/test-kit';
import {
  startCloudConnector,
  type CloudConnectorUnderTest,
  type ProviderNumber,
} from './cloud-connector-under-test';

const HOUR_MS = 60 * 60 * 1000;

export const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** The connector with numbers in Coexistence, and a fake messaging service that records what it imports. */
export class CoexistenceUnderTest {
  /** The parts imported so far. */
  imported: ImportHistory[] = [];
  /** How messaging answers the import of a part. */
  importPart: (part: ImportHistory) => { blobs: string[] } = () => ({ blobs: [] });
  private messaging: { unsubscribe(): void } | undefined;
  private lastNumber = 0;
  private lastChannel = 500;

  private constructor(readonly connector: CloudConnectorUnderTest) {}

  static async start(): Promise<CoexistenceUnderTest> {
    const stack = new CoexistenceUnderTest(await startCloudConnector());
    await stack.connectMessaging();
    stack.playWell();
    return stack;
  }

  get bus(): CloudConnectorUnderTest['bus'] {
    return this.connector.bus;
  }

  get sandbox(): CloudConnectorUnderTest['sandbox'] {
    return this.connector.sandbox;
  }

  /** Lets messaging accept everything from now on. */
  playWell(): void {
    this.imported = [];
    this.importPart = (part) => {
      this.imported.push(part);
      return { blobs: [] };
    };
  }

  async connectMessaging(): Promise<void> {
    this.messaging = await this.bus.respond(importHistory, ({ body }) => this.importPart(body));
  }

  async disconnectMessaging(): Promise<void> {
    this.messaging!.unsubscribe();
    await this.bus.nats.flush();
  }

  async newNumber(): Promise<{ number: ProviderNumber; channelId: number }> {
    this.lastNumber += 1;
    const digits = `4930300${String(this.lastNumber).padStart(6, '0')}`;
    const number = await this.connector.putNumber(digits, { coexistence: true });
    return { number, channelId: (this.lastChannel += 1) };
  }

  connect(channelId: number, number: ProviderNumber, more: { pin?: string } = {}) {
    const { waba_id, phone_number_id, access_token: token } = number;
    const body = { channel_id: channelId, waba_id, phone_number_id, token, coexistence: true, ...more };
    return this.bus.request(connectNumber, { body }, testContext());
  }

  /** Shares data from the business app. */
  share(number: ProviderNumber, body: object) {
    return this.sandbox.call('POST', `/cloud/numbers/${number.digits}/sync`, body);
  }

  async becomes(channelId: number, isIt: (sync: NumberSync) => boolean, what: string): Promise<NumberSync> {
    return until(
      () =>
        this.bus
          .events(numberStatusChanged)
          .map(({ data }) => data)
          .find(({ channel_id, sync }) => channel_id === channelId && sync && isIt(sync))?.sync,
      { describe: `the sync to be ${what}`, timeoutMs: 40_000 },
    );
  }

  completes(channelId: number): Promise<NumberSync> {
    return this.becomes(channelId, ({ status }) => status === 'completed', 'completed');
  }

  /** The sync requests that the provider received. */
  requestsOf({ digits }: ProviderNumber) {
    return this.sandbox.rows(
      `SELECT contacts_requested_at IS NOT NULL AS contacts, history_requested_at IS NOT NULL AS history,
         contacts_requested_at < history_requested_at AS is_in_order
       FROM sandbox.cloud_numbers WHERE digits = $1`,
      [digits],
    );
  }

  async asked(number: ProviderNumber): Promise<void> {
    await until(async () => ((await this.requestsOf(number))[0] as { history: boolean }).history, {
      describe: 'the history to be asked for',
    });
  }

  /** The imported messages. */
  messagesOf(channelId: number): ImportHistory['messages'] {
    return this.imported
      .filter(({ channel_id }) => channel_id === channelId)
      .flatMap(({ messages }) => messages);
  }

  /** Counts the jobs of a type that the channel has had since it was connected. */
  async jobs(type: string, channelId: number): Promise<number> {
    const rows = await this.connector.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM cloud_connector.jobs
       WHERE type = $1 AND (data IS NULL OR (data::jsonb->>'channelId')::int = $2) AND created_at >= (
         SELECT created_at FROM cloud_connector.numbers WHERE channel_id = $2)`,
      [type, channelId],
    );
    return rows[0]!.count;
  }
}

/** A conversation in the business app, with half of the messages from each side. */
export function threadOf(phone: string, count: number): object {
  return {
    phone,
    messages: Array.from({ length: count }, (_, index) => ({
      from_me: index % 2 === 0,
      text: `${phone} ${index}`,
      sent_at: ago(HOUR_MS + index * 60_000),
    })),
  };
}
