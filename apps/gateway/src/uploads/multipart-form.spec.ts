import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { FilesystemBlobStore } from '@chat/media';
import type { BusClient } from '@chat/bus';
import {
  AnyJson,
  Bool,
  Decimal,
  Empty,
  operation,
  Optional,
  Text,
  UploadedFile,
  type StoredFile,
} from '@chat/contracts';
import { until } from '@chat/test-kit';
import { v1Surface } from '../surfaces/v1/v1.surface';
import { startEdge } from '../testing/edge-under-test';
import type { Upload, UploadsRepository } from './uploads.repository';
import { UploadsService } from './uploads.service';

class Post {
  @Text({ max: 20 }) name!: string;
  @Optional() @Bool() ptt?: boolean;
  @Optional() @Decimal() latitude?: number;
  @Optional() @AnyJson() product?: unknown;
  @Optional() @UploadedFile() image?: StoredFile;
  @Optional() @UploadedFile() document?: StoredFile;
  @Optional() @UploadedFile() header?: StoredFile;
}

const common = { effect: 'send', scope: 'messages:send', body: Post, output: Empty } as const;
const takesFiles = operation({
  ...common,
  http: 'POST /v1/posts',
  subject: 'rpc.spec.post.create',
  upload: { image: 'image', document: 'document', header: 'header' },
});
const takesNone = operation({ ...common, http: 'POST /v1/plain', subject: 'rpc.spec.post.plain' });

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const MIB = 1024 * 1024;
const tooMany = Array.from({ length: 101 }, () => ({ name: 'name', text: 'a' }));

type Part = { name: string; text: string } | { name: string; filename: string; type?: string; bytes: Buffer };

const boundary = 'x-boundary';

