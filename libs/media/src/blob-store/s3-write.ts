import type { Readable } from 'node:stream';
import type * as S3 from '@aws-sdk/client-s3';
import { partsOf, type BlobPart } from './blob-parts';
import type { WriteMemory } from './write-memory';

/**
 * The write of one blob: in a single call if it fits into a part, otherwise part by part, where one is sent while the next
 * is collected. A failed upload is aborted, so that S3 keeps none of its parts.
 */
export class S3Write {
  private readonly aborting = new AbortController();
  private readonly sent: S3.CompletedPart[] = [];
  /** The id of the upload in parts; undefined if there is none. */
  private uploadId: string | undefined;
  private sending = Promise.resolve();

  constructor(
    private readonly sdk: typeof S3,
    private readonly client: S3.S3Client,
    private readonly object: { Bucket: string; Key: string },
  ) {}

  /** Releases all memory at the end. @throws the error of the source, or of the store. */
  async run(source: Readable, memory: WriteMemory): Promise<void> {
    try {
      for await (const part of partsOf(source, memory)) {
        await this.sending;
        this.sending = this.send(part);
        this.sending.catch((error: Error) => source.destroy(error));
      }
      await this.sending;
      await this.complete();
    } catch (error) {
      source.destroy(error as Error);
      await this.abort();
      throw error;
    } finally {
      memory.releaseAll();
    }
  }

  private async send(part: BlobPart): Promise<void> {
    const isWhole = part.isLast && this.uploadId === undefined;
    await (isWhole ? this.sendWhole(part.bytes) : this.sendPart(part.bytes));
    part.release();
  }

  private async sendWhole(bytes: Buffer): Promise<void> {
    const command = new this.sdk.PutObjectCommand({ ...this.object, Body: bytes });
    await this.client.send(command, { abortSignal: this.aborting.signal });
  }

  private async sendPart(bytes: Buffer): Promise<void> {
    const options = { abortSignal: this.aborting.signal };
    const { CreateMultipartUploadCommand, UploadPartCommand } = this.sdk;
    this.uploadId ??= (
      await this.client.send(new CreateMultipartUploadCommand(this.object), options)
    ).UploadId;
    const place = { UploadId: this.uploadId, PartNumber: this.sent.length + 1 };
    const command = new UploadPartCommand({ ...this.object, ...place, Body: bytes });
    const { ETag } = await this.client.send(command, options);
    this.sent.push({ ETag, PartNumber: place.PartNumber });
  }

  private async complete(): Promise<void> {
    const { object, uploadId, sent } = this;
    if (uploadId === undefined) return;
    const upload = { UploadId: uploadId, MultipartUpload: { Parts: sent } };
    await this.client.send(new this.sdk.CompleteMultipartUploadCommand({ ...object, ...upload }));
  }

  /** Parts that cannot be deleted now are left to the bucket's lifecycle, as after a crash. */
  private async abort(): Promise<void> {
    this.aborting.abort();
    await this.sending.catch(() => undefined);
    if (this.uploadId === undefined) return;
    const command = new this.sdk.AbortMultipartUploadCommand({ ...this.object, UploadId: this.uploadId });
    await this.client.send(command).catch(() => undefined);
  }
}
