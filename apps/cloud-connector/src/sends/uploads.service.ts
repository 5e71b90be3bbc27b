import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { BLOB_STORE, isOggOpus, SOUND_HEAD_BYTES, VOICE_NOTE_TYPE, type BlobStore } from '@chat/media';
import type { MediaReference, MessageContent } from '@chat/contracts/connector';
import type { Cause } from '@chat/telemetry';
import type { OpenNumber } from '../numbers/number.row';
import { NoAnswerError } from '../provider/provider-error';
import { ProviderClient } from '../provider/provider-client';
import { uploadForm } from './upload-form.rules';

/** Uploads the media of messages to the provider before the messages are sent. Idempotent. */
@Injectable()
export class UploadsService {
  constructor(
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    private readonly provider: ProviderClient,
  ) {}

  /** Names the codec of Opus in Ogg, where a gateway or messaging of the previous release has named the container alone. */
  async withCodec(content: MessageContent): Promise<MessageContent> {
    if (content.type !== 'audio' || content.media.mime_type !== 'audio/ogg') return content;
    const { media } = content;
    const range = { start: 0, end: Math.min(SOUND_HEAD_BYTES, media.size) - 1 };
    const head = media.size === 0 ? null : await this.store.read(media.blob, range);
    if (!head || !isOggOpus(await buffer(head))) return content;
    return { ...content, media: { ...media, mime_type: VOICE_NOTE_TYPE } };
  }

  /**
   * @returns the media id.
   * @throws as `ProviderClient.call`.
   */
  async upload(
    number: OpenNumber,
    media: MediaReference,
    { msLeft, cause }: { msLeft: number; cause: Cause },
  ): Promise<string> {
    const bytes = await this.store.read(media.blob);
    if (!bytes) throw new Error('The blob is not in the store.');
    const { before, after, contentType } = uploadForm(media, randomUUID());
    const stream = Readable.from(joined(before, bytes, after));
    try {
      const { id } = await this.provider.call({
        method: 'POST',
        path: `/${number.phoneNumberId}/media`,
        token: number.token,
        body: { stream, contentType, length: before.length + media.size + after.length },
        timeoutMs: msLeft,
        cause,
      });
      if (typeof id !== 'string' || id === '') throw new NoAnswerError('an upload without an id');
      return id;
    } finally {
      stream.destroy();
      bytes.destroy();
    }
  }
}

async function* joined(before: Buffer, bytes: Readable, after: Buffer): AsyncGenerator<Buffer> {
  yield before;
  yield* bytes as AsyncIterable<Buffer>;
  yield after;
}
