import type { ToolLevel } from '@chat/contracts';
import type { AgentAccess } from '@chat/contracts/gateway';

/** What an agent may do, as the person who connected it chose. */
export interface Permission {
  readonly access: AgentAccess;
  /** With `answer_named`: the conversations, or the channel of all of them. */
  readonly conversationIds: readonly number[];
  readonly channelId: number | null;
  /** With `answer_named`: whether the hour is over. */
  readonly isOver: boolean;
}

/** An agent with a grant. */
export interface Agent extends Permission {
  readonly grantId: number;
}

/** What an agent may do that nobody let do more. */
export const onlyReading: Permission = {
  access: 'read',
  conversationIds: [],
  channelId: null,
  isOver: false,
};

/** Returns the most that the agent may do. */
export function levelOf({ access, isOver }: Permission): ToolLevel {
  switch (access) {
    case 'answer_named':
      return isOver ? 'read' : 'answer';
    case 'read':
    case 'answer':
    case 'write':
      return access;
  }
}

/** Whether the agent may answer in a conversation, as long as it may answer at all. */
export async function mayAnswerIn(
  { access, conversationIds, channelId }: Permission,
  conversationId: number,
  channelOf: (conversationId: number) => Promise<number>,
): Promise<boolean> {
  if (access !== 'answer_named') return true;
  if (channelId === null) return conversationIds.includes(conversationId);
  return (await channelOf(conversationId)) === channelId;
}

/** Says to an agent why a tool is not for it, and what can be done. */
export function refusalOf({ access, isOver }: Permission): string {
  if (access === 'answer_named' && isOver) {
    return 'The hour in which this agent may answer is over. Ask the person who connected it to renew it.';
  }
  const may = {
    read: 'only read',
    answer: 'only read and answer',
    answer_named: 'only read and answer',
    write: 'write',
  };
  return `This agent may ${may[access]}. Only the person who connected it can allow more.`;
}
