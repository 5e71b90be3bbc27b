import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredCoding, type Coding } from './content-coding.rules';

interface Stored {
  readonly hash: string;
  readonly plain: Buffer;
  readonly coded: ReadonlyMap<Coding, Buffer>;
}

/** Almost as small as the best quality, which takes half a minute for 3 MB. */
const BROTLI_QUALITY = 5;

/**
 * A document that is the same for everybody: it is made and compressed once, on first use, and then sent from memory.
 */
export class StoredDocument {
  private stored: Promise<Stored> | undefined;

  constructor(
    private readonly type: string,
    private readonly make: () => Buffer | string | Promise<Buffer>,
  ) {}

  /** Sends the document in the smallest form that the client takes, or 304 if the client has it. */
  async send({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { hash, plain, coded } = await (this.stored ??= this.store());
    const coding = preferredCoding(headers['accept-encoding'], [...coded.keys()]);
    // Each form has its own tag, since their bytes differ, but to have any of them is to have the document.
    reply.headers({ etag: `"${hash}${coding ? `-${coding}` : ''}"`, vary: 'accept-encoding' });
    const known = headers['if-none-match'];
    if (known?.trim() === '*' || known?.includes(hash)) return reply.code(304).send();
    if (coding) reply.header('content-encoding', coding);
    return reply.type(this.type).send(coding ? coded.get(coding) : plain);
  }

  private async store(): Promise<Stored> {
    try {
      const plain = Buffer.from(await this.make());
      const hash = createHash('sha256').update(plain).digest('base64url');
      return { hash, plain, coded: await compress(plain) };
    } catch (error) {
      this.stored = undefined;
      throw error;
    }
  }
}

/** Returns the compressed forms that are smaller, the smallest first. */
async function compress(plain: Buffer): Promise<ReadonlyMap<Coding, Buffer>> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const forms: [Coding, Buffer][] = [
    ['br', await promisify(brotliCompress)(plain, { params })],
    ['gzip', await promisify(gzip)(plain, { level: 9 })],
  ];
  const smaller = forms.filter(([, { length }]) => length < plain.length);
  return new Map(smaller.sort(([, a], [, b]) => a.length - b.length));
}
