import type { SentMessage } from '@chat/contracts/messaging';
import { until } from '@chat/test-kit';
import type { Random } from '@chat/test-kit/random';
import type { World } from './world';

/** A person's messages are read and written while their two conversations merge. */
const WRITE_EVERY_MS = 150;
const SEND_EVERY_MS = 200;
/** What was written during the last kills comes from queues. */
const ARRIVAL_MS = 120_000;

interface Ledgers {
  /** The messages of the merged conversation, by number. */
  stored: { sequence: number; body: string | null }[];
  last_sequence: number;
}

/** One person with two conversations on a Cloud channel: the older by user id, the younger, with many messages, by number. */
export class TwoConversations {
  private readonly written: string[] = [];
  private readonly sent: string[] = [];
  private count = 0;

  private constructor(
    private readonly world: World,
    private readonly random: Random,
    private readonly digits: string,
    private readonly many: number,
    private readonly ids: { older: number; younger: number },
  ) {}

  /** @param many how many messages the younger conversation has. */
  static async of(world: World, random: Random, many: number): Promise<TwoConversations> {
    const { accountId, cloud } = world.tenants[0]!;
    const digits = `1202556${String(random.between(0, 9_999)).padStart(4, '0')}`;
    const chatMessageId = await world.stack.sandbox.write(digits, {
      to: cloud.digits,
      text: 'Guess who',
      hides_number: true,
    });
    const older = await until(() => conversationOf(world, chatMessageId), {
      describe: 'the conversation of somebody who hides their number',
    });
    const { rows } = await world.database.query<{ id: number }>(
      `WITH c AS (
         INSERT INTO messaging.conversations (account_id, channel_id, contact_phone, canonical_phone, last_sequence,
           last_message_id, last_message_at)
         VALUES ($1, $2, $3, $3, $4, 0, now()) RETURNING *
       ), m AS (
         INSERT INTO messaging.messages (account_id, conversation_id, channel_id, direction, source, type, body, content,
           connector, status, chat_message_id, sequence, occurred_at)
         SELECT c.account_id, c.id, c.channel_id, 'inbound', 'customer', 'text', 'many ' || n, '{}', 'cloud-connector',
           'delivered', 'wamid.MANY' || c.id || '.' || n, n, now() - (c.last_sequence - n) * interval '1 s'
         FROM c, generate_series(1, c.last_sequence) AS n
       )
       SELECT id::int FROM c`,
      [accountId, cloud.channelId, digits, many],
    );
    return new TwoConversations(world, random, digits, many, { older, younger: rows[0]!.id });
  }

  /** Shows the network's id and the number of the person together, which merges the conversations. */
  async meet(): Promise<void> {
    await this.write();
    await until(async () => (await this.isMoving()) !== null, { describe: 'the conversations to merge' });
  }

  /** Reads and writes on both sides until the function is called that this returns. */
  converse(): () => Promise<void> {
    const underWay = new Set<Promise<void>>();
    const begin = (work: () => Promise<unknown>) => () => {
      const one: Promise<void> = work()
        .then(
          () => undefined,
          () => undefined,
        )
        .finally(() => underWay.delete(one));
      underWay.add(one);
    };
    const timers = [
      setInterval(
        begin(() => this.write()),
        WRITE_EVERY_MS,
      ),
      setInterval(
        begin(() => this.send()),
        SEND_EVERY_MS,
      ),
    ];
    return async () => {
      timers.forEach(clearInterval);
      await Promise.all(underWay);
    };
  }

  /** Whether messages still move; null before the merge. */
  async isMoving(): Promise<boolean | null> {
    const { rows } = await this.world.database.query<{ is_moving: boolean }>(
      'SELECT is_moving FROM messaging.merged_conversations WHERE account_id = $1 AND id = $2',
      [this.world.tenants[0]!.accountId, this.ids.younger],
    );
    return rows[0]?.is_moving ?? null;
  }