function formOf(parts: Part[]): Buffer {
  const written = parts.flatMap((part) => {
    const filename = 'filename' in part ? `; filename="${part.filename}"` : '';
    const type = 'type' in part ? `Content-Type: ${part.type}\r\n` : '';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${filename}\r\n${type}\r\n`;
    return [Buffer.from(head), 'text' in part ? Buffer.from(part.text) : part.bytes, Buffer.from('\r\n')];
  });
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]);
}

describe('a form', () => {
  let folder: string;
  let edge: Awaited<ReturnType<typeof startEdge>>;
  let asked: { body: Record<string, unknown> } | null;
  const rows = new Map<string, Upload>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-forms-'));
    const repository = {
      // As long as a database takes: by then the form may have ended, or broken off.
      begin: (upload: Upload) => delay(5).then(() => void rows.set(upload.blob, upload)),
      complete: ({ blob }: Upload) => Promise.resolve(rows.has(blob)),
      end: (uploads: Upload[]) => Promise.resolve(uploads.forEach(({ blob }) => rows.delete(blob))),
    } as unknown as UploadsRepository;
    const store = await FilesystemBlobStore.open(folder);
    const uploads = new UploadsService(store, repository);
    const bus = {
      forward: (_: unknown, __: unknown, input: { body: Record<string, unknown> }) => {
        asked = input;
        return Promise.resolve({ status: 200, body: '{}', pagination: null });
      },
    } as unknown as BusClient;
    edge = await startEdge({ bus, uploads }, (services) => [v1Surface(services, [takesFiles, takesNone])]);
  });

  beforeEach(() => (asked = null));

  afterAll(async () => {
    await edge.drain();
    await rm(folder, { recursive: true, force: true });
  });

  const open = (path: string, contentType: string, agent: Agent | false = false) =>
    request(edge.url + path, {
      method: 'POST',
      agent,
      headers: { 'client-id': 'ck', 'client-secret': 'cs', 'content-type': contentType },
    });
  const send = async (
    body: Buffer,
    { path = '/v1/posts', contentType = `multipart/form-data; boundary=${boundary}` } = {},
  ) => {
    const sent = open(path, contentType).end(body);
    sent.on('error', () => undefined);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { error } = (await json(response)) as {
      error?: { code: string; errors?: Record<string, string[]> };
    };
    return { status: response.statusCode, code: error?.code, errors: error?.errors };
  };
  const filesKept = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
      .length;

  it('reaches the service as a DTO with references to its files', async () => {
    const answer = await send(
      formOf([
        { name: 'name', text: ' Åsa ' },
        { name: 'ptt', text: 'true' },
        { name: 'latitude', text: '-12.5' },
        { name: 'product', text: '{"id":[1,2]}' },
        { name: 'image', filename: '../sun.png', type: 'image/png', bytes: png },
        { name: 'document', filename: 'a.html', type: 'text/html', bytes: Buffer.from('<html>') },
      ]),
    );
    expect(answer.status).toBe(200);
    expect(JSON.parse(JSON.stringify(asked!.body))).toEqual({
      name: 'Åsa',
      ptt: true,
      latitude: -12.5,
      product: { id: [1, 2] },
      image: {
        blob: expect.any(String) as string,
        filename: 'sun.png',
        mime_type: 'image/png',
        size: png.length,
        sha256: sha256Of(png),
      },
      document: {
        blob: expect.any(String) as string,
        filename: 'a.html',
        mime_type: 'text/html',
        size: 6,
        sha256: sha256Of(Buffer.from('<html>')),
      },
    });
    const { blob } = asked!.body['image'] as StoredFile;
    expect(rows.get(blob)).toMatchObject({ accountId: 1, service: 'spec' });
  });

  it('tells all that is wrong with it at once, and keeps none of its files', async () => {
    const before = await filesKept();
    const answer = await send(
      formOf([
        { name: 'name', text: 'x'.repeat(21) },
        { name: 'latitude', text: 'north' },
        { name: 'more', text: '1' },
        { name: 'image', filename: 'a.png', type: 'image/png', bytes: Buffer.from('<html>') },
        { name: 'other', filename: 'b.png', type: 'image/png', bytes: png },
        { name: 'document', filename: 'c', bytes: png },
        { name: 'document', filename: 'd', bytes: png },
      ]),
    );
    expect(answer).toMatchObject({ status: 422, code: 'validation_error' });
    expect(Object.keys(answer.errors!).sort()).toEqual([
      'document',
      'image',
      'latitude',
      'more',
      'name',
      'other',
    ]);
    expect(asked).toBeNull();
    expect(await filesKept()).toBe(before);
  });

  it.each([
    [
      'is empty',
      'document',
      'application/pdf',
      Buffer.alloc(0),
      'The file of document is empty. Send one with content.',
    ],
    [
      'is no picture although it says so',
      'header',
      'image/png',
      Buffer.from('<html>'),
      'header must be a file of the type that it declares; its bytes show none.',
    ],
  ])('is refused with a file that %s', async (_, name, type, bytes, sentence) => {
    const before = await filesKept();
    const answer = await send(
      formOf([
        { name: 'name', text: 'Sun' },
        { name, filename: 'a', type, bytes },
      ]),
    );
    expect(answer).toMatchObject({ status: 422, errors: { [name]: [sentence] } });
    expect(await filesKept()).toBe(before);
  });

  it.each([
    ['image', png, 'image/png'],
    ['document', png, 'image/png'],
    ['header', png, 'image/png'],
    ['document', Buffer.from('Hello'), 'text/plain'],
  ])('may leave out the type of a file: %s', async (name, bytes, type) => {
    const form = formOf([
      { name: 'name', text: 'Sun' },
      { name, filename: 'a', bytes },
    ]);
    expect((await send(form)).status).toBe(200);
    expect(asked!.body[name]).toMatchObject({ mime_type: type });
  });

  it('has no file in a text, whatever the text says of itself', async () => {
    const stored = { blob: 'account/2/secret', filename: null, mime_type: 'image/png', size: 1 };
    const text = JSON.stringify(stored);
    expect(
      await send(
        formOf([
          { name: 'name', text: 'a' },
          { name: 'image', text },
        ]),
      ),
    ).toEqual({
      status: 422,
      code: 'validation_error',
      errors: { image: ['image is a file. Send it as a part with a filename.'] },
    });
    expect(asked).toBeNull();
  });

  it('is too large when one file is, and nothing of it is kept', async () => {
    const [before, rowsBefore] = [await filesKept(), rows.size];
    const image = { name: 'image', filename: 'a.png', type: 'image/png' };
    expect(
      await send(formOf([{ ...image, bytes: Buffer.concat([png, Buffer.alloc(5 * MIB)]) }])),
    ).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    });
    const atLimit = Buffer.concat([png, Buffer.alloc(5 * MIB - png.length)]);
    expect(
      await send(
        formOf([
          { name: 'name', text: 'a' },
          { ...image, bytes: atLimit },
        ]),
      ),
    ).toMatchObject({
      status: 200,
    });
    expect([await filesKept(), rows.size]).toEqual([before + 1, rowsBefore + 1]);
  });

  it.each([
    ['no boundary', 'multipart/form-data', formOf([{ name: 'name', text: 'a' }])],
    ['another boundary', 'multipart/form-data; boundary=other', formOf([{ name: 'name', text: 'a' }])],
    ['a missing end', undefined, formOf([{ name: 'name', text: 'a' }]).subarray(0, -10)],
    [
      'a file cut off',
      undefined,
      formOf([{ name: 'document', filename: 'a', bytes: Buffer.alloc(1_000) }]).subarray(0, 500),
    ],
    [
      'a file cut off that nobody takes',
      undefined,
      formOf([{ name: 'other', filename: 'a', bytes: Buffer.alloc(1_000) }]).subarray(0, 500),
    ],
    ['10,000 parts', undefined, formOf(Array.from({ length: 10_000 }, () => ({ name: 'name', text: 'a' })))],
  ])('with %s is a bad request, and leaves nothing behind', async (_, contentType, body) => {
    const [before, rowsBefore] = [await filesKept(), rows.size];
    expect(await send(body, contentType ? { contentType } : {})).toMatchObject({
      status: 400,
      code: 'bad_request',
    });
    expect([await filesKept(), rows.size, asked]).toEqual([before, rowsBefore, null]);
  });

  it('leaves nothing behind when the client hangs up half-way', async () => {
    const [before, rowsBefore] = [await filesKept(), rows.size];
    const sent = open('/v1/posts', `multipart/form-data; boundary=${boundary}`);
    sent.on('error', () => undefined);
    const body = formOf([{ name: 'document', filename: 'a', bytes: Buffer.alloc(MIB) }]);
    sent.write(body.subarray(0, MIB / 2));
    await until(() => rows.size > rowsBefore, { describe: 'the file to begin' });
    sent.destroy();
    await until(() => rows.size === rowsBefore, { describe: 'the file to be given up' });
    await until(async () => (await filesKept()) === before, { describe: 'its bytes to be gone' });
    expect(asked).toBeNull();
  });

  it('leaves its connection to the next request when a file is refused half-way', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const image = { name: 'image', filename: 'a.png', type: 'image/png', bytes: Buffer.alloc(40 * MIB) };
    const ports = new Set<number | undefined>();
    for (const body of [formOf([image]), formOf([{ name: 'name', text: 'a' }])]) {
      const sent = open('/v1/posts', `multipart/form-data; boundary=${boundary}`, agent).end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(body.length > MIB ? 413 : 200);
      ports.add(response.socket.localPort);
      response.resume();
      await once(response, 'end');
    }
    expect(ports.size).toBe(1);
    agent.destroy();
  });

  describe('that is refused half-way', () => {
    const large = Buffer.alloc(24 * MIB, 'x');
    /** Sends the whole request before it reads the answer, as many clients do. */
    const sendThenRead = async (connection: string, body: Buffer, path = '/v1/posts') => {
      const socket = connect(Number(new URL(edge.url).port), '127.0.0.1');
      socket.pause();
      const type = `multipart/form-data; boundary=${boundary}`;
      const lines = ['Host: a', `Connection: ${connection}`, 'client-id: ck', 'client-secret: cs'];
      const head = [`POST ${path} HTTP/1.1`, ...lines, `Content-Type: ${type}`];
      const request = [Buffer.from(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n`), body];
      await new Promise<void>((resolve, reject) =>
        socket.once('error', reject).write(Buffer.concat(request), () => resolve()),
      );
      const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
      socket.destroy();
      return answer.toString();
    };

    it.each([
      ['a text that is too large', formOf([{ name: 'name', text: large.toString() }]), 413],
      ['a file that is too large', formOf([{ name: 'image', filename: 'a', bytes: large }]), 413],
      ['a file that nobody takes', formOf([{ name: 'other', filename: 'a', bytes: large }]), 422],
      ['too many parts', formOf([...tooMany, { name: 'document', filename: 'a', bytes: large }]), 400],
      ['another boundary', Buffer.concat([Buffer.from('--other\r\n\r\n'), large]), 400],
    ])('is answered, whatever is on its way: %s', async (_, body, status) => {
      for (const connection of ['close', 'keep-alive']) {
        expect(await sendThenRead(connection, body)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      }
    });

    it('is answered on a route that takes no forms', async () => {
      const body = formOf([{ name: 'name', text: large.toString() }]);
      expect(await sendThenRead('close', body, '/v1/plain')).toMatch(/^HTTP\/1.1 415 /);
    });
  });

  it('is no body of an operation that takes no files', async () => {
    const body = formOf([{ name: 'name', text: 'a' }]);
    expect(await send(body, { path: '/v1/plain' })).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    });
  });

  it('may say the same as JSON', async () => {
    await send(formOf([{ name: 'name', text: 'a' }]));
    const form = asked;
    await send(Buffer.from('{"name":"a"}'), { contentType: 'application/json' });
    expect(form).toEqual(asked);
  });
});

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
