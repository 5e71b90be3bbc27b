import { Inject, Injectable } from '@nestjs/common';
import { codesOf, traceIdOf, type Cause } from '@chat/bus';
import { LOGGER, type Logger } from '@chat/service-kit';
import { lineOfStep } from './message-log.rules';
import type { MessageState } from './message-status.rules';
import type { MessageRow } from './message.row';

/** What a line says about a message: ids, states and codes; never who wrote what to whom. */
type LoggedMessage = Pick<
  MessageRow,
  'id' | 'conversation_id' | 'channel_id' | 'direction' | 'type' | 'status' | 'error'
>;

/** Logs what became of messages. */
@Injectable()
export class MessageLog {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Logs a step that was written, if it is one that somebody may ask about. */
  noteStep(
    accountId: number,
    row: LoggedMessage,
    { from, cause }: { from: MessageState; cause: Cause },
  ): void {
    const line = lineOfStep(from, row.status);
    if (line)
      this.logger[line.level]({ ...namesOf(accountId, row), from, traceId: traceIdOf(cause) }, line.text);
  }

  /** Logs an arrival. */
  noteArrival(accountId: number, row: LoggedMessage, cause: Cause): void {
    this.logger.debug({ ...namesOf(accountId, row), traceId: traceIdOf(cause) }, 'a message arrived');
  }
}

function namesOf(accountId: number, row: LoggedMessage): object {
  return {
    accountId,
    channelId: row.channel_id,
    conversationId: row.conversation_id,
    messageId: row.id,
    direction: row.direction,
    type: row.type,
    status: row.status,
    ...(row.error && codesOf(row.error)),
  };
}
