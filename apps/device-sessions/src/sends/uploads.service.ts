import { Inject, Injectable } from '@nestjs/common';
import { BLOB_STORE, type BlobStore } from '@chat/media';
import type { ConnectorSend } from '@chat/contracts/connector';
import { LOGGER, type Logger } from '@chat/service-kit';
import type { HeldSession } from '../sessions/held-session';

/** Uploads the bytes of messages to the network before the messages are sent. */
@Injectable()
export class UploadsService {
  constructor(
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns the network's reference to the bytes; null when the content has none, undefined if the upload failed. */
  async upload(
    session: HeldSession,
    { message_id, content }: Pick<ConnectorSend, 'message_id' | 'content'>,
    timeoutMs: number,
  ): Promise<string | null | undefined> {
    if (!('media' in content)) return null;
    try {
      const open = async () => {
        const bytes = await this.store.read(content.media.blob);
        return bytes ?? Promise.reject(new Error('The blob is not in the store.'));
      };
      return await session.upload(content.type, open, AbortSignal.timeout(timeoutMs));
    } catch (error) {
      const { account_id: accountId, channel_id: channelId } = session.tenure;
      this.logger.warn({ error, accountId, channelId, messageId: message_id }, 'media could not be uploaded');
      return undefined;
    }
  }
}
