import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestByTls } from 'node:https';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { uploadLimits } from '@chat/contracts';
import type { Channel, MessageEventData, SentMessage } from '@chat/client';
import { until, type Credential, type TestClient, type WebhookReceiver } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';
import { connectPhone, freshNumber, listen, sendText } from './shop';

const MEBIBYTE = 1024 * 1024;
const BOUNDARY = 'journey';
/** Maximum memory growth of a process, whatever passes through it. */
const MEMORY_BYTES = 64 * MEBIBYTE;

interface FormAnswer {
  status: number;
  body: { data?: SentMessage; error?: { code: string } };
}

/** The effect of large, slow and broken transfers on the processes, and on other clients. */
export function largeMedia(stack: RunningStack): void {
  let client: TestClient;
  let credential: Credential;
  let receiver: WebhookReceiver;
  let device: Channel;
  let number: string;
  let customer: string;

  beforeAll(async () => {
    const account = await stack().admin.createAccount({ rate_limit: 10_000 });
    credential = await stack().admin.createApiKey(account.id);
    client = stack().typedClient(credential);
    receiver = await listen(client, ['message.received']);
    ({ device, number } = await connectPhone(stack(), client));
  });

  afterAll(() => receiver.stop());

  beforeEach(() => {
    customer = freshNumber();
  });

  const url = () => new URL(stack().gatewayUrls[0]!);
  const headers = () => ({ 'client-id': credential.clientId, 'client-secret': credential.clientSecret });
  const opening = (member: string, filename: string, type: string) => {
    const texts = { mobile_code: '1', mobile: customer.slice(1), chat_account_id: String(device.id) };
    const parts = Object.entries(texts).map(
      ([name, text]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
    );
    return Buffer.from(
      `${parts.join('')}--${BOUNDARY}\r\ncontent-disposition: form-data; name="${member}"; filename="${filename}"\r\n` +
        `content-type: ${type}\r\n\r\n`,
    );
  };
  const closing = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

  /** Starts a form whose bytes the journey writes itself. */
  function begin(): { form: ClientRequest; answer: Promise<FormAnswer> } {
    const form = (url().protocol === 'https:' ? requestByTls : request)({
      host: url().hostname,
      port: url().port,
      method: 'POST',
      path: '/v1/messages',
      headers: { ...headers(), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      form.once('response', resolve).once('error', reject);
    }).then(async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      return {
        status: response.statusCode!,
        body: JSON.parse(Buffer.concat(chunks).toString()) as FormAnswer['body'],
      };
    });
    answer.catch(() => undefined);
    return { form, answer };
  }

  /** Uploads that many random bytes. @returns the answer, how many were read, and their hash. */
  async function upload(
    member: keyof typeof uploadLimits,
    size: number,
    head = Buffer.alloc(0),
    type = 'application/octet-stream',
  ): Promise<FormAnswer & { sha256: string; written: number }> {
    const { form, answer } = begin();
    const hash = createHash('sha256');
    let isAnswered = false;
    void answer.finally(() => (isAnswered = true)).catch(() => undefined);
    form.write(opening(member, 'large.bin', type));
    let written = 0;
    while (written < size && !isAnswered) {
      const chunk = written === 0 && head.length > 0 ? head : randomBytes(Math.min(MEBIBYTE, size - written));
      hash.update(chunk);
      written += chunk.length;
      // While the system takes every chunk at once, nothing else would let this process see the answer.
      await nextTurn();
      if (!form.write(chunk)) {
        await Promise.race([
          new Promise((resolve) => form.once('drain', resolve)),
          answer.catch(() => undefined),
        ]);
      }
    }
    form.end(closing);
    return { ...(await answer), sha256: hash.digest('hex'), written };
  }

  /** Downloads and hashes, without keeping the bytes. */
  async function hashOf(path: string): Promise<string> {
    const response = await fetch(new URL(path, url()), { headers: headers() });
    const hash = createHash('sha256');
    for await (const chunk of response.body!) hash.update(chunk as Buffer);
    return hash.digest('hex');
  }

  const processes = () => stack().names.filter((name) => !['postgres', 'nats'].includes(name));
  const memoryOf = async (name: string) => {
    const status = await readFile(`/proc/${stack().pid(name)}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024;
  };
  const memory = async () =>
    new Map(await Promise.all(processes().map(async (name) => [name, await memoryOf(name)] as const)));

  /** Returns the peak memory of each process during the work, minus what it had before. */
  async function growthDuring(work: () => Promise<void>): Promise<[name: string, bytes: number][]> {
    const before = await memory();
    const most = new Map(before);
    let isOver = false;
    const watch = (async () => {
      while (!isOver) {
        for (const [name, bytes] of await memory()) most.set(name, Math.max(most.get(name)!, bytes));
        await delay(50);
      }
    })();
    await work().finally(() => (isOver = true));
    await watch;
    return [...most].map(([name, bytes]) => [name, bytes - before.get(name)!]);
  }

  const blobFiles = async () => {
    const entries = await readdir(join(stack().folder, 'blobs'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  };

  it('carries 100 MB up, out, in and down, in bounded memory', async () => {
    const receive = async (size: number) => {
      const posted = await stack().sandbox.postMedia(customer, zeros(size));
      const id = await stack().sandbox.write(customer, { to: number, type: 'document', media: posted });
      const isIt = ({ data }: { data: MessageEventData }) => data.message.chat_message_id === id;
      return (await receiver.waitFor('message.received', isIt)).data.message;
    };
    // The first transfers load and compile code, which must not count as growth.
    await upload('document', MEBIBYTE);
    await hashOf(`/v1/messages/${(await receive(MEBIBYTE)).id}/media`);
    const growth = await growthDuring(async () => {
      const { status, body, sha256 } = await upload('document', uploadLimits.document);
      expect(status).toBe(201);
      const [received] = (await stack().sandbox.messages(customer)).slice(-1);
      expect(received!.media).toMatchObject({ size: uploadLimits.document, sha256 });
      expect(await hashOf(`/v1/messages/${body.data!.message_id}/media`)).toBe(sha256);

      const message = await receive(uploadLimits.document);
      const path = `/v1/messages/${message.id}/media`;
      // It is answered when the copy exists, or after a long wait.
      const firstByte = { headers: { range: 'bytes=0-0' }, timeoutMs: 60_000 };
      await until(async () => (await client.raw.get(path, firstByte)).status === 206, {
        describe: 'the copy to be there',
        timeoutMs: 60_000,
      });
      expect(await hashOf(path)).toBe(message.media!.sha256);
    });
    const tooMuch = growth.filter(([, bytes]) => bytes >= MEMORY_BYTES);
    expect(tooMuch.map(([name, bytes]) => `${name} grew by ${Math.round(bytes / MEBIBYTE)} MiB`)).toEqual([]);
  });

  it.each([
    [
      'image',
      '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489000027104944415478',
      'image/png',
    ],
    ['audio', '49443304000000000000fffb9064', 'audio/mpeg'],
    ['video', '00000018667479706d703432000000006d70343269736f6d', 'video/mp4'],
    ['document', '', 'application/pdf'],
  ] as const)(
    'accepts a file of the kind %s up to its limit, and answers 413 for one byte more',
    async (kind, hex, type) => {
      const head = Buffer.from(hex, 'hex');
      const limit = uploadLimits[kind];
      const kept = await blobFiles();
      expect((await upload(kind, limit, head, type)).status).toBe(201);
      const beyond = await upload(kind, limit + 1, head, type);
      expect([beyond.status, beyond.body.error?.code]).toEqual([413, 'payload_too_large']);
      await until(async () => (await blobFiles()) === kept + 1, {
        describe: 'the first file alone to be kept',
      });
    },
  );

  it('stops reading a file that is far too large', async () => {
    const kept = await blobFiles();
    const { status, written } = await upload('image', 200 * MEBIBYTE);
    expect(status).toBe(413);
    expect(written).toBeLessThan(100 * MEBIBYTE);
    await until(async () => (await blobFiles()) === kept, { describe: 'the beginning to be gone' });
  });

  it('keeps nothing of an aborted upload', async () => {
    const kept = await blobFiles();
    const { form } = begin();
    form.on('error', () => undefined);
    form.write(opening('document', 'a.bin', 'application/pdf'));
    form.write(randomBytes(MEBIBYTE));
    await until(async () => (await blobFiles()) > kept, { describe: 'the upload to have begun' });
    form.destroy();
    await until(async () => (await blobFiles()) === kept, { describe: 'the file to be gone' });
    expect(await stack().sandbox.messages(customer)).toEqual([]);
  });

  it('accepts 50 concurrent uploads, each with its own bytes', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => upload('document', MEBIBYTE / 4)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const received = new Map(
      (await stack().sandbox.messages(customer)).map(({ chat_message_id, media }) => [
        chat_message_id,
        media!.sha256,
      ]),
    );
    const sent = answers.map(({ body, sha256 }) => [body.data!.chat_message_id, sha256] as const);
    expect(received).toEqual(new Map(sent));
  });

  it('is not blocked by a client of 1 KB per second, whose message arrives all the same', async () => {
    const { form, answer } = begin();
    form.write(opening('document', 'slow.bin', 'application/pdf'));
    const trickle = setInterval(() => form.write(randomBytes(1024)), 1_000);
    const startedAt = performance.now();
    for (let count = 0; count < 10; count += 1) {
      await sendText(client, device.id, freshNumber(), 'Quick');
    }
    // It has not ended, and others were served.
    expect(form.destroyed).toBe(false);
    await delay(Math.max(0, 3_000 - (performance.now() - startedAt)));
    clearInterval(trickle);
    form.end(closing);
    const { status, body } = await answer;
    expect(status).toBe(201);
    const { message } = await client.getMessage({ id: body.data!.message_id });
    expect(message.media!.size).toBeGreaterThan(1_000);
  });
}

/** A stream of that many zero bytes. */
function zeros(size: number): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      const chunk = new Uint8Array(Math.min(64 * 1024, left));
      left -= chunk.length;
      controller.enqueue(chunk);
      if (left === 0) controller.close();
    },
  });
}
