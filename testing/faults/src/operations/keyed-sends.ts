import { around } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import type { Random } from '@chat/test-kit/random';
import type { MessageLedgers } from '../world/message-ledgers';
import type { World } from '../world/world';
import { KeyedCalls, type KeyedSend } from './keyed-calls';
import type { Load, Operation } from './operation';
import { formWith, newPicture } from './pictures';
import { byEither } from './receivers';

const MOST_REPEATS = 5;
const FILE_SHARE = 0.4;
const LARGEST_FILE = 20_000;
const PATH = '/v1/messages';

/**
 * `POST /v1/messages` with an Idempotency-Key, a text or an uploaded picture, on both kinds of channel: each request is
 * made twice concurrently and repeated until it is answered.
 */
export const keyedSends: Operation = {
  name: 'keyed-sends',
  everyMs: 500,
  atOnce: 8,
  failpoints: around('messaging', 'commit', 'idempotency_records'),
  open: (world, random) => new KeyedSends(world, random),
};

class KeyedSends implements Load {
  private readonly calls: KeyedCalls;
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.calls = new KeyedCalls(world, random, MOST_REPEATS);
  }

  async attempt(): Promise<boolean> {
    return (await this.calls.attempt([PATH, PATH], () => this.newSend())).includes(201);
  }

  async audit(ledgers: MessageLedgers): Promise<Finding[]> {
    const taken = (await ledgers.taken()).flatMap(({ label, chatMessageId }) =>
      label?.startsWith('keyed ') ? [{ label, chatMessageId }] : [],
    );
    return this.calls.audit(taken);
  }

  private newSend(): KeyedSend {
    const tenant = this.random.pick(this.world.tenants);
    const label = `keyed ${(this.count += 1)}`;
    const texts = { ...byEither(tenant, '202553', this.random), message: label };
    const hasFile = this.random.next() < FILE_SHARE;
    const body = hasFile ? formWith({ ...texts }, newPicture(this.random.between(1, LARGEST_FILE))) : texts;
    return { tenant, label, body };
  }
}
