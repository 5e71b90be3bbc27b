import type { SandboxClient } from '@chat/testing';
import { around } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import type { Random } from '../random.rules';
import { cloudCustomers } from '../world/tenant';
import type { World } from '../world/world';
import type { Load, Operation } from './operation';

/** So often somebody writes; else somebody opens a chat, and all that was sent there is read. */
const WRITING_SHARE = 0.7;

/** People write to numbers on the cloud and read what they got: the provider calls back until it is acknowledged. */
export const cloudCallbacks: Operation = {
  name: 'cloud-callbacks',
  everyMs: 600,
  atOnce: 8,
  failpoints: [
    ...around('cloud-connector', 'commit', 'callbacks'),
    ...around('cloud-connector', 'commit', 'received'),
    ...around('cloud-connector', 'publish', 'evt.cloud-connector.internal.message.received'),
    ...around('cloud-connector', 'publish', 'evt.cloud-connector.internal.message.acknowledged'),
    ...around('sandbox', 'commit', 'cloud_callbacks'),
  ],
  open: (world, random) => new CloudCallbacks(world, random),
};

class CloudCallbacks implements Load {
  private readonly sandbox: SandboxClient;
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.sandbox = world.stack.sandbox;
  }

  async attempt(): Promise<boolean> {
    const { digits } = this.random.pick(this.world.tenants).cloud;
    const customer = this.random.pick(cloudCustomers);
    const isWriting = this.random.next() < WRITING_SHARE;
    try {
      if (isWriting)
        await this.sandbox.write(customer, { to: digits, text: `to the cloud ${(this.count += 1)}` });
      else await this.sandbox.openChat(customer, digits);
      return true;
    } catch {
      return false;
    }
  }

  /** What came in is judged with all inbound messages, and what was read with all sends. */
  audit(): Promise<Finding[]> {
    return Promise.resolve([]);
  }
}
