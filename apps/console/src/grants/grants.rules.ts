import type { AgentAccess } from '../api/apps';

const agentAccesses: readonly AgentAccess[] = ['read', 'answer_named', 'answer', 'write'];

/** The scopes of which an agent needs one to go this far. */
const needed: Readonly<Record<AgentAccess, readonly string[]>> = {
  read: [],
  answer_named: ['messages:send'],
  answer: ['messages:send'],
  write: ['messages:send', 'tickets:write'],
};

/** How far an agent with these scopes may be let go. */
export function accessesWithin(scopes: readonly string[]): readonly AgentAccess[] {
  return agentAccesses.filter(
    (access) => needed[access].length === 0 || needed[access].some((scope) => scopes.includes(scope)),
  );
}

/** What is sent for a choice; null while it is not complete. */
export function choiceOf(
  access: AgentAccess,
  named: { readonly channel: string; readonly conversations: ReadonlySet<number> },
): object | null {
  if (access !== 'answer_named') return { access };
  if (named.channel !== '') return { access, channel_id: Number(named.channel) };
  return named.conversations.size > 0 ? { access, conversation_ids: [...named.conversations] } : null;
}
