import { Readable } from 'node:stream';
import { PNG } from 'pngjs';
import { until } from '@chat/test-kit';
import { errorOf, TestBusiness } from '../../testing/test-business';
import { TestSandbox } from '../../testing/test-sandbox';

const MIB = 1024 * 1024;
const APP_ID = '900000000000001';
const PICTURE = PNG.sync.write(new PNG({ width: 6, height: 6 }));

let sandbox: TestSandbox;
let business: TestBusiness;
let stranger: TestBusiness;

beforeAll(async () => {
  sandbox = await TestSandbox.start();
  business = await TestBusiness.create(sandbox, '4915100000701');
  stranger = await TestBusiness.create(sandbox, '4915100000702');
});

afterAll(() => sandbox.stop());

const idOf = ({ body }: { body: Record<string, unknown> }) => String(body['id']);
const download = (url: string, token: string) =>
  fetch(url, { headers: { authorization: `Bearer ${token}` } });

describe('media', () => {
  it('larger than a mebibyte come back byte for byte', async () => {
    const bytes = Buffer.alloc(5 * MIB + 17, 'document ');
    const id = idOf(await business.upload(bytes, 'application/pdf', 'long.pdf'));
    const { body } = await business.call('GET', `/${id}?phone_number_id=${business.phoneNumberId}`);
    expect(body).toMatchObject({
      messaging_product: 'whatsapp',
      mime_type: 'application/pdf',
      file_size: bytes.length,
      id,
    });
    const response = await download(String(body['url']), business.token);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it.each([
    ['a text that claims to be a picture', Buffer.from('no picture'), 'image/png'],
    ['a picture that claims to be another', PICTURE, 'image/jpeg'],
    ['nothing', Buffer.alloc(0), 'application/pdf'],
    ['a picture of more than 5 MiB', Buffer.concat([PICTURE, Buffer.alloc(5 * MIB)]), 'image/png'],
    ['an invalid type', PICTURE, 'picture'],
  ])('are refused when they are %s', async (_, bytes, type) => {
    const answer = await business.upload(bytes, type);
    expect({ status: answer.status, code: errorOf(answer).code }).toEqual({ status: 400, code: 100 });
  });

  it.each([
    ['no file', { type: 'image/png', messaging_product: 'whatsapp' }],
    ['no product', { type: 'image/png', file: PICTURE }],
  ])('are refused with %s', async (_, members) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(members)) {
      form.set(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]));
    }
    const answer = await business.call('POST', `/${business.phoneNumberId}/media`, form);
    expect(errorOf(answer)).toMatchObject({ code: 100 });
  });

  it('have the type of the form, even if it comes after the file is stored', async () => {
    const part = (name: string, more = '') =>
      `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`;
    const isStored = async () =>
      (await sandbox.rows(`SELECT FROM sandbox.cloud_media WHERE filename = 'late.png' AND size > 0`))
        .length > 0;
    async function* form(): AsyncGenerator<Buffer> {
      yield Buffer.from(
        `${part('messaging_product')}\r\nwhatsapp\r\n${part('file', '; filename="late.png"')}`,
      );
      yield Buffer.concat([Buffer.from('content-type: image/webp\r\n\r\n'), PICTURE, Buffer.from('\r\n')]);
      yield Buffer.from(part('type'));
      await until(isStored, { describe: 'the file to be stored' });
      yield Buffer.from('\r\nimage/png\r\n--x--\r\n');
    }
    const response = await fetch(`${sandbox.url}/v23.0/${business.phoneNumberId}/media`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${business.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: Readable.from(form()),
      duplex: 'half',
    });
    const { id } = (await response.json()) as { id: string };
    expect((await business.call('GET', `/${id}`)).body).toMatchObject({ mime_type: 'image/png' });
  });

  it('belong to one account: to others they do not exist', async () => {
    const id = idOf(await business.upload(PICTURE, 'image/png'));
    const { url } = (await business.call('GET', `/${id}`)).body as { url: string };
    expect(errorOf(await stranger.call('GET', `/${id}`))).toMatchObject({ code: 100, error_subcode: 33 });
    expect(errorOf(await stranger.call('DELETE', `/${id}`))).toMatchObject({ code: 100, error_subcode: 33 });
    expect((await download(url, stranger.token)).status).toBe(404);
    const foreign = await business.call('GET', `/${id}?phone_number_id=${stranger.phoneNumberId}`);
    expect(errorOf(foreign)).toMatchObject({ code: 100, error_subcode: 33 });
  });

  it('have links that stop working when tampered with, expired, or after deletion', async () => {
    const id = idOf(await business.upload(PICTURE, 'image/png'));
    const { url } = (await business.call('GET', `/${id}`)).body as { url: string };
    const later = new URL(url);
    later.searchParams.set('ext', '9999999999');
    expect((await download(later.href, business.token)).status).toBe(404);
    await sandbox.query(
      `UPDATE sandbox.cloud_media SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    expect((await download(url, business.token)).status).toBe(404);
    expect(errorOf(await business.call('GET', `/${id}`))).toMatchObject({ error_subcode: 33 });
  });

  it('leave nothing behind when the upload is aborted', async () => {
    const broken = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nhalf of a docu',
    );
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await business.call('POST', `/${business.phoneNumberId}/media`, broken, headers);
    expect(errorOf(answer)).toMatchObject({ code: 100 });
    const rows = await sandbox.rows(`SELECT id FROM sandbox.cloud_media WHERE filename = 'a.pdf'`);
    expect(rows).toEqual([]);
  });
});

describe('a resumable upload', () => {
  const begin = (length: number, type = 'image/png') =>
    business.call('POST', `/${APP_ID}/uploads?file_name=s.png&file_length=${length}&file_type=${type}`);
  const send = (id: string, bytes: Buffer, offset: number) =>
    business.call('POST', `/${id}`, bytes, {
      authorization: `OAuth ${business.token}`,
      file_offset: String(offset),
      'content-type': 'application/octet-stream',
    });

  it('continues where it was interrupted, and ends with a handle that a template may name', async () => {
    const id = idOf(await begin(PICTURE.length));
    expect(id).toMatch(/^upload:/);
    expect((await send(id, PICTURE.subarray(0, 20), 0)).body).toEqual({ id, file_offset: 20 });
    expect((await business.call('GET', `/${id}`)).body).toEqual({ id, file_offset: 20 });
    expect(errorOf(await send(id, PICTURE.subarray(0, 20), 0)).message).toContain('file_offset 20');
    const { h: handle } = (await send(id, PICTURE.subarray(20), 20)).body;
    expect(handle).toMatch(/^4::/);

    const create = (value: unknown) =>
      business.call('POST', `/${business.wabaId}/message_templates`, {
        name: 'picture_slow',
        language: 'en_US',
        category: 'MARKETING',
        components: [
          { type: 'HEADER', format: 'IMAGE', example: { header_handle: [value] } },
          { type: 'BODY', text: 'Look at this.' },
        ],
      });
    expect(errorOf(await create('4::nobody'))).toMatchObject({ code: 100, error_subcode: 2388047 });
    const made = await create(handle);
    expect(made.body).toMatchObject({ status: 'PENDING' });
    // Its list shows a link instead, which needs no token.
    const { components } = (await business.call('GET', `/${idOf(made)}`)).body;
    const [{ example }] = components as [{ example: { header_handle: [string] } }];
    const file = await fetch(example.header_handle[0]);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PICTURE);
  });

  it('accepts no more bytes than announced, and only from the app', async () => {
    const id = idOf(await begin(5));
    expect(errorOf(await send(id, Buffer.alloc(6), 0))).toMatchObject({ code: 100 });
    expect(errorOf(await begin(5, 'text/html'))).toMatchObject({ code: 100 });
    const foreign = await business.call('POST', `/123/uploads?file_length=5&file_type=image/png`);
    expect(errorOf(foreign)).toMatchObject({ code: 100, error_subcode: 33 });
  });
});
