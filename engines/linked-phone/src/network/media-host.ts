import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getMediaKeys, MEDIA_PATH_MAP, sha256, type MediaType } from '@whiskeysockets/baileys';
import { selfSignedCertificate } from '@chat/local-servers';

/** What the host answers when it is asked for the bytes. */
export type MediaAnswer = 'there' | 'expired' | 'unavailable';

/** What a message says of its media. */
export interface StoredMedia {
  url: string;
  directPath: string;
  mediaKey: Uint8Array;
  fileSha256: Uint8Array;
  fileEncSha256: Uint8Array;
  fileLength: number;
  mediaKeyTimestamp: number;
}

const MAC_BYTES = 10;
const statuses: Record<MediaAnswer, number> = { there: 200, expired: 410, unavailable: 503 };

/** Where the network keeps the bytes of media, encrypted, over TLS. */
export class MediaHost {
  /** The paths that were asked for, in order. */
  readonly requests: string[] = [];
  private readonly files = new Map<string, { bytes: Buffer; answer: MediaAnswer }>();

  private constructor(
    private readonly server: Server,
    /** The certificate to trust, as PEM. */
    readonly ca: string,
  ) {}

  static async start(): Promise<MediaHost> {
    const { cert, key } = selfSignedCertificate('media.test');
    const server = createServer({ cert, key });
    const host = new MediaHost(server, cert);
    server.on('request', (request, response) => {
      host.answer(request, response).catch(() => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return host;
  }

  /** Its name with its port. */
  get name(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Encrypts and stores bytes, as a phone does before it sends them. */
  async store(type: MediaType, bytes: Buffer): Promise<StoredMedia> {
    const mediaKey = randomBytes(32);
    const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, type);
    const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
    const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
    const stored = Buffer.concat([encrypted, macOf(encrypted, iv, macKey!)]);
    const directPath = this.keep(type, stored);
    return {
      url: `https://${this.name}${directPath}`,
      directPath,
      mediaKey,
      fileSha256: sha256(bytes),
      fileEncSha256: sha256(stored),
      fileLength: bytes.length,
      mediaKeyTimestamp: Math.floor(Date.now() / 1000),
    };
  }

  /** Reads what a device has stored, as a phone does. @throws Error if the bytes are not those that the message names. */
  async read(
    type: MediaType,
    media: Pick<StoredMedia, 'directPath' | 'mediaKey' | 'fileSha256'>,
  ): Promise<Buffer> {
    const stored = this.file(media.directPath).bytes;
    const { iv, cipherKey, macKey } = await getMediaKeys(media.mediaKey, type);
    const encrypted = stored.subarray(0, -MAC_BYTES);
    if (!timingSafeEqual(stored.subarray(-MAC_BYTES), macOf(encrypted, iv, macKey!)))
      throw new Error('The stored bytes are not those that were encrypted.');
    const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
    const bytes = Buffer.concat([decipher.update(encrypted), decipher.final()]);
    if (!sha256(bytes).equals(media.fileSha256)) throw new Error('The message names other bytes.');
    return bytes;
  }

  setAnswer(directPath: string, answer: MediaAnswer): void {
    this.file(directPath).answer = answer;
  }

  /** Replaces what is stored, such as by bytes that somebody tampered with. */
  replace(directPath: string, change: (bytes: Buffer) => Buffer): void {
    const file = this.file(directPath);
    file.bytes = change(file.bytes);
  }

  /** Whether anybody stored bytes under this path: a message may name any. */
  has(path: string): boolean {
    return this.files.has(path);
  }

  /** Stores the bytes again under another path, as a phone does on request. */
  renew(directPath: string): string {
    return this.keep('renewed', this.file(directPath).bytes);
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private keep(kind: string, bytes: Buffer): string {
    const path = `/v/${kind}/${randomBytes(12).toString('hex')}`;
    this.files.set(path, { bytes, answer: 'there' });
    return path;
  }

  private file(path: string) {
    const file = this.files.get(path);
    if (!file) throw new Error('Nothing is stored under this path.');
    return file;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', `https://${this.name}`);
    this.requests.push(pathname);
    if (request.method === 'POST') return this.take(pathname, request, response);
    const { bytes, answer } = this.files.get(pathname) ?? { bytes: Buffer.alloc(0), answer: 'expired' };
    response.writeHead(statuses[answer]).end(answer === 'there' ? bytes : undefined);
  }

  private async take(pathname: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const folder = Object.values(MEDIA_PATH_MAP).find(
      (each) => each !== '' && pathname.startsWith(`${each}/`),
    );
    const bytes = await buffer(request);
    const named = Buffer.from(pathname.slice((folder ?? '').length + 1), 'base64url');
    if (folder === undefined || !sha256(bytes).equals(named)) {
      response.writeHead(400).end('{}');
      return;
    }
    const directPath = this.keep('uploaded', bytes);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ url: `https://${this.name}${directPath}`, direct_path: directPath }));
  }
}

function macOf(encrypted: Buffer, iv: Uint8Array, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(iv).update(encrypted).digest().subarray(0, MAC_BYTES);
}
