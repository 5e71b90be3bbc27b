import { buffer } from 'node:stream/consumers';
import { FilesystemBlobStore } from '@chat/blob-store';
import { updateTemplate, validateTemplate } from '@chat/contracts/templates';
import { FileServer, refusal, testContext } from '@chat/testing';
import { newName, order, TemplatesUnderTest } from '../testing/templates-under-test';

const png = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489000000104944415478',
  'hex',
);
const pdf = Buffer.from('%PDF-1.4\nan invoice');
const gif = Buffer.from('GIF89a and more');

describe('the sample of a template', () => {
  let stack: TemplatesUnderTest;
  let files: FileServer;
  let store: FilesystemBlobStore;

  beforeAll(async () => {
    files = await FileServer.start();
    stack = await TemplatesUnderTest.start({ OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
    store = await FilesystemBlobStore.open(stack.service.blobFolder);
  });

  afterAll(async () => {
    await stack.service.stop();
    await files.stop();
  });

  const host = (bytes: Buffer, type: string) => files.host('sun.png', { bytes, type });
  const create = (header_media_url: string, header_format: 'IMAGE' | 'VIDEO' | 'DOCUMENT' = 'IMAGE') =>
    stack.create({ name: newName(), header_format, header_media_url });
  /** The bytes that went to the provider last. */
  const uploaded = async () => buffer((await store.read(stack.uploaded.at(-1)!))!);
  /** The files that are not about to be deleted. */
  const kept = async () => {
    const rows = await stack.service.query<{ blob: string }>(
      'SELECT blob FROM templates.blobs WHERE due_at IS NULL OR due_at > now() ORDER BY blob',
    );
    return rows.map(({ blob }) => blob);
  };

  it('is fetched by its URL, goes to the provider and is kept', async () => {
    const { template_id } = await create(host(png, 'image/png'));
    expect(await uploaded()).toEqual(png);
    const [row] = await stack.service.query<{ sample: object }>(
      'SELECT sample FROM templates.templates WHERE id = $1',
      [template_id.slice('tpl_'.length)],
    );
    expect(row!.sample).toMatchObject({ filename: 'sun.png', mime_type: 'image/png', size: png.length });
    expect(await kept()).toContain(stack.uploaded.at(-1));
  });

  it('is exchanged by an edit for what another URL leads to', async () => {
    const { template_id } = await stack.approved({
      header_format: 'DOCUMENT',
      header_media_url: host(Buffer.from('%PDF-1.4\nold'), 'application/pdf'),
    });
    const body = { header_media_url: host(pdf, 'application/pdf') };
    await stack.bus.request(updateTemplate, { params: { id: template_id }, body }, testContext());
    expect(await uploaded()).toEqual(pdf);
  });

  it('is not fetched to check a template', async () => {
    const before = stack.uploaded.length;
    const body = {
      ...order,
      header_format: 'IMAGE' as const,
      header_media_url: 'https://nobody.invalid/a.png',
    };
    expect(await stack.bus.request(validateTemplate, { body }, testContext())).toEqual({ valid: true });
    expect(stack.uploaded).toHaveLength(before);
  });

  it.each<[string, 'IMAGE' | 'VIDEO' | 'DOCUMENT', () => string, string]>([
    ['an address that may not be called', 'IMAGE', () => 'https://10.0.0.1/a.png', 'private or reserved'],
    ['a server that has no such file', 'IMAGE', () => `${host(png, 'image/png')}x`, 'the status 404'],
    ['a file of another kind', 'VIDEO', () => host(png, 'image/png'), 'its bytes show image/png'],
    [
      'a file that is not what its server says',
      'IMAGE',
      () => host(png, 'image/jpeg'),
      'of the type that it declares',
    ],
    [
      'an image that the provider does not take',
      'IMAGE',
      () => host(gif, 'image/gif'),
      'takes image/jpeg or image/png',
    ],
    [
      'a document that the provider does not take',
      'DOCUMENT',
      () => host(png, 'image/png'),
      'application/pdf',
    ],
    [
      'more bytes than the provider takes',
      'IMAGE',
      () => host(Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), 'image/png'),
      'larger than 5 MiB',
    ],
  ])('is none when the URL leads to %s, and nothing of it stays', async (_, format, url, reason) => {
    const [before, submitted] = [await kept(), stack.submitted.length];
    const { code, errors } = await refusal(create(url(), format));
    expect([code, Object.keys(errors!)]).toEqual(['validation_error', ['header_media_url']]);
    expect(errors!.header_media_url!.join()).toContain(reason);
    expect(stack.submitted).toHaveLength(submitted);
    expect(await kept()).toEqual(before);
  });
});
