import { around } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import type { Random } from '@chat/test-kit/random';
import type { MessageLedgers } from '../world/message-ledgers';
import { CUSTOMER_WITHOUT_ANSWERS } from '../world/tenant';
import type { World } from '../world/world';
import type { Load, Operation } from './operation';
import { byCloud, onCloud } from './receivers';
import { SendBook } from './send-book';

/** The share of sends that the provider accepts without ever answering; their statuses settle them. */
const SHARE_WITHOUT_ANSWERS = 0.07;

/** `POST /v1/messages` with a text on Cloud channels. Unknown outcomes are settled by statuses. */
export const cloudSends: Operation = {
  name: 'cloud-sends',
  everyMs: 450,
  atOnce: 12,
  failpoints: [
    ...around('cloud-connector', 'commit', 'sends'),
    ...around('cloud-connector', 'http-write', 'POST'),
    ...around('cloud-connector', 'http-read', 'POST'),
    ...around('cloud-connector', 'reply', 'any'),
    ...around('messaging', 'ack', 'messaging-cloud-connector'),
    ...around('sandbox', 'commit', 'cloud_messages'),
  ],
  open: (world, random) => new CloudSends(world, random),
};

class CloudSends implements Load {
  private readonly book: SendBook;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.book = new SendBook('cloud', random, world);
  }

  async attempt(): Promise<boolean> {
    const tenant = this.random.pick(this.world.tenants);
    const message = this.book.newLabel();
    if (this.random.next() < SHARE_WITHOUT_ANSWERS) {
      const receiver = onCloud(tenant.cloud.channelId, CUSTOMER_WITHOUT_ANSWERS);
      const { status, code } = await this.book.send(tenant, message, { ...receiver, message });
      // The status may arrive before the answer.
      return status === 201 || code === 'provider_outcome_unknown';
    }
    const receiver = byCloud(tenant, this.random);
    return (await this.book.send(tenant, message, { ...receiver, message })).status === 201;
  }

  audit(ledgers: MessageLedgers): Promise<Finding[]> {
    return this.book.audit(ledgers);
  }
}
