import type { SandboxClient } from '@chat/test-kit';
import { around } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import type { Random } from '@chat/test-kit/random';
import { cloudCustomers } from '../world/tenant';
import type { World } from '../world/world';
import type { Load, Operation } from './operation';

/** The share of attempts in which somebody writes; in the others, somebody reads a chat. */
const WRITING_SHARE = 0.7;

/**
 * People write to Cloud numbers and read what they received; the provider repeats its callbacks until they are
 * acknowledged.
 */
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

  /** Inbound messages are judged by `inbound`, and reads by `sends`. */
  audit(): Promise<Finding[]> {
    return Promise.resolve([]);
  }
}
