import type { SentMessage } from '@chat/contracts/messaging';
import type { Finding } from '../oracles/finding';
import { judgeKeyedSends, type KeyedCall, type TakenText } from '../oracles/keyed-sends.rules';
import type { Random } from '@chat/test-kit/random';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { Caller } from './call';

/** A request with a key. */
export interface KeyedSend {
  readonly tenant: Tenant;
  /** The text from which the key is made, and which the receiver reads. */
  readonly label: string;
  readonly body: object;
}

/** Requests with keys: each is made several times concurrently, and repeated until it is answered. */
export class KeyedCalls {
  private readonly caller: Caller;
  private readonly calls: KeyedCall[] = [];
  private readonly unanswered: { send: KeyedSend; repeats: number }[] = [];

  /** @param mostRepeats after which the client gives up, since an unknown outcome may stay unknown. */
  constructor(
    world: World,
    private readonly random: Random,
    private readonly mostRepeats: number,
  ) {
    this.caller = new Caller(world);
  }

  /** Repeats a request, or makes a new one, by all of these paths concurrently. @returns their statuses. */
  async attempt(paths: readonly string[], newSend: () => KeyedSend): Promise<(number | null)[]> {
    const repeated = this.random.next() < 0.3 ? this.unanswered.shift() : undefined;
    const { send, repeats } = repeated ?? { send: newSend(), repeats: 0 };
    const statuses = await Promise.all(paths.map((path) => this.call(send, path)));
    if (!statuses.includes(201) && repeats + 1 < this.mostRepeats) {
      this.unanswered.push({ send, repeats: repeats + 1 });
    }
    return statuses;
  }

  /** @param taken the requests that the network accepted. */
  audit(taken: readonly TakenText[]): Finding[] {
    return [...this.caller.findings.splice(0), ...judgeKeyedSends(this.calls, taken)];
  }

  private async call({ tenant, label, body }: KeyedSend, path: string): Promise<number | null> {
    const { status, data } = await this.caller.call<SentMessage>(
      this.random.pick(tenant.clients),
      'post',
      path,
      body,
      { 'idempotency-key': label.replace(' ', '-') },
    );
    const { message_id: messageId = null, chat_message_id: chatMessageId = null } = data ?? {};
    this.calls.push({ label, status, messageId, chatMessageId });
    return status;
  }
}
