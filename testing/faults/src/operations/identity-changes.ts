import type { Conversation, ConversationList, MessageList } from '@chat/contracts/messaging';
import type { Answer, SandboxClient } from '@chat/test-kit';
import { around } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import { judgeIdentities, type ShownConversation } from '../oracles/identities.rules';
import type { Random } from '@chat/test-kit/random';
import type { MessageLedgers } from '../world/message-ledgers';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import type { Load, Operation } from './operation';

/** People write to Cloud numbers, change their number, and write again with the new one. */
export const identityChanges: Operation = {
  name: 'identity-changes',
  everyMs: 1_500,
  atOnce: 2,
  isNew: true,
  failpoints: [...around('messaging', 'commit', 'opt_outs')],
  open: (world, random) => new IdentityChanges(world, random),
};

interface Attempt {
  readonly tenant: Tenant;
  readonly from: string;
  readonly to: string;
}

class IdentityChanges implements Load {
  private readonly sandbox: SandboxClient;
  /** Those that have not been judged yet. */
  private readonly attempts: Attempt[] = [];
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.sandbox = world.stack.sandbox;
  }

  async attempt(): Promise<boolean> {
    const tenant = this.random.pick(this.world.tenants);
    const number = String(5_000_000 + (this.count += 1));
    const [from, to] = [`1205${number}`, `1206${number}`];
    this.attempts.push({ tenant, from, to });
    const business = { to: tenant.cloud.digits };
    const [user_id, newId] = [`US.1205${number}`, `US.1206${number}`];
    const system = { type: 'user_changed_number', wa_id: to, user_id: newId, previous_user_id: user_id };
    try {
      await this.sandbox.write(from, { ...business, user_id, text: `moving ${number}` });
      await this.sandbox.write(from, { ...business, user_id, type: 'system', system });
      await this.sandbox.write(to, { ...business, user_id: newId, text: `moved ${number}` });
      return true;
    } catch {
      return false;
    }
  }

  /** Judges each person once: nothing of them is in progress then. */
  async audit(ledgers: MessageLedgers): Promise<Finding[]> {
    const attempts = this.attempts.splice(0);
    const findings: Finding[] = [];
    for (const tenant of new Set(attempts.map((attempt) => attempt.tenant))) {
      const shown = await conversationsOf(tenant);
      for (const { from, to } of attempts.filter((attempt) => attempt.tenant === tenant)) {
        const written = await ledgers.writtenBy([from, to]);
        const theirs = shown.filter(({ contact }) => contact.phone === from || contact.phone === to);
        findings.push(
          ...judgeIdentities({ from, to, written }, await Promise.all(theirs.map(readBy(tenant)))),
        );
      }
    }
    return findings;
  }
}

interface Paged {
  meta: { pagination: { next_cursor: string | null } };
}

/** All conversations of the Cloud number, as the API shows them. */
async function conversationsOf({ clients: [client], cloud }: Tenant): Promise<Conversation[]> {
  const found: Conversation[] = [];
  const path = `/v1/conversations?chat_account_id=${cloud.channelId}&per_page=100`;
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Answer<ConversationList> = await client!.get(path + (cursor && `&cursor=${cursor}`));
    found.push(...page.data.conversations);
    cursor = (page.body as Paged).meta.pagination.next_cursor;
  }
  return found;
}

function readBy({ clients: [client] }: Tenant) {
  return async ({ id, contact }: Conversation): Promise<ShownConversation> => {
    const { data } = await client!.get<MessageList>(`/v1/conversations/${id}/messages?per_page=100`);
    return {
      phone: contact.phone!,
      chatMessageIds: data.messages.map((message) => message.chat_message_id!),
    };
  };
}
