import { Inject, Injectable } from '@nestjs/common';
import { contentNotSupported, type ConnectorSend, type ReferredMessage } from '@chat/contracts/connector';
import { refusalCodes } from '@chat/device-network';
import { AppError } from '@chat/errors';
import { LOGGER, type Logger } from '@chat/service-kit';
import type { OutgoingMessage, Person, Referred } from '../engines/device-engine';
import { toRefusal } from '../engines/refusal.rules';
import { PeopleService } from '../people/people.service';
import type { HeldSession } from '../sessions/held-session';
import { notUploaded, tooLate } from './refusals';
import { UploadsService } from './uploads.service';

/** A message that can be handed over. */
export type PreparedMessage = Pick<OutgoingMessage, 'to' | 'composed'>;

/** Does all that a message needs before it may be on the wire: finds its recipient, uploads its media, composes it. */
@Injectable()
export class SendPreparation {
  constructor(
    private readonly people: PeopleService,
    private readonly uploads: UploadsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @returns why the message is refused, if it cannot be prepared.
   * @throws EngineClosedError when the line broke meanwhile.
   */
  async prepare(
    session: HeldSession,
    { message_id, to, provider_user_id, content, refers_to: named, deadline }: ConnectorSend,
  ): Promise<PreparedMessage | AppError> {
    if (deadline <= Date.now()) return tooLate();
    try {
      const recipient = { phone: to, userId: provider_user_id ?? null };
      const person = await this.people.resolve(session, recipient, deadline);
      if (!person) return toRefusal(refusalCodes.notAUser, 'No spelling of this number is known.');
      const timeoutMs = Math.max(1, deadline - Date.now());
      const uploaded = await this.uploads.upload(session, { message_id, content }, timeoutMs);
      if (uploaded === undefined) return notUploaded();
      const composed = session.compose(content, uploaded, named ? toReferred(named, person) : null);
      return composed ? { to: person, composed } : contentNotSupported();
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  /** Forgets what was known of a recipient whom the network does not know any more. */
  noteRefusal({ tenure }: HeldSession, { to }: PreparedMessage, code: number): void {
    if (code !== refusalCodes.notAUser) return;
    this.people
      .forget(tenure, to)
      .catch((error: unknown) => this.logger.warn({ error }, 'could not forget the spelling of a number'));
  }
}

function toReferred({ chat_message_id, is_ours, text }: ReferredMessage, chat: Person): Referred {
  return { chatMessageId: chat_message_id, chat, isOurs: is_ours, text };
}
