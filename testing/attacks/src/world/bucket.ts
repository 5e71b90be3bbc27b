import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

const BUCKET = 'media';
/** The only key that it accepts, and its secret. */
const KEY = 'S3RVER';

/** A bucket on a server that speaks S3, though without the call that gives up an upload in parts. */
export class Bucket {
  private constructor(
    private readonly server: S3rver,
    private readonly folder: string,
    /** Its address, as in `http://127.0.0.1:9000`. */
    private readonly endpoint: string,
  ) {}

  static async start(): Promise<Bucket> {
    const folder = await mkdtemp(join(tmpdir(), 'chat-s3-'));
    const server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    server.store.deleteObject = (bucket, key) => deleteFiles(server, bucket, key);
    const { address, port } = await server.run();
    return new Bucket(server, folder, `http://${address}:${port}`);
  }

  /** The settings of processes that keep their media in it. */
  get environment(): Record<string, string> {
    return {
      BLOB_STORE: 's3',
      BLOB_S3_BUCKET: BUCKET,
      BLOB_S3_ENDPOINT: this.endpoint,
      BLOB_S3_ACCESS_KEY_ID: KEY,
      BLOB_S3_SECRET_ACCESS_KEY: KEY,
    };
  }

  async stop(): Promise<void> {
    await this.server.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

const RESOURCES = ['object', 'object.md5', 'metadata.json'];

/**
 * Leaves the folders that it empties. The server itself removes them, even while another request is about to write into
 * one, which ends its process.
 */
async function deleteFiles({ store }: S3rver, bucket: string, key: string): Promise<void> {
  const paths = RESOURCES.map((resource) => store.getResourcePath(bucket, key, resource));
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}
