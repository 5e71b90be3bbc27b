import type { SandboxClient } from '@chat/test-kit';
import { around } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import { judgeInbound } from '../oracles/inbound.rules';
import type { Random } from '@chat/test-kit/random';
import type { MessageLedgers } from '../world/message-ledgers';
import type { World } from '../world/world';
import type { Load, Operation } from './operation';

const CUSTOMERS = 30;

/** People write to the shops. The audit covers all inbound messages, of both networks. */
export const inbound: Operation = {
  name: 'inbound',
  everyMs: 350,
  atOnce: 8,
  failpoints: [
    ...around('device-sessions', 'network-read', 'message'),
    ...around('device-sessions', 'commit', 'received'),
    ...around('device-sessions', 'publish', 'evt.device-sessions.internal.message.received'),
    ...around('messaging', 'commit', 'conversations'),
    ...around('messaging', 'publish', 'evt.messaging.message.received'),
    ...around('webhooks', 'commit', 'endpoint_deliveries'),
    ...around('webhooks', 'ack', 'webhooks-events'),
    ...around('webhooks', 'http-write', 'POST'),
    ...around('webhooks', 'http-read', 'POST'),
    ...around('sandbox', 'commit', 'deliveries'),
  ],
  open: (world, random) => new Inbound(world, random),
};

class Inbound implements Load {
  private readonly acknowledged: string[] = [];
  private readonly sandbox: SandboxClient;
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.sandbox = world.stack.sandbox;
  }

  async attempt(): Promise<boolean> {
    this.count += 1;
    const { shop } = this.random.pick(this.world.tenants);
    const from = `1202552${String(this.random.between(0, CUSTOMERS - 1)).padStart(4, '0')}`;
    try {
      this.acknowledged.push(
        await this.sandbox.write(from, { to: shop.digits, text: `inbound ${this.count}` }),
      );
      return true;
    } catch {
      return false;
    }
  }

  async audit(ledgers: MessageLedgers): Promise<Finding[]> {
    return judgeInbound({
      acknowledged: this.acknowledged,
      written: await ledgers.written(),
      stored: await ledgers.storedInbound(),
    });
  }
}
