import type { Readable } from 'node:stream';
import type * as S3 from '@aws-sdk/client-s3';
import type * as Storage from '@aws-sdk/lib-storage';
import { isBlobKey } from './blob-key.rules';
import type { BlobStore, ByteRange } from './blob-store';

/** The number of parts of an upload in memory at a time: two of 5 MiB, the minimum size that S3 accepts. */
const PARTS_AT_ONCE = 2;
const PART_BYTES = 5 * 1024 * 1024;

/** How many downloads, and how many other calls, may be under way; those of slow readers last long. */
const READS_AT_ONCE = 1_024;
const WRITES_AT_ONCE = 128;
/** A store that does not accept a connection, or says nothing for so long, has failed. Calls are made up to three times. */
const TIMEOUTS = { connectionTimeout: 3_000, socketTimeout: 15_000 };

export interface S3Settings {
  bucket: string;
  region: string;
  /** Only for a store other than Amazon's, as in `https://minio.internal:9000`. */
  endpoint?: string;
  /** If absent, the SDK looks for a key where Amazon's tools do: environment, profile, instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** In milliseconds. */
  timeouts?: typeof TIMEOUTS;
}

/** Amazon's SDK. It takes 20 MB of memory, so only processes that use S3 load it. */
interface Sdk {
  s3: typeof S3;
  storage: typeof Storage;
}

/** Blobs in a bucket of Amazon S3 or a compatible store. Downloads have sockets of their own, so they delay nothing else. */
export class S3BlobStore implements BlobStore {
  private constructor(
    private readonly sdk: Sdk,
    private readonly reads: S3.S3Client,
    private readonly writes: S3.S3Client,
    private readonly bucket: string,
  ) {}

  /** Opens the store. @throws Error that names the settings if the bucket cannot be reached. */
  static async open(settings: S3Settings): Promise<S3BlobStore> {
    const { bucket, region, endpoint, credentials, timeouts = TIMEOUTS } = settings;
    const sdk = { s3: await import('@aws-sdk/client-s3'), storage: await import('@aws-sdk/lib-storage') };
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
      return new sdk.s3.S3Client({ ...options, requestHandler });
    };
    const store = new S3BlobStore(sdk, clientOf(READS_AT_ONCE), clientOf(WRITES_AT_ONCE), bucket);
    try {
      await store.writes.send(new sdk.s3.HeadBucketCommand({ Bucket: bucket }));
    } catch (error) {
      store.close();
      throw new Error(`The bucket ${bucket} cannot be reached. Check BLOB_S3_BUCKET and BLOB_S3_ENDPOINT.`, {
        cause: error,
      });
    }
    return store;
  }

  /** Uploads a blob. S3 shows it once the upload is complete; the parts of an aborted upload are deleted. */
  async write(key: string, source: Readable): Promise<void> {
    const upload = new this.sdk.storage.Upload({
      client: this.writes,
      params: { ...this.objectOf(key), Body: source },
      queueSize: PARTS_AT_ONCE,
      partSize: PART_BYTES,
    });
    try {
      await upload.done();
    } catch (error) {
      // The error of the aborted upload would hide its cause.
      throw source.errored ?? error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const command = new this.sdk.s3.GetObjectCommand({
      ...this.objectOf(key),
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    });
    const found = await this.reads.send(command).catch(nullIfAbsent);
    return found && (found.Body as Readable);
  }

  async size(key: string): Promise<number | null> {
    const found = await this.writes
      .send(new this.sdk.s3.HeadObjectCommand(this.objectOf(key)))
      .catch(nullIfAbsent);
    return found && (found.ContentLength ?? 0);
  }

  async delete(key: string): Promise<void> {
    await this.writes.send(new this.sdk.s3.DeleteObjectCommand(this.objectOf(key)));
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
