import type { SentMessage } from '@chat/contracts/messaging';
import { around } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import { judgeKeyedSends, type KeyedCall } from '../oracles/keyed-sends.rules';
import type { Random } from '../random.rules';
import type { MessageLedgers } from '../world/message-ledgers';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { Caller } from './call';
import type { Load, Operation } from './operation';
import { formWith, newPicture } from './pictures';
import { byEither } from './receivers';

/** An outcome that nobody knows stays so: after so many repeats the client gives up. */
const MOST_REPEATS = 5;
const FILE_SHARE = 0.4;
const LARGEST_FILE = 20_000;

/**
 * `POST /v1/messages` with an Idempotency-Key, a text or an uploaded picture, on both kinds of channel: each request twice
 * at once and again until it is answered.
 */
export const keyedSends: Operation = {
  name: 'keyed-sends',
  everyMs: 500,
  atOnce: 8,
  failpoints: around('messaging', 'commit', 'idempotency_records'),
  open: (world, random) => new KeyedSends(world, random),
};

/** A request that has a key. */
interface KeyedSend {
  readonly tenant: Tenant;
  /** The key, and the text or caption. */
  readonly label: string;
  readonly body: object;
  repeats: number;
}

class KeyedSends implements Load {
  private readonly caller: Caller;
  private readonly calls: KeyedCall[] = [];
  private readonly unanswered: KeyedSend[] = [];
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.caller = new Caller(world);
  }

  async attempt(): Promise<boolean> {
    const send = (this.random.next() < 0.3 ? this.unanswered.shift() : undefined) ?? this.newSend();
    const answers = await Promise.all([this.call(send), this.call(send)]);
    const isAnswered = answers.includes(201);
    send.repeats += 1;
    if (!isAnswered && send.repeats < MOST_REPEATS) this.unanswered.push(send);
    return isAnswered;
  }

  async audit(ledgers: MessageLedgers): Promise<Finding[]> {
    const taken = (await ledgers.taken()).flatMap(({ label, chatMessageId }) =>
      label?.startsWith('keyed ') ? [{ label, chatMessageId }] : [],
    );
    return [...this.caller.findings.splice(0), ...judgeKeyedSends(this.calls, taken)];
  }

  private newSend(): KeyedSend {
    const tenant = this.random.pick(this.world.tenants);
    const label = `keyed ${(this.count += 1)}`;
    const texts = { ...byEither(tenant, '202553', this.random), message: label };
    const hasFile = this.random.next() < FILE_SHARE;
    const body = hasFile ? formWith({ ...texts }, newPicture(this.random.between(1, LARGEST_FILE))) : texts;
    return { tenant, label, body, repeats: 0 };
  }

  private async call({ tenant, label, body }: KeyedSend): Promise<number | null> {
    const { status, data } = await this.caller.call<SentMessage>(
      this.random.pick(tenant.clients),
      'post',
      '/v1/messages',
      body,
      { 'idempotency-key': label.replace(' ', '-') },
    );
    const { message_id: messageId = null, chat_message_id: chatMessageId = null } = data ?? {};
    this.calls.push({ label, status, messageId, chatMessageId });
    return status;
  }
}
