import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createFileDownloads, NoFileError, type FileDownloads } from './file-download';
import { OutboundError } from './outbound-error';

const LIMIT = 1_000_000;

describe('a file download', () => {
  let server: Server;
  let base: string;
  let answer: RequestListener;
  let downloads: FileDownloads;
  /** With a short timeout. */
  let impatient: FileDownloads;
  /** The requested paths. */
  let asked: string[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url!);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const create = (timeoutMs: number) =>
      createFileDownloads({ allowCidrs: ['127.0.0.0/8'], timeoutMs, maxBytes: LIMIT });
    downloads = create(20_000);
    impatient = create(500);
  });

  beforeEach(() => (asked = []));

  afterAll(async () => {
    server.closeAllConnections();
    await Promise.all([downloads.close(), impatient.close()]);
    await new Promise((resolve) => server.close(resolve));
  });

  const fetched = (by = downloads) => by.download(`${base}/file`, ({ body }) => buffer(body));

  it('yields a stream with the metadata from the server', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('bytes');
    const found = await downloads.download(
      `${base}/a/b.png`,
      async ({ url, contentType, contentLength, body }) => ({
        path: url.pathname,
        contentType,
        contentLength,
        text: (await buffer(body)).toString(),
      }),
    );
    expect(found).toEqual({ path: '/a/b.png', contentType: 'image/png', contentLength: null, text: 'bytes' });
  });

  it('is requested uncompressed and with a user agent, as many servers require', async () => {
    answer = ({ headers }, response) =>
      response.end(`${headers['accept-encoding']} ${headers['user-agent']}`);
    expect((await fetched()).toString()).toBe('identity Chat-Files/1.0');
  });

  it.each([301, 302, 303, 307, 308])('follows a redirect with status %i', async (status) => {
    answer = ({ url }, response) =>
      url === '/file' ? response.writeHead(status, { location: '/there' }).end() : response.end('found');
    expect((await fetched()).toString()).toBe('found');
  });

  it('ends when it arrives in very many pieces, each of which costs time', async () => {
    const inPieces = (count: number, bytes: number) => {
      answer = (_, response) => {
        for (let sent = 0; sent < count; sent += 1) response.write('x'.repeat(bytes));
        response.end();
      };
    };
    inPieces(6_000, 1);
    await expect(fetched()).rejects.toMatchObject({ kind: 'protocol' });
    inPieces(6_000, 100);
    expect(await fetched()).toHaveLength(600_000);
  });

  it.each([
    ['raw UTF-8', Buffer.from('/Käse/发票.pdf?q=ü'), '/K%C3%A4se/%E5%8F%91%E7%A5%A8.pdf?q=%C3%BC'],
    ['raw Latin-1', Buffer.from('/K\xe4se.pdf', 'latin1'), '/K%E4se.pdf'],
    ['spaces', Buffer.from('/my file.pdf'), '/my%20file.pdf'],
    ['percent-encoding', Buffer.from('/K%C3%A4se%2F.pdf'), '/K%C3%A4se%2F.pdf'],
    ['a relative path', Buffer.from('Käse.pdf'), '/K%C3%A4se.pdf'],
  ])('follows a redirect with %s in its Location', async (_, location, path) => {
    answer = ({ url }, response) => {
      if (url === '/file') response.writeHead(302, { location: location.toString('latin1') }).end();
      else response.end('bytes');
    };
    expect((await fetched()).toString()).toBe('bytes');
    expect(asked).toEqual(['/file', path]);
  });

  it('stops after three redirects', async () => {
    answer = ({ url }, response) => response.writeHead(302, { location: `${url}x` }).end();
    await expect(fetched()).rejects.toThrow(NoFileError);
    expect(asked).toHaveLength(4);
  });

  it.each([
    'http://127.0.0.2.nip.io.invalid/',
    'https://10.0.0.1/x',
    'https://[::7f00:1]:1/',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'ftp://127.0.0.1/x',
    'https://user@127.0.0.1/',
    'gopher://127.0.0.1:70/',
  ])('never requests %s, directly or after a redirect', async (location) => {
    answer = ({ url }, response) =>
      url === '/file' ? response.writeHead(302, { location }).end() : response.end('leak');
    await expect(fetched()).rejects.toThrow(OutboundError);
    await expect(downloads.download(location, ({ body }) => buffer(body))).rejects.toThrow(OutboundError);
    expect(asked).toEqual(['/file']);
  });

  it.each([204, 206, 304, 401, 404, 500])('fails on status %i', async (status) => {
    answer = (_, response) => response.writeHead(status).end();
    await expect(fetched()).rejects.toThrow(`status ${status}`);
  });

  it('fails if the server compressed the file unasked', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('bomb');
    await expect(fetched()).rejects.toThrow('compressed');
  });

  it.each<[string, RequestListener]>([
    ['says nothing', () => undefined],
    ['never ends', (_, response) => void response.write('a')],
    ['trickles', (_, response) => void setInterval(() => response.write('a'), 100).unref()],
  ])('times out when the server %s', async (_, behaviour) => {
    answer = behaviour;
    await expect(fetched(impatient)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it.each<[string, RequestListener]>([
    [
      'breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('half');
        setTimeout(() => response.destroy(), 50);
      },
    ],
    [
      'sends without end',
      (_, response) => {
        const flood = () => {
          while (response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', flood);
        flood();
      },
    ],
  ])('fails with an OutboundError when the server %s', async (_, behaviour) => {
    answer = behaviour;
    await expect(
      downloads.download(`${base}/file`, async ({ body }) => {
        for await (const chunk of body) void chunk;
      }),
    ).rejects.toThrow(OutboundError);
  });

  it('fails with the error of its reader and closes the connection', async () => {
    let isClosed = false;
    answer = (_, response) => {
      response.on('close', () => (isClosed = true));
      response.write('begin');
    };
    const failure = new Error('the disk is full');
    await expect(downloads.download(`${base}/file`, () => Promise.reject(failure))).rejects.toBe(failure);
    while (!isClosed) await new Promise((resolve) => setImmediate(resolve));
  });
});
