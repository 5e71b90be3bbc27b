import { Inject, Injectable } from '@nestjs/common';
import { BLOB_STORE, type BlobStore } from '@chat/blob-store';
import type { MessageContent } from '@chat/contracts/connector';
import { LOGGER, type Logger } from '@chat/service-kit';
import type { HeldSession } from '../sessions/held-session';

/** Puts the bytes of messages on the network, ahead of the messages themselves. */
@Injectable()
export class UploadsService {
  constructor(
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns what names the bytes there; null when the content has none, undefined when they could not be put there. */
  async upload(
    session: HeldSession,
    content: MessageContent,
    timeoutMs: number,
  ): Promise<string | null | undefined> {
    if (!('media' in content)) return null;
    try {
      const bytes = await this.store.read(content.media.blob);
      if (!bytes) throw new Error('The blob is not in the store.');
      const signal = AbortSignal.timeout(timeoutMs);
      return await session.upload(bytes, signal).finally(() => bytes.destroy());
    } catch (error) {
      this.logger.warn({ error, accountId: session.tenure.account_id }, 'media could not be uploaded');
      return undefined;
    }
  }
}
