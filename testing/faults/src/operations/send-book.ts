import type { SentMessage } from '@chat/contracts/messaging';
import type { Finding } from '../oracles/finding';
import { judgeCalls, type SendCall } from '../oracles/sends.rules';
import type { Random } from '@chat/test-kit/random';
import type { MessageLedgers } from '../world/message-ledgers';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { Caller, type Called } from './call';

/** The sends of one operation, and their results for the clients. */
export class SendBook {
  private readonly caller: Caller;
  private readonly calls: SendCall[] = [];
  private count = 0;

  /**
   * @param name the beginning of every message text, unique to this operation.
   * @param options as of `Caller`.
   */
  constructor(
    private readonly name: string,
    private readonly random: Random,
    world: World,
    { mayBeUnknown = false } = {},
  ) {
    this.caller = new Caller(world, { mayBeUnknown });
  }

  /** Returns a unique message text. */
  newLabel(): string {
    return `${this.name} ${(this.count += 1)}`;
  }

  /** Sends it through any gateway. @param body makes the label the text or caption of the message. */
  async send(
    tenant: Tenant,
    label: string,
    body: object,
    path = '/v1/messages',
  ): Promise<Called<SentMessage>> {
    const client = this.random.pick(tenant.clients);
    const called = await this.caller.call<SentMessage>(client, 'post', path, body);
    const { status, code, data, extra } = called;
    const messageId = data?.message_id ?? (typeof extra.message_id === 'number' ? extra.message_id : null);
    this.calls.push({ label, status, code, messageId, chatMessageId: data?.chat_message_id ?? null });
    return called;
  }

  async audit(ledgers: MessageLedgers): Promise<Finding[]> {
    const [stored, taken] = [await ledgers.storedSends(), await ledgers.taken()];
    return [...this.caller.findings.splice(0), ...judgeCalls(this.calls, { stored, taken })];
  }
}
