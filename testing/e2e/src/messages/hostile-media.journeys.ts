import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Channel, SentMessage } from '@chat/client';
import { refusal, until, type Credential, type TestClient } from '@chat/test-kit';
import { CHROMIUM, inChromium } from '../access/chromium';
import type { RunningStack } from '../shared-stack';
import { connectPhone, freshNumber, receiverAt } from './shop';

const run = promisify(execFile);

const html = Buffer.from('<!doctype html><script>fetch("/beacon")</script><img src="/beacon">');
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("/beacon")</script><image href="/beacon"/></svg>',
);
const png = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489000000004945444154',
  'hex',
);
/** A picture by its first bytes, and a page by the rest. */
const polyglot = Buffer.concat([
  Buffer.from('474946383961', 'hex'),
  Buffer.from('=1;/*'),
  html,
  Buffer.from('*/'),
]);

/** Files and forms that try to be interpreted as something else. */
export function hostileMedia(stack: RunningStack): void {
  let client: TestClient;
  let credential: Credential;
  let device: Channel;
  let customer: string;

  beforeAll(async () => {
    const account = await stack().admin.createAccount();
    credential = await stack().admin.createApiKey(account.id);
    client = stack().typedClient(credential);
    ({ device } = await connectPhone(stack(), client));
  });

  beforeEach(() => {
    customer = freshNumber();
  });

  const send = (member: string, bytes: Buffer, type: string, filename: string) =>
    client.sendMessage({
      ...receiverAt(customer),
      chat_account_id: device.id,
      [member]: new File([bytes], filename, { type }),
    });
  const sendRaw = async (contentType: string, body: Buffer) => {
    const response = await fetch(`${stack().gatewayUrls[0]}/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': contentType,
        'client-id': credential.clientId,
        'client-secret': credential.clientSecret,
      },
      body,
    });
    return { status: response.status, body: (await response.json()) as { error?: { code: string } } };
  };
  const read = async ({ message_id: id }: SentMessage) => (await client.getMessage({ id })).message;

  it.each([
    ['HTML named .png', 'image', html, 'image/png', 'a.png'],
    ['HTML without a declared type', 'image', html, '', 'a.png'],
    ['an SVG as an image', 'image', svg, 'image/svg+xml', 'a.svg'],
    ['a PNG declared as HTML', 'image', png, 'text/html', 'a.png'],
    ['a PNG as a video', 'video', png, 'video/mp4', 'a.mp4'],
    ['an empty image', 'image', Buffer.alloc(0), 'image/png', 'a.png'],
    ['a script as audio', 'audio', Buffer.from('#!/bin/sh'), 'audio/mpeg', 'a.mp3'],
  ])('%s is refused, and is not sent', async (_, member, bytes, type, filename) => {
    const { code, errors } = await refusal(send(member, bytes, type, filename));
    expect([code, Object.keys(errors!)]).toEqual(['validation_error', [member]]);
    expect(await stack().sandbox.messages(customer)).toEqual([]);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\boot.ini', 'boot.ini'],
    ['发票 👋.pdf', '发票 👋.pdf'],
    ['exe.\u202egpj', 'exe.gpj'],
    ['a;b=c.pdf', 'a;b=c.pdf'],
  ])('a file named %j is shown, and saved, as %j', async (given, shown) => {
    const message = await read(await send('document', html, 'application/pdf', given));
    expect(message.media!.filename).toBe(shown);
    const { headers } = await client.getMessageMedia({ id: message.id });
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename/);
  });

  it('a decompression bomb is a document like any other: it is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    const message = await read(await send('document', bomb, 'application/gzip', 'bomb.gz'));
    expect(message.media).toMatchObject({ size: bomb.length, mime_type: 'application/gzip' });
    const downloaded = await client.getMessageMedia({ id: message.id });
    const bytes = Buffer.from(await downloaded.arrayBuffer());
    expect([bytes.equals(bomb), downloaded.headers.get('content-encoding')]).toEqual([true, null]);
  });

  it.each<[string, () => [contentType: string, body: Buffer], number, string]>([
    [
      '10,000 parts',
      () => {
        const part = '--b\r\ncontent-disposition: form-data; name="message"\r\n\r\nx\r\n';
        return ['multipart/form-data; boundary=b', Buffer.from(`${part.repeat(10_000)}--b--\r\n`)];
      },
      400,
      'bad_request',
    ],
    [
      'a form inside the form',
      () => {
        const inner = '--i\r\ncontent-disposition: form-data; name="message"\r\n\r\ninner\r\n--i--\r\n';
        const outer =
          '--b\r\ncontent-disposition: form-data; name="inner"; filename="f"\r\n' +
          `content-type: multipart/mixed; boundary=i\r\n\r\n${inner}\r\n--b--\r\n`;
        return ['multipart/form-data; boundary=b', Buffer.from(outer)];
      },
      422,
      'validation_error',
    ],
    ['no boundary', () => ['multipart/form-data', Buffer.from('--b--')], 400, 'bad_request'],
    ['no end', () => ['multipart/form-data; boundary=b', Buffer.from('--b\r\n')], 400, 'bad_request'],
    [
      'endless headers',
      () => ['multipart/form-data; boundary=b', Buffer.from(`--b\r\n${'x: y\r\n'.repeat(50_000)}`)],
      400,
      'bad_request',
    ],
    [
      'another type of form',
      () => ['multipart/mixed; boundary=b', Buffer.from('--b--')],
      415,
      'unsupported_media_type',
    ],
  ])('a form with %s is refused', async (_, make, status, code) => {
    const answer = await sendRaw(...make());
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
  });

  describe('a browser that follows the address of media', () => {
    let proxy: Server;
    /** The paths that the browser requested. */
    let asked: string[];
    /** Pages that the proxy serves itself. */
    const pages = new Map<string, string>();

    beforeAll(async () => {
      // It adds the credentials that a browser does not have, and forwards the answers of our API.
      const headers = { 'client-id': credential.clientId, 'client-secret': credential.clientSecret };
      proxy = createServer((request, response) => {
        asked.push(request.url!);
        const page = pages.get(request.url!);
        if (page !== undefined)
          return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
        if (!request.url!.startsWith('/v1/')) return void response.writeHead(404).end();
        fetch(`${stack().gatewayUrls[0]}${request.url}`, { headers }).then(
          async (answer) => {
            response.writeHead(answer.status, Object.fromEntries(answer.headers));
            response.end(Buffer.from(await answer.arrayBuffer()));
          },
          () => response.destroy(),
        );
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    });

    afterAll(() => {
      proxy.closeAllConnections();
      proxy.close();
    });

    beforeEach(() => (asked = []));

    /** Opens a page with everything that it embeds. */
    async function open(path: string, signal?: AbortSignal): Promise<void> {
      const profile = await mkdtemp(join(tmpdir(), 'chat-browser-'));
      const { port } = proxy.address() as AddressInfo;
      const options = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`];
      const work = ['--virtual-time-budget=2000', '--dump-dom', `http://127.0.0.1:${port}${path}`];
      const end = { timeout: 120_000, killSignal: 'SIGKILL', signal } as const;
      await run(CHROMIUM, [...options, ...work], end).catch(() => undefined);
      // A child process of the browser may still write there; leftovers are removed with the folder of the run.
      await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    }

    /** A page that embeds these addresses in every way that shows or runs content. */
    const embedding = (paths: string[]) =>
      paths
        .map((path) => `<iframe src="${path}"></iframe><embed src="${path}"><object data="${path}"></object>`)
        .join('');
    const hostileFiles = async () => {
      const sent = [
        await send('document', html, 'text/html', 'page.html'),
        await send('document', svg, 'image/svg+xml', 'image.svg'),
        await send('image', polyglot, 'image/gif', 'a.gif'),
        await send('document', html, '', 'page'),
      ];
      return sent.map(({ message_id }) => `/v1/messages/${message_id}/media`);
    };

    inChromium('runs what is served as a page', async () => {
      pages.set('/page', html.toString()).set('/start', embedding(['/page']));
      await open('/start');
      expect(asked).toContain('/beacon');
    });

    inChromium('embeds and runs none of it', async () => {
      const paths = await hostileFiles();
      pages.set('/start', embedding(paths));
      await open('/start');
      expect(asked).toEqual(expect.arrayContaining(paths));
      expect(asked).not.toContain('/beacon');
    });

    inChromium('downloads it when navigating to it', async () => {
      const [path] = await hostileFiles();
      // A navigation that turns into a download leaves the browser waiting for the page.
      const browsing = new AbortController();
      const browsed = open(path!, browsing.signal);
      await until(() => asked.includes(path!), { describe: 'the browser to ask for it', timeoutMs: 120_000 });
      await delay(3_000);
      browsing.abort();
      await browsed;
      expect(asked).not.toContain('/beacon');
    });
  });
}
