import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { PassThrough, Transform, type Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { getMediaKeys, MEDIA_PATH_MAP } from '@whiskeysockets/baileys';
import { MediaExpiredError } from '@chat/device-sessions/engines';
import type { MediaKind, MediaSource, Uploaded } from './contents.rules';

const MAC_BYTES = 10;

/** Where to upload, as the network tells each connection. */
export interface UploadHost {
  name: string;
  auth: string;
}

/** The network's store of media: bytes are encrypted here, and checked when they come back. */
export class MediaStore {
  /**
   * @param host what downloads come from. A message names a host, too, but that is whatever its sender wrote.
   * @param ca a certificate to trust instead of the usual ones, as PEM.
   */
  constructor(
    private readonly host: string,
    private readonly ca: string | null,
    private readonly agent = new Agent({ keepAlive: false }),
  ) {}

  /** Reads the bytes twice: the network wants their hash first, and they may be larger than what can be held. */
  async upload(
    kind: MediaKind,
    open: () => Promise<Readable>,
    host: UploadHost,
    signal: AbortSignal,
  ): Promise<Uploaded> {
    const mediaKey = randomBytes(32);
    const hash = createHash('sha256');
    let length = 0;
    await pipeline(
      await open(),
      await encryption(mediaKey, kind),
      async (bytes: AsyncIterable<Buffer>) => {
        for await (const chunk of bytes) {
          hash.update(chunk);
          length += chunk.length;
        }
      },
      { signal },
    );
    const digest = hash.digest();
    const name = digest.toString('base64url');
    const query = new URLSearchParams({ auth: host.auth, token: name });
    const sending = this.request(`https://${host.name}${MEDIA_PATH_MAP[kind]}/${name}?${query.toString()}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', 'Content-Length': length },
      signal,
    });
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => undefined);
    await pipeline(await open(), await encryption(mediaKey, kind), sending, { signal });
    const [response] = await answered;
    const { url, direct_path: directPath } = (await json(response)) as { url?: string; direct_path?: string };
    if (!url || !directPath) throw new Error(`The network did not take the bytes (${response.statusCode}).`);
    return {
      ...{ url, directPath },
      mediaKey: mediaKey.toString('base64'),
      fileEncSha256: digest.toString('base64'),
      mediaKeyTimestamp: Math.floor(Date.now() / 1000),
    };
  }

  /** @throws MediaExpiredError. The stream fails at its end if the bytes are not those that the message names. */
  async download(source: MediaSource, signal: AbortSignal): Promise<Readable> {
    const base = new URL(`https://${this.host}`);
    const url = new URL(source.directPath, base);
    if (url.host !== base.host) throw new Error('The message names media on another host.');
    const asked = this.request(url.href, { signal });
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) {
      response.resume();
      if (response.statusCode === 404 || response.statusCode === 410)
        throw new MediaExpiredError('The network has the bytes no more.');
      throw new Error(`The network did not give the bytes (${response.statusCode}).`);
    }
    const bytes = new PassThrough();
    pipeline(response, await decryption(source), bytes, { signal }).catch(() => undefined);
    return bytes;
  }

  private request(url: string, options: RequestOptions) {
    const { agent, ca } = this;
    return request(url, { agent, headers: {}, ...(ca !== null && { ca }), ...options });
  }
}

/** Encrypts, and appends the MAC. */
async function encryption(mediaKey: Uint8Array, kind: MediaKind): Promise<Transform> {
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, kind);
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
  const mac = createHmac('sha256', macKey!).update(iv);
  const push = (stream: Transform, encrypted: Buffer) => {
    mac.update(encrypted);
    stream.push(encrypted);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      push(this, cipher.update(chunk));
      done();
    },
    flush(done) {
      push(this, cipher.final());
      this.push(mac.digest().subarray(0, MAC_BYTES));
      done();
    },
  });
}

/** Decrypts, and fails at the end if the MAC, the hash or the size is not what it should be. */
async function decryption({ mediaKey, kind, sha256, size }: MediaSource): Promise<Transform> {
  const { iv, cipherKey, macKey } = await getMediaKeys(Buffer.from(mediaKey, 'base64'), kind);
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  const mac = createHmac('sha256', macKey!).update(iv);
  const hash = createHash('sha256');
  let length = 0;
  /** The last bytes so far: they may be the MAC. */
  let last: Buffer = Buffer.alloc(0);
  const push = (stream: Transform, plain: Buffer) => {
    hash.update(plain);
    length += plain.length;
    if (length > size) throw new Error('The bytes are more than the message says.');
    stream.push(plain);
  };
  const attempt = (work: () => void, done: (error?: Error) => void) => {
    try {
      work();
    } catch (error) {
      return done(error as Error);
    }
    done();
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      attempt(() => {
        const bytes = Buffer.concat([last, chunk]);
        const encrypted = bytes.subarray(0, Math.max(0, bytes.length - MAC_BYTES));
        last = bytes.subarray(encrypted.length);
        mac.update(encrypted);
        push(this, decipher.update(encrypted));
      }, done);
    },
    flush(done) {
      attempt(() => {
        const expected = mac.digest().subarray(0, MAC_BYTES);
        if (last.length !== MAC_BYTES || !timingSafeEqual(last, expected))
          throw new Error('The bytes are not those that were encrypted.');
        push(this, decipher.final());
        if (length !== size || hash.digest('hex') !== sha256)
          throw new Error('The message names other bytes.');
      }, done);
    },
  });
}
