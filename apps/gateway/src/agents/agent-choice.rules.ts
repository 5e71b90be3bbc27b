import {
  agentAccesses,
  MAX_NAMED_CONVERSATIONS,
  type AgentAccess,
  type SetAgentAccess,
} from '@chat/contracts/gateway';

/** How far a person lets an agent go. */
export interface AgentChoice {
  readonly access: AgentAccess;
  readonly conversation_ids: readonly number[];
  readonly channel_id: number | null;
}

/** What is wrong with a choice, by its member. */
export type ChoiceProblem = readonly [member: 'conversation_ids' | 'channel_id', sentence: string];

/** Completes a choice. What is named goes with `answer_named`, and with nothing else. */
export function choiceOf({ access, conversation_ids = [], channel_id = null }: Choosing): AgentChoice {
  return access === 'answer_named'
    ? { access, conversation_ids: [...new Set(conversation_ids)], channel_id }
    : { access, conversation_ids: [], channel_id: null };
}

type Choosing = Pick<SetAgentAccess, 'access' | 'conversation_ids'> & {
  channel_id?: number | null | undefined;
};

/** Returns what is wrong with a choice; null if it is complete. */
export function problemOfChoice({ access, conversation_ids, channel_id }: AgentChoice): ChoiceProblem | null {
  if (access !== 'answer_named' || conversation_ids.length > 0 !== (channel_id !== null)) return null;
  return channel_id === null
    ? ['conversation_ids', 'Name the conversations in which the agent may answer, or one channel.']
    : ['channel_id', 'Name conversations or a channel, not both.'];
}

/** Reads the choice of a form of the consent page; a sentence if it cannot be read. */
export function readChoice(form: URLSearchParams): AgentChoice | string {
  const access = agentAccesses.find((one) => one === form.get('access'));
  if (access === undefined) return 'Choose what the agent may do.';
  const conversations = idsIn(form.get('conversation_ids'));
  const channels = idsIn(form.get('channel_id'));
  if (access !== 'answer_named') return choiceOf({ access });
  if (!conversations || conversations.length > MAX_NAMED_CONVERSATIONS) {
    return `Write the numbers of at most ${MAX_NAMED_CONVERSATIONS} conversations, separated by commas.`;
  }
  if (!channels || channels.length > 1) return 'Write the number of one channel.';
  const choice = choiceOf({ access, conversation_ids: conversations, channel_id: channels[0] });
  return problemOfChoice(choice)?.[1] ?? choice;
}

/** Null if there is anything but ids. */
function idsIn(text: string | null): number[] | null {
  const words = (text ?? '').split(/[\s,]+/).filter(Boolean);
  const ids = words.map((word) => (/^[1-9]\d{0,15}$/.test(word) ? Number(word) : NaN));
  return ids.every(Number.isSafeInteger) ? ids : null;
}
