import { Inject, Injectable } from '@nestjs/common';
import { BLOB_STORE, BlobTooLargeError, receiveBlob, type BlobStore } from '@chat/blob-store';
import { uploadLimits } from '@chat/contracts';
import type { MessageError } from '@chat/contracts/connector';
import { deviceConnector } from '@chat/contracts/device-sessions';
import { Jobs, type Conclusion, type JobOf } from '@chat/jobs';
import { DEVICE_ENGINE, MediaGoneError, type DeviceEngine } from '../engines/device-engine';
import { InboundRepository } from './inbound.repository';
import { referenceTo } from './inbound-content.rules';
import { copyInboundMedia } from './job-types';

type CopyJob = JobOf<typeof copyInboundMedia>;

/** Networks keep media for weeks; one that does not give it out for so long will not. */
const PATIENCE_MS = 24 * 60 * 60 * 1000;
const MAX_BYTES = Math.max(...Object.values(uploadLimits));

/** Copies the media of messages from the network into our store, since the network forgets it. */
@Injectable()
export class MediaCopiesService {
  constructor(
    @Inject(DEVICE_ENGINE) private readonly engine: DeviceEngine,
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    private readonly inbound: InboundRepository,
    jobs: Jobs,
  ) {
    jobs.handle(copyInboundMedia, (job) => this.copy(job));
  }

  private async copy(job: CopyJob): Promise<Conclusion | void> {
    const { accountId, data } = job;
    if (await this.inbound.isDeleted(accountId, data.channelId)) {
      // Perhaps a run before this one stored it, and then died.
      await this.store.delete(data.blob);
      return;
    }
    const error = await this.transfer(job);
    return (tx) => {
      tx.emit(deviceConnector.media, {
        accountId,
        entity: `blobs/${data.blob}`,
        entityVersion: 1,
        channelId: data.channelId,
        data: {
          channel_id: data.channelId,
          chat_message_id: data.chatMessageId,
          media: referenceTo(data.media, data.blob),
          error,
        },
      });
      return Promise.resolve();
    };
  }

  /** @returns why there are no bytes and never will be; null when they are stored. */
  private async transfer({ data, signal }: CopyJob): Promise<MessageError | null> {
    const { media, blob, arrivedAt } = data;
    try {
      const bytes = await this.engine.download(media.source, signal);
      const { size, sha256 } = await receiveBlob(this.store, blob, bytes, MAX_BYTES);
      if (size === media.size && sha256 === media.sha256) return null;
      await this.store.delete(blob);
      throw new Error('The network gave out other bytes than it had announced.');
    } catch (error) {
      if (error instanceof BlobTooLargeError) return tooLarge;
      if (error instanceof MediaGoneError || Date.now() - arrivedAt > PATIENCE_MS) return lost;
      throw error;
    }
  }
}

const lost: MessageError = {
  code: 'provider_error',
  message: 'The chat network has the media of this message no more. Ask the sender for it.',
  provider: null,
};

const tooLarge: MessageError = {
  code: 'payload_too_large',
  message: `The media of this message is larger than ${MAX_BYTES / 1024 / 1024} MiB and was not kept.`,
  provider: null,
};
