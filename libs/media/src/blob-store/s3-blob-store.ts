import type { Readable } from 'node:stream';
import type * as S3 from '@aws-sdk/client-s3';
import type { ByteBudget } from '@chat/flow';
import { accountOf, isBlobKey } from './blob-key.rules';
import type { BlobStore, ByteRange } from './blob-store';
import { S3Write } from './s3-write';
import { WriteMemory } from './write-memory';

/** The maximum of concurrent downloads, and of other calls; downloads of slow readers take long. */
const READS_AT_ONCE = 1_024;
const WRITES_AT_ONCE = 128;
/** A call fails if the store does not accept a connection or sends nothing for this long. Calls are made up to three times. */
const TIMEOUTS = { connectionTimeout: 3_000, socketTimeout: 15_000 };

export interface S3Settings {
  bucket: string;
  region: string;
  /** Only for a store other than Amazon's, as in `https://minio.internal:9000`. */
  endpoint?: string;
  /** If absent, the SDK looks for a key where Amazon's tools do: environment, profile, instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** The memory for all writes of this process. */
  memory: ByteBudget;
  /** In milliseconds. */
  timeouts?: typeof TIMEOUTS;
}

/** Blobs in a bucket of Amazon S3 or a compatible store. Downloads use separate sockets, so they delay no other calls. */
export class S3BlobStore implements BlobStore {
  private constructor(
    /** Amazon's SDK. It takes 20 MB of memory, so only processes that use S3 load it. */
    private readonly sdk: typeof S3,
    private readonly reads: S3.S3Client,
    private readonly writes: S3.S3Client,
    private readonly bucket: string,
    private readonly memory: ByteBudget,
  ) {}

  /** Opens the store. @throws Error that names the settings if the bucket cannot be reached. */
  static async open(settings: S3Settings): Promise<S3BlobStore> {
    const { bucket, region, endpoint, credentials, memory, timeouts = TIMEOUTS } = settings;
    const sdk = await import('@aws-sdk/client-s3');
    const options = {
      region,
      ...(credentials && { credentials }),
      // Other stores address buckets by path, and not all of them support the checksums that the SDK adds by default.
      ...(endpoint && { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    } as const;
    const clientOf = (maxSockets: number) => {
      const agent = { keepAlive: true, maxSockets };
      const requestHandler = { ...timeouts, httpAgent: agent, httpsAgent: agent };
      return new sdk.S3Client({ ...options, requestHandler });
    };
    const store = new S3BlobStore(sdk, clientOf(READS_AT_ONCE), clientOf(WRITES_AT_ONCE), bucket, memory);
    try {
      await store.writes.send(new sdk.HeadBucketCommand({ Bucket: bucket }));
    } catch (error) {
      store.close();
      throw new Error(`The bucket ${bucket} cannot be reached. Check BLOB_S3_BUCKET and BLOB_S3_ENDPOINT.`, {
        cause: error,
      });
    }
    return store;
  }

  /** S3 shows a blob only once it is complete. */
  async write(key: string, source: Readable): Promise<void> {
    const write = new S3Write(this.sdk, this.writes, this.objectOf(key));
    await write.run(source, new WriteMemory(this.memory, accountOf(key)));
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const command = new this.sdk.GetObjectCommand({
      ...this.objectOf(key),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    });
    const found = await this.reads.send(command).catch(nullIfAbsent);
    return found && (found.Body as Readable);
  }

  async size(key: string): Promise<number | null> {
    const found = await this.writes
      .send(new this.sdk.HeadObjectCommand(this.objectOf(key)))
      .catch(nullIfAbsent);
    return found && (found.ContentLength ?? 0);
  }

  usedShare(): Promise<null> {
    return Promise.resolve(null);
  }

  async delete(key: string): Promise<void> {
    await this.writes.send(new this.sdk.DeleteObjectCommand(this.objectOf(key)));
  }

  close(): void {
    this.reads.destroy();
    this.writes.destroy();
  }

  private objectOf(key: string): { Bucket: string; Key: string } {
    if (!isBlobKey(key)) throw new Error('This text is no key of a blob.');
    return { Bucket: this.bucket, Key: key };
  }
}

function nullIfAbsent(error: unknown): null {
  if ((error as Partial<S3.S3ServiceException>).$metadata?.httpStatusCode === 404) return null;
  throw error;
}
