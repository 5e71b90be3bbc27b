import { Injectable } from '@nestjs/common';
import type { ReferredMessage } from '@chat/contracts/connector';
import type { SendMessage } from '@chat/contracts/messaging';
import { invalid } from '@chat/errors';
import { ReferencesRepository } from './references.repository';
import type { Recipient } from './recipients.service';

/** Finds the message that one answers or reacts to. */
@Injectable()
export class ReferencesService {
  constructor(private readonly references: ReferencesRepository) {}

  /**
   * @returns null if the message refers to none.
   * @throws AppError `validation_error` that names the member.
   */
  async find(
    { reply_to, reaction }: Pick<SendMessage, 'reply_to' | 'reaction'>,
    recipient: Recipient,
    accountId: number,
  ): Promise<ReferredMessage | null> {
    const member = reaction ? 'reaction.message_id' : 'reply_to';
    const id = reaction?.message_id ?? reply_to;
    if (id === undefined) return null;
    const message = await this.references.find(accountId, id, recipient);
    if (!message) {
      throw invalid(
        member,
        `${member} must be the id of a message of this conversation that the network has and that is not deleted.`,
      );
    }
    if (reaction && message.type === 'reaction')
      throw invalid(member, 'Nobody can react to a reaction. Name the message that it reacts to.');
    const { chat_message_id, direction, body: text } = message;
    return { chat_message_id, is_ours: direction === 'outbound', text };
  }
}