  /** @throws Error that names what is lost, double or out of order. */
  async judge(): Promise<void> {
    let refusal: unknown;
    const reply = () => this.send().catch((error: unknown) => void (refusal = error));
    const { body } = await until(reply, { describe: 'a reply by the old id' }).catch((error: unknown) => {
      throw new Error(`${String(error)} ${String(refusal)}`);
    });
    const arrived = async () => (await this.chats()).some(({ text }) => text === body);
    await until(arrived, { describe: 'the reply by the old id to arrive' });
    const haveArrived = async () => (await this.elsewhere()).length === 0;
    const options = { describe: 'all messages to be in one conversation', timeoutMs: ARRIVAL_MS };
    await until(haveArrived, options).catch(() => undefined);
    const wrong = [...(await this.elsewhere()), ...this.findings(await this.read())];
    if (wrong.length > 0) throw new Error(`The merged conversation: ${wrong.join('; ')}.`);
  }

  private findings({ stored, last_sequence: last }: Ledgers): string[] {
    const numbers = stored.map(({ sequence }) => sequence);
    const isGapless = numbers.every((number, index) => number === index + 1) && numbers.length === last;
    const count = (text: string) => stored.filter(({ body }) => body === text).length;
    const many = stored.filter(({ body }) => body?.startsWith('many ')).length;
    return [
      ...(isGapless ? [] : [`${numbers.length} messages do not have the numbers 1 to ${last}`]),
      ...(many === this.many ? [] : [`${many} of ${this.many} messages moved`]),
      ...this.sent.filter((text) => count(text) !== 1).map((text) => `${text} is there ${count(text)} times`),
    ];
  }

  /** What was written to us and is not in the conversation, with the place where it is. */
  private async elsewhere(): Promise<string[]> {
    const { rows } = await this.world.database.query<{ id: string; place: number | null }>(
      `SELECT given.id, m.conversation_id::int AS place FROM unnest($1::text[]) AS given(id)
       LEFT JOIN messaging.messages m ON m.account_id = $2 AND m.chat_message_id = given.id
       WHERE m.conversation_id IS DISTINCT FROM $3`,
      [this.written, this.world.tenants[0]!.accountId, this.ids.older],
    );
    return rows.map(({ id, place }) => `${id} is in ${place ?? 'no conversation'}`);
  }

  private async read(): Promise<Ledgers> {
    const { accountId } = this.world.tenants[0]!;
    const { rows: stored } = await this.world.database.query<Ledgers['stored'][number]>(
      `SELECT sequence::int, body FROM messaging.messages
       WHERE account_id = $1 AND conversation_id = $2 ORDER BY sequence`,
      [accountId, this.ids.older],
    );
    const { rows } = await this.world.database.query<{ last_sequence: number }>(
      'SELECT last_sequence::int FROM messaging.conversations WHERE account_id = $1 AND id = $2',
      [accountId, this.ids.older],
    );
    return { stored, last_sequence: rows[0]!.last_sequence };
  }

  private async write(): Promise<void> {
    const { cloud } = this.world.tenants[0]!;
    const text = `one person ${(this.count += 1)}`;
    this.written.push(await this.world.stack.sandbox.write(this.digits, { to: cloud.digits, text }));
  }

  /** Answers by the id of either conversation. @throws Error unless it was sent. */
  private async send(): Promise<{ body: string }> {
    const body = `answer ${(this.count += 1)}`;
    const conversation_id = this.count % 2 === 0 ? this.ids.younger : this.ids.older;
    const client = this.random.pick(this.world.tenants[0]!.clients);
    const answer = await client.post<SentMessage>('/v1/messages', { conversation_id, message: body });
    if (answer.status !== 201) throw new Error(answer.describe('201'));
    this.sent.push(body);
    return { body };
  }

  private chats() {
    return this.world.stack.sandbox.chats(this.digits);
  }
}

async function conversationOf(world: World, chatMessageId: string): Promise<number | null> {
  const { rows } = await world.database.query<{ id: number }>(
    'SELECT conversation_id::int AS id FROM messaging.messages WHERE chat_message_id = $1',
    [chatMessageId],
  );
  return rows[0]?.id ?? null;
}
