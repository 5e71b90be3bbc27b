import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BLOB_STORE, BlobTooLargeError, receiveBlob, type BlobStore } from '@chat/blob-store';
import { uploadLimits } from '@chat/contracts';
import { cloudConnector } from '@chat/contracts/cloud-connector';
import type { MediaReference, MessageError } from '@chat/contracts/connector';
import { Jobs, type Conclusion, type JobOf } from '@chat/jobs';
import type { OpenNumber } from '../numbers/number.row';
import { NumbersService } from '../numbers/numbers.service';
import { meaningOf } from '../provider/error-table.rules';
import { ProviderClient } from '../provider/provider-client';
import { ProviderRefusal } from '../provider/provider-error';
import { copyInboundMedia } from './job-types';

type CopyJob = JobOf<typeof copyInboundMedia>;

const CALL_TIMEOUT_MS = 10_000;
/** The provider keeps media for a week; one that it does not give out for a day it will not. */
const PATIENCE_MS = 24 * 60 * 60 * 1000;
const MAX_BYTES = Math.max(...Object.values(uploadLimits));

/** The provider has the media no more. */
class MediaGoneError extends Error {}

/** Copies the media of messages into our store, since the provider forgets it. */
@Injectable()
export class MediaCopiesService implements OnApplicationBootstrap {
  constructor(
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    private readonly numbers: NumbersService,
    private readonly provider: ProviderClient,
    private readonly jobs: Jobs,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(copyInboundMedia, (job) => this.copy(job));
  }

  private async copy(job: CopyJob): Promise<Conclusion | void> {
    const { accountId, data } = job;
    const number = await this.numbers.open(accountId, data.channelId);
    if (!number) {
      // The channel is deleted. Perhaps a run before this one stored it, and then died.
      await this.store.delete(data.blob);
      return;
    }
    const { media, error } = await this.transfer(job, number);
    return (tx) => {
      tx.emit(cloudConnector.media, {
        accountId,
        entity: `blobs/${data.blob}`,
        entityVersion: 1,
        channelId: data.channelId,
        data: { channel_id: data.channelId, chat_message_id: data.chatMessageId, media, error },
      });
      return Promise.resolve();
    };
  }

  /** With why there are no bytes and never will be; null when they are stored. */
  private async transfer(
    { data, signal }: CopyJob,
    number: OpenNumber,
  ): Promise<{ media: MediaReference; error: MessageError | null }> {
    const { media, blob, arrivedAt } = data;
    const { mime_type, filename, sha256, ptt } = media;
    const reference = { blob, mime_type, filename, ptt };
    const without = (error: MessageError) => ({
      media: { ...reference, size: 0, sha256: sha256 ?? '' },
      error,
    });
    try {
      const stored = await this.fetch(media.mediaId, blob, number, signal);
      if (sha256 === null || stored.sha256 === sha256) {
        return { media: { ...reference, size: stored.size, sha256: stored.sha256 }, error: null };
      }
      await this.store.delete(blob);
      throw new Error('The provider gave out other bytes than it had announced.');
    } catch (error) {
      if (error instanceof BlobTooLargeError) return without(tooLarge);
      if (error instanceof MediaGoneError || Date.now() - arrivedAt > PATIENCE_MS) return without(lost);
      throw error;
    }
  }

  private async fetch(mediaId: string, blob: string, number: OpenNumber, signal: AbortSignal) {
    const { url } = await this.provider
      .call({
        method: 'GET',
        path: `/${mediaId}`,
        query: { phone_number_id: number.phoneNumberId },
        token: number.token,
        timeoutMs: CALL_TIMEOUT_MS,
      })
      .catch((error: unknown) => {
        throw isForGood(error) ? new MediaGoneError() : error;
      });
    if (typeof url !== 'string' || !URL.canParse(url))
      throw new Error('The provider gave no link to the media.');
    const { status, body } = await this.provider.download(url, number.token, signal);
    if (status !== 200) {
      body.destroy();
      // A link lives for five minutes: the next try asks for another.
      throw new Error(`The provider answered ${status} to its own link.`);
    }
    return receiveBlob(this.store, blob, body, MAX_BYTES);
  }
}

/** Whether the provider says that there is no such media; a token that is dead may be renewed. */
function isForGood(error: unknown): boolean {
  if (!(error instanceof ProviderRefusal)) return false;
  const { transient, disconnects } = meaningOf(error.body);
  return !transient && (!disconnects || disconnects === 'number_removed');
}

const lost: MessageError = {
  code: 'provider_error',
  message: 'The provider has the media of this message no more. Ask the sender for it.',
  provider: null,
};

const tooLarge: MessageError = {
  code: 'payload_too_large',
  message: `The media of this message is larger than ${MAX_BYTES / 1024 / 1024} MiB and was not kept.`,
  provider: null,
};
