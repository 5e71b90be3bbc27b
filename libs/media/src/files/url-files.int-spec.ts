import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AccountSlots } from '@chat/flow';
import { BlobTooLargeError, type ReceivedBlob } from '../blob-store/receive-blob';
import type { UploadClass } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { UrlFiles } from './url-files';

const MIB = 1024 * 1024;

describe('a file that a request names by its URL', () => {
  const files = new UrlFiles({ allowCidrs: ['127.0.0.0/8'] });
  let server: Server;
  let answer: RequestListener;
  let bytes: Buffer | null;
  let discarded: string[];
  /** The detected type of the next file. */
  let sniffedType: string | null;

  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  beforeEach(() => {
    bytes = null;
    discarded = [];
    sniffedType = 'image/png';
    answer = (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('the bytes');
  });

  afterAll(async () => {
    server.closeAllConnections();
    await files.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const keeper = {
    receive: async (source: Readable, maxBytes: number): Promise<ReceivedBlob> => {
      bytes = await buffer(source);
      if (bytes.length > maxBytes) throw new BlobTooLargeError(maxBytes);
      return { key: '1/blob', size: bytes.length, sha256: 'a'.repeat(64), sniffedType, isAnimated: false };
    },
    discard: (blob: string) => Promise.resolve(void discarded.push(blob)),
  };
  const fetched = (
    path = '/sun.png',
    type: UploadClass = 'image',
    accountId = 1,
    filename: string | null = null,
  ) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    return files.fetch({ accountId, member: 'image_url', url, type, filename }, keeper);
  };
  const sentenceOf = async (fetching: Promise<unknown>) => {
    const error: unknown = await fetching.catch((failure: unknown) => failure);
    if (!(error instanceof AppError)) throw error;
    expect([error.code, Object.keys(error.details.errors!)]).toEqual(['validation_error', ['image_url']]);
    return error.details.errors!.image_url!.join();
  };

  it('is kept with its bytes, its type and the name at the end of its path', async () => {
    expect(await fetched('/a/sun%20rise.png?size=1')).toEqual({
      blob: '1/blob',
      filename: 'sun rise.png',
      mime_type: 'image/png',
      size: 9,
      sha256: 'a'.repeat(64),
    });
    expect(bytes).toEqual(Buffer.from('the bytes'));
    expect(discarded).toEqual([]);
  });

  it('waits while its account fetches eight others, and those of other accounts do not', async () => {
    const asked: string[] = [];
    const held: ServerResponse[] = [];
    const allHeld = new Promise<void>((resolve) => {
      answer = ({ url }, response) => {
        asked.push(url!);
        response.writeHead(200, { 'content-type': 'image/png' });
        if (!url!.startsWith('/held')) response.end('the bytes');
        else if (held.push(response) === 8) resolve();
      };
    });
    const holding = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => fetched(`/held/${number}`));
    await allHeld;
    const waiting = fetched('/mine');
    await fetched('/of-another', 'image', 2);
    expect(asked).not.toContain('/mine');
    held.pop()!.end('the bytes');
    await waiting;
    held.forEach((response) => response.end('the bytes'));
    await Promise.all(holding);
  });

  it('is refused for a while when the eight others take too long', async () => {
    const taking = jest.spyOn(AccountSlots.prototype, 'acquire').mockResolvedValue(false);
    await expect(fetched()).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
      message: expect.stringContaining('Send image_url again') as string,
      details: { retry_after: 15 },
    });
    expect(taking).toHaveBeenCalledWith(1, 15_000);
    taking.mockRestore();
    await fetched();
  });

  it.each([
    ['/', null],
    ['/;v=1', null],
    ['/%E0%A4%A', '%E0%A4%A.png'],
    ['/sun', 'sun.png'],
    ['/v1.2', 'v1.2.png'],
    ['/sun.png;jsessionid=0A.node1', 'sun.png'],
    ['/sun%3B1.png', 'sun;1.png'],
    ['/a;v=1/sun.png', 'sun.png'],
    ['/sun.jpeg?name=moon.png', 'sun.jpeg'],
  ])('has of the path %s the name %s', async (path, filename) => {
    expect((await fetched(path)).filename).toBe(filename);
  });

  it('has the name of the request before that of its server, and that before its path', async () => {
    const disposition = `attachment; filename="m.png"; filename*=UTF-8''m%C3%BCnd.png`;
    answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'image/png', 'content-disposition': disposition })
        .end('the bytes');
    expect((await fetched('/sun.png')).filename).toBe('münd.png');
    expect((await fetched('/sun.png', 'image', 1, 'mine')).filename).toBe('mine.png');
  });

  it.each([
    [
      'inv.xlsx',
      '/download',
      null,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'inv.xlsx',
    ],
    [
      '',
      '/inv.docx',
      'Angebot',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'Angebot.docx',
    ],
    ['', '/download', null, 'application/zip', 'download.zip'],
  ])('that is a ZIP is what the name %s of its server or that of its path %s says', async (...given) => {
    const [name, path, mine, type, filename] = given;
    sniffedType = 'application/zip';
    answer = (_, response) =>
      response
        .writeHead(200, {
          'content-type': 'application/octet-stream',
          ...(name && { 'content-disposition': `attachment; filename=${name}` }),
        })
        .end('PK');
    expect(await fetched(path, 'document', 1, mine)).toMatchObject({ mime_type: type, filename });
  });

  it('is not read at all when the server announces too much', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-length': 5 * MIB + 1 }).write('a');
    expect(await sentenceOf(fetched())).toContain('larger than 5 MiB');
    expect(bytes).toBeNull();
  });

  it('is refused when more comes than was announced', async () => {
    answer = (_, response) => response.end(Buffer.alloc(5 * MIB + 1));
    expect(await sentenceOf(fetched())).toContain('larger than 5 MiB');
  });

  it('is refused and discarded when it is empty', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end();
    expect(await sentenceOf(fetched('/a.pdf', 'document'))).toContain('is empty');
    expect(discarded).toEqual(['1/blob']);
  });

  it('is discarded when it is of another type', async () => {
    expect(await sentenceOf(fetched('/a', 'video'))).toContain('its bytes show image/png');
    expect(discarded).toEqual(['1/blob']);
  });

  it.each<[string, RequestListener, string]>([
    ['answers 404', (_, response) => response.writeHead(404).end(), 'the status 404'],
    ['redirects for ever', (_, response) => response.writeHead(302, { location: '/' }).end(), 'redirects'],
    [
      'redirects to a private address',
      (_, response) => response.writeHead(302, { location: 'https://10.0.0.1/' }).end(),
      'private or reserved',
    ],
    ['hangs up', (_, response) => response.destroy(), 'closed the connection'],
  ])('is refused with the reason when the server %s', async (_, behaviour, reason) => {
    answer = behaviour;
    const sentence = await sentenceOf(fetched());
    expect(sentence).toMatch(/^image_url could not be fetched\. /);
    expect(sentence).toContain(reason);
  });
});
