import { toMessageError, type Connector, type SettledSend } from '@chat/contracts/connector';
import { AppError } from '@chat/errors';
import type { Step } from '../messages/message-step.rules';

/**
 * The outcome of a send, as far as the connector's reply, or its absence, shows. The status becomes that of the
 * message.
 */
export type SendOutcome =
  | { status: 'sent'; chatMessageId: string }
  /** Refused before the network received it. */
  | { status: 'failed'; error: AppError }
  /** The connector itself does not know. */
  | { status: 'unknown' }
  /** No reply: the message is unchanged until the connector is asked again, after the deadline. */
  | { status: 'sending' };

type Unavailable = Pick<Connector, 'unavailable'>;

/** The outcome of an error reply: every clean error means that the network received nothing. */
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

/** The outcome without a reply. If the bus knows that the request reached nobody, nothing was done. */
export function outcomeOfSilence(error: unknown, connector: Unavailable): SendOutcome {
  if (!(error instanceof AppError) || error.code === 'provider_outcome_unknown') return { status: 'sending' };
  return { status: 'failed', error: new AppError(connector.unavailable, {}, { cause: error }) };
}

/** The step of a message whose send the connector has settled. */
export function stepOfSettlement(settled: SettledSend, connector: Unavailable): Step {
  const { outcome, chat_message_id: chatMessageId, error } = settled;
  switch (outcome) {
    case 'sent':
      return { to: 'sent', chatMessageId };
    case 'unknown':
      return { to: 'unknown' };
    case 'refused':
      return { to: 'failed', error: error ?? toMessageError(tooLate(connector).toBody()) };
  }
}

function tooLate({ unavailable }: Unavailable): AppError {
  return new AppError(unavailable, {
    message: 'The message was not handed over in time. Send it again.',
  });
}
