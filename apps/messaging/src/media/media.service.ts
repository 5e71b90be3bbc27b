import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { codesOf, EarlyEventError, traceIdOf, type Transaction } from '@chat/bus';
import type { CloudEvent, RequestContext, StoredMedia } from '@chat/contracts';
import type { MediaData } from '@chat/contracts/connector';
import { AppError } from '@chat/errors';
import { LOGGER, type Logger } from '@chat/service-kit';
import { isMediaLost } from '../messages/message-status.rules';
import { BlobsRepository } from './blobs.repository';
import { MessageMediaRepository } from './message-media.repository';

const POLL_MS = 200;
/** The part of a request's time that is reserved for its response. */
const ANSWER_MARGIN_MS = 2_000;
const RETRY_AFTER_S = 5;

/** The media of messages, which may still be in transfer from the network. */
@Injectable()
export class MediaService {
  constructor(
    private readonly messages: MessageMediaRepository,
    private readonly blobs: BlobsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns where the bytes of a message are stored. Waits for a copy in progress.
   * @throws AppError `not_found` if there are none, `service_unavailable` if the copy takes too long.
   */
  async find(id: number, { account, deadline }: RequestContext): Promise<StoredMedia> {
    for (;;) {
      const message = await this.messages.find(account.id, id);
      if (!message?.media || isMediaLost(message) || message.media.expired) throw new AppError('not_found');
      const { awaited, blob, filename, mime_type, size, sha256 } = message.media;
      if (!awaited) return { blob, filename, mime_type, size, sha256 };
      if (Date.now() + POLL_MS > deadline - ANSWER_MARGIN_MS) throw onItsWay();
      await delay(POLL_MS);
    }
  }

  /** Records the result of a message's awaited media. */
  async settle(event: CloudEvent<MediaData>, tx: Transaction): Promise<void> {
    const { accountid, data } = event;
    const accountId = Number(accountid);
    const { kind, ...settled } = await this.messages.settle(accountId, data, tx.manager);
    if (kind === 'settled') {
      const { channel_id: channelId, error } = data;
      const line = error && {
        accountId,
        channelId,
        ...settled,
        ...codesOf(error),
        traceId: traceIdOf(event),
      };
      if (line) tx.afterCommit(() => this.logger.warn(line, 'the media of a message is lost'));
      return;
    }
    const isGone =
      kind === 'has_other_media' || (await this.messages.isDeleted(accountId, data.channel_id, tx.manager));
    if (!isGone) throw new EarlyEventError('The message has not arrived yet.');
    const blob = { accountId, channelId: data.channel_id, blob: data.media.blob };
    await this.blobs.abandon(blob, tx.manager);
  }
}

function onItsWay(): AppError {
  return new AppError('service_unavailable', {
    reason: 'media_on_its_way',
    retry_after: RETRY_AFTER_S,
    message: 'The media is still being copied from the chat network. Try again shortly.',
  });
}
