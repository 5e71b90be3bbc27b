import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '@chat/contracts';
import {
  toMessageError,
  type Connector,
  type MessageContent,
  type ReferredMessage,
} from '@chat/contracts/connector';
import type { SentMessage } from '@chat/contracts/messaging';
import { AppError, outageOf } from '@chat/errors';
import type { Attempt } from '@chat/idempotency';
import { CONFIG, LOGGER, SuspendedAccounts, type Logger } from '@chat/service-kit';
import type { MessagingConfig } from '../config';
import { windowClosed } from '../care-window/care-window.rules';
import { BlobsService } from '../media/blobs.service';
import { mediaReferenceOf, withReferences, type ReferringContent } from '../messages/message-content.rules';
import type { Appended, NewMessage, Unwritten } from '../messages/message-journal.repository';
import { originOfRequest } from '../messages/message-origin';
import { MessageProgressService } from '../messages/message-progress.service';
import type { MessageRow } from '../messages/message.row';
import type { Person } from '../people/person.rules';
import { ConnectorClient } from './connector.client';
import type { SendOutcome } from './send-outcome.rules';

/** How long before the caller's deadline the connector must be done, so that the response still arrives. */
const ANSWER_MARGIN_MS = 1_000;
/** How long after the deadline the connector is asked about the outcome. */
const SETTLE_GRACE_MS = 1_000;

/** A message to send, and its connector. */
export interface Dispatch extends Person {
  connector: Connector;
  channelId: number;
  source: NewMessage['source'];
  content: MessageContent;
  /** What it answers, or reacts to; null or absent if nothing. */
  referred?: ReferredMessage | null;
  /** The message is sent only if the contact's last message is later than this; absent: always. */
  wroteAfter?: Date;
  /** The attempt of the request's Idempotency-Key; null without one. */
  attempt: Attempt | null;
}

/** Takes a message from its first record to its outcome. */
@Injectable()
export class DispatchService {
  constructor(
    private readonly progress: MessageProgressService,
    private readonly connectors: ConnectorClient,
    private readonly suspended: SuspendedAccounts,
    private readonly blobs: BlobsService,
    @Inject(CONFIG) private readonly config: MessagingConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The message is committed before the connector is called, and its outcome afterwards: if the process crashes in
   * between, the settlement finds the message.
   * @throws AppError that includes the message's ids once it exists.
   */
  async send(dispatch: Dispatch, context: RequestContext): Promise<SentMessage> {
    const { connector, channelId, phone, providerUserId, content } = dispatch;
    // The gateway admitted the request; a file behind a URL may have taken half a minute since.
    this.suspended.refuse(context.account.id);
    const media = mediaReferenceOf(content);
    if (media)
      await this.blobs.reserve({ accountId: context.account.id, channelId, blob: media.blob }, media.size);
    const deadline = Math.min(Date.now() + this.config.SEND_TIMEOUT_MS, context.deadline - ANSWER_MARGIN_MS);
    const row = await this.keep(dispatch, deadline, context);
    const ids = { message_id: row.id, conversation_id: row.conversation_id };
    const send = {
      channel_id: channelId,
      message_id: row.id,
      to: phone,
      ...(phone === null && providerUserId !== null && { provider_user_id: providerUserId }),
      content,
      ...(dispatch.referred && { refers_to: dispatch.referred }),
      deadline,
    };
    const outcome = await this.connectors.send(connector, send, context);
    await this.record(row, outcome, connector, context).catch((error: unknown) => {
      // The settlement will record it. Until then, a success could not be read back; a refusal is certain.
      if (outcome.status !== 'failed') throw new AppError('provider_outcome_unknown', ids, { cause: error });
      this.logger.warn({ error, messageId: row.id }, 'a refused send is recorded later');
    });
    switch (outcome.status) {
      case 'sent':
        return { ...ids, chat_message_id: outcome.chatMessageId };
      case 'failed':
        throw outcome.error.with(ids);
      case 'unknown':
      case 'sending':
        throw new AppError('provider_outcome_unknown', ids);
    }
  }

  private async keep(
    { connector, attempt, content, referred, ...dispatch }: Dispatch,
    deadline: number,
    context: RequestContext,
  ): Promise<MessageRow> {
    const message: NewMessage = {
      ...dispatch,
      content: answering(content, referred ?? null),
      accountId: context.account.id,
      origin: originOfRequest(context),
      connector: connector.service,
      contactName: null,
      direction: 'outbound',
      status: 'sending',
      chatMessageId: null,
      sentAt: null,
      settleAt: new Date(deadline + SETTLE_GRACE_MS),
      ...(attempt && { claim: attempt.claim }),
    };
    const appended = await this.append(message);
    if (appended.row) return appended.row;
    throw refusalOf(appended.why);
  }

  /**
   * Without Postgres the send ends here, even if the message was written: then the settlement has the connector refuse
   * it.
   * @throws AppError `service_unavailable` in this case.
   */
  private async append(message: NewMessage): Promise<Appended> {
    try {
      return await this.progress.append(message);
    } catch (error) {
      if (!outageOf(error)) throw error;
      throw new AppError('service_unavailable', {}, { cause: error });
    }
  }

  private async record(
    row: MessageRow,
    outcome: SendOutcome,
    { service }: Connector,
    context: RequestContext,
  ): Promise<void> {
    if (outcome.status === 'sending') return;
    const step = {
      to: outcome.status,
      chatMessageId: outcome.status === 'sent' ? outcome.chatMessageId : null,
      error: outcome.status === 'failed' ? toMessageError(outcome.error.toBody()) : null,
    };
    await this.progress.move({
      accountId: context.account.id,
      id: row.id,
      step,
      cause: context,
      known: row,
      connector: service,
    });
  }
}

/** The content with what it answers. A reaction names its message itself. */
function answering(content: MessageContent, referred: ReferredMessage | null): ReferringContent {
  if (!referred || content.type === 'reaction') return content;
  return withReferences(content, { context: { id: referred.chat_message_id } });
}

/** The error for a message that was not written. */
function refusalOf(why: Unwritten): AppError {
  switch (why) {
    // It was deleted after it was resolved.
    case 'deleted':
      return new AppError('not_found');
    case 'window closed':
      return windowClosed();
    case 'claim lost':
      return new AppError('idempotency_in_flight');
    // Only inbound messages are identified by the network's id.
    case 'known':
      return new AppError('server_error');
  }
}
