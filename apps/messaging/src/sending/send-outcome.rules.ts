import type { Connector, MessageError, SettledSend } from '@chat/contracts/connector';
import { AppError } from '@chat/errors';
import type { Step } from '../messages/message-step.rules';

/** What is known of a send once its connector has answered, or has not. The status is the message's from then on. */
export type SendOutcome =
  | { status: 'sent'; chatMessageId: string }
  /** Refused before the network had it. */
  | { status: 'failed'; error: AppError }
  /** The connector itself cannot say. */
  | { status: 'unknown' }
  /** Nobody said anything: the message stays as it is until the connector is asked again, after the deadline. */
  | { status: 'sending' };

type Unavailable = Pick<Connector, 'unavailable'>;

/** The outcome when the connector answered with an error: every clean error means that the network has nothing. */
export function outcomeOfRefusal(error: AppError, connector: Unavailable): SendOutcome {
  switch (error.code) {
    case 'provider_outcome_unknown':
      return { status: 'unknown' };
    case 'server_error':
      return { status: 'sending' };
    case 'service_unavailable':
      return { status: 'failed', error: new AppError(connector.unavailable, {}, { cause: error }) };
    default:
      return { status: 'failed', error };
  }
}

/** The outcome when no answer came. The bus knows when a request reached nobody: then nothing was done. */
export function outcomeOfSilence(error: unknown, connector: Unavailable): SendOutcome {
  if (!(error instanceof AppError) || error.code === 'provider_outcome_unknown') return { status: 'sending' };
  return { status: 'failed', error: new AppError(connector.unavailable, {}, { cause: error }) };
}

/** What a message does when its connector has said what became of it. */
export function stepOfSettlement(settled: SettledSend, connector: Unavailable): Step {
  const { outcome, chat_message_id: chatMessageId, error } = settled;
  switch (outcome) {
    case 'sent':
      return { to: 'sent', chatMessageId };
    case 'unknown':
      return { to: 'unknown' };
    case 'refused':
      return { to: 'failed', error: error ?? toMessageError(tooLate(connector)) };
  }
}

/** A failure as it is kept with the message. */
export function toMessageError({ code, message, details }: AppError): MessageError {
  return { code, message, provider: details.provider ?? null };
}

function tooLate({ unavailable }: Unavailable): AppError {
  return new AppError(unavailable, {
    message: 'The message was not handed over in time. Send it again.',
  });
}
