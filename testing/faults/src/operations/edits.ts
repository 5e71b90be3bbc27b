import type { SandboxClient } from '@chat/test-kit';
import { around } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import type { Random } from '@chat/test-kit/random';
import type { MessageLedgers } from '../world/message-ledgers';
import { cloudCustomers } from '../world/tenant';
import type { World } from '../world/world';
import type { Load, Operation } from './operation';

const MOST_EDITS = 2;
/** The share of messages that are deleted after their edits. */
const DELETED_SHARE = 0.3;
/** The network tells in seconds, and nothing of the future. */
const STEP_MS = 1_000;

/** People write to Cloud numbers, edit what they wrote, and delete some of it. `inbound` judges what is left of it. */
export const edits: Operation = {
  name: 'edits',
  everyMs: 900,
  atOnce: 4,
  isNew: true,
  failpoints: [
    ...around('messaging', 'commit', 'message_changes'),
    ...around('messaging', 'publish', 'evt.messaging.message.updated'),
    ...around('messaging', 'publish', 'evt.messaging.message.deleted'),
  ],
  open: (world, random) => new Edits(world, random),
};

class Edits implements Load {
  /** The ids of what the network acknowledged: messages, edits and deletions. */
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
    const { digits: to } = this.random.pick(this.world.tenants).cloud;
    const customer = this.random.pick(cloudCustomers);
    const label = `edited ${(this.count += 1)}`;
    const times = this.random.between(1, MOST_EDITS);
    const isDeleted = this.random.next() < DELETED_SHARE;
    const startAt = Date.now() - (MOST_EDITS + 2) * STEP_MS;
    const write = async (step: number, message: object): Promise<string> => {
      const sent_at = new Date(startAt + step * STEP_MS).toISOString();
      const id = await this.sandbox.write(customer, { to, sent_at, ...message });
      this.acknowledged.push(id);
      return id;
    };
    try {
      const message_id = await write(0, { text: label });
      for (let time = 1; time <= times; time += 1)
        await write(time, { type: 'edit', message_id, text: `${label}, for the ${time}. time` });
      if (isDeleted) await write(times + 1, { type: 'revoke', message_id });
      return true;
    } catch {
      return false;
    }
  }

  async audit(ledgers: MessageLedgers): Promise<Finding[]> {
    const kept = await ledgers.fromPeople();
    return [
      ...this.acknowledged
        .filter((id) => !kept.has(id))
        .map((id): Finding => ({
          kind: 'wrong',
          what: `the network forgot ${id}: its ledger proves nothing`,
        })),
      ...(await ledgers.untoldChanges()).map((what): Finding => ({
        kind: 'lost',
        what: `${what} was told to nobody`,
      })),
    ];
  }
}
