import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { QueryRunner } from 'typeorm';
import { blobKey, FilesystemBlobStore } from '@chat/media';
import {
  deleteTemplate,
  readTemplateToSend,
  syncTemplates,
  updateTemplate,
  validateTemplate,
} from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { FileServer, refusal, testContext, until } from '@chat/test-kit';
import { AbandonSamples1764593000000 } from '../database/migrations/1764593000000-abandon-samples';
import { keyContext, newName, order, TemplatesUnderTest } from '../testing/templates-under-test';

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
  /** Returns the bytes that were last uploaded to the provider. */
  const uploaded = async () => buffer((await store.read(stack.uploaded.at(-1)!))!);
  /** Returns the blobs that are not due for deletion. */
  const kept = async () => {
    const rows = await stack.service.query<{ blob: string }>(
      'SELECT blob FROM templates.blobs WHERE due_at IS NULL OR due_at > now() ORDER BY blob',
    );
    return rows.map(({ blob }) => blob);
  };

  it('is fetched from its URL, uploaded to the provider and kept', async () => {
    const { template_id } = await create(host(png, 'image/png'));
    expect(await uploaded()).toEqual(png);
    const [row] = await stack.service.query<{ sample: object }>(
      'SELECT sample FROM templates.templates WHERE id = $1',
      [template_id.slice('tpl_'.length)],
    );
    expect(row!.sample).toMatchObject({ filename: 'sun.png', mime_type: 'image/png', size: png.length });
    expect(await kept()).toContain(stack.uploaded.at(-1));
  });

  it('is deleted when it is due, even if the deletion of an earlier file fails', async () => {
    const [stuck, blob] = [blobKey(1, randomUUID(), new Date()), blobKey(1, randomUUID(), new Date())];
    const folder = join(stack.service.blobFolder, stuck);
    await mkdir(folder, { recursive: true });
    await store.write(blob, Readable.from([png]));
    await stack.service.query(
      `INSERT INTO templates.blobs (account_id, blob, due_at)
       VALUES (1, $1, now() - interval '1 minute'), (1, $2, now())`,
      [stuck, blob],
    );
    const rows = (key: string) =>
      stack.service.query<{ isDue: boolean }>(
        'SELECT due_at <= now() AS "isDue" FROM templates.blobs WHERE blob = $1',
        [key],
      );
    await until(async () => (await rows(blob)).length === 0, { describe: 'its row to be gone' });
    expect(await store.size(blob)).toBeNull();
    expect(await rows(stuck)).toEqual([{ isDue: false }]);
    await rm(folder, { recursive: true });
  });

  it('is replaced by an edit with the file at another URL', async () => {
    const { template_id } = await stack.approved({
      header_format: 'DOCUMENT',
      header_media_url: host(Buffer.from('%PDF-1.4\nold'), 'application/pdf'),
    });
    const body = { header_media_url: host(pdf, 'application/pdf') };
    await stack.bus.request(updateTemplate, { params: { id: template_id }, body }, testContext());
    expect(await uploaded()).toEqual(pdf);
  });

  describe('is scheduled for deletion', () => {
    const sampled = async () => {
      const template = await stack.approved({
        header_format: 'IMAGE',
        header_media_url: host(png, 'image/png'),
      });
      return { ...template, blob: stack.uploaded.at(-1)! };
    };
    const isDue = async (blob: string) => {
      const [row] = await stack.service.query<{ due_at: Date | null }>(
        'SELECT due_at FROM templates.blobs WHERE blob = $1',
        [blob],
      );
      return row?.due_at !== null;
    };
    const settle = (name: string) =>
      stack.service.query(
        `UPDATE templates.templates SET pending_since = now() - interval '2 hours', settle_at = now() WHERE name = $1`,
        [name],
      );

    it('when its template is deleted', async () => {
      const { template_id, blob } = await sampled();
      await stack.bus.request(deleteTemplate, { params: { id: template_id } }, keyContext());
      expect(await isDue(blob)).toBe(true);
    });

    it('when the provider reports that its template is deleted', async () => {
      const { blob, provider_template_id, ...template } = await sampled();
      await stack.report(template, { value: 'DELETED', provider_template_id });
      expect(await isDue(blob)).toBe(true);
    });

    it('when the provider shows that it never had the template', async () => {
      const name = newName();
      stack.beforeSubmit = () => {
        throw new AppError('provider_outcome_unknown');
      };
      const header_media_url = host(png, 'image/png');
      await refusal(stack.create({ name, header_format: 'IMAGE', header_media_url }));
      stack.playWell();
      const blob = stack.uploaded.at(-1)!;
      expect(await isDue(blob)).toBe(false);
      await settle(name);
      await until(() => isDue(blob), { describe: 'the submission to be settled' });
    });

    it('when the provider shows another header format, and is no longer part of a send', async () => {
      const { template_id, provider_template_id, blob } = await sampled();
      const provided = stack.provided.find(({ id }) => id === provider_template_id)!;
      const [, ...others] = provided.components;
      provided.components = [{ type: 'HEADER', format: 'VIDEO' }, ...others];
      stack.isListed = true;
      await stack.bus.request(syncTemplates, { body: {} }, testContext());
      stack.isListed = false;
      const body = { template_id, channel_id: 1 };
      const { header_format, sample } = await stack.bus.request(readTemplateToSend, { body }, testContext());
      expect([header_format, sample, await isDue(blob)]).toEqual(['VIDEO', null, true]);
    });

    it('when a deleted template that kept it in an earlier release is purged', async () => {
      const { name, blob } = await sampled();
      await stack.service.query(
        `UPDATE templates.templates SET state = 'deleted', updated_at = now() - interval '31 days' WHERE name = $1`,
        [name],
      );
      // A replica purges old templates when it starts.
      await stack.service.startReplica();
      await until(() => isDue(blob), { describe: 'the template to be forgotten' });
    });

    it('by the migration when an earlier release left it behind', async () => {
      const [kept, ended] = [await sampled(), await sampled()];
      const orphan = '1/2025-01-01/orphan';
      await stack.service.query('INSERT INTO templates.blobs (account_id, blob) VALUES (1, $1)', [orphan]);
      await stack.service.query(`UPDATE templates.templates SET state = 'deleted' WHERE name = $1`, [
        ended.name,
      ]);
      const query = (sql: string) => stack.service.query(sql);
      await new AbandonSamples1764593000000().up({ query } as unknown as QueryRunner);
      expect(await Promise.all([kept.blob, ended.blob, orphan].map(isDue))).toEqual([false, true, true]);
    });
  });

  it('is not fetched when a template is only validated', async () => {
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
      'accepts image/jpeg or image/png',
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
  ])('is refused when the URL leads to %s, and leaves nothing behind', async (_, format, url, reason) => {
    const [before, submitted] = [await kept(), stack.submitted.length];
    const { code, errors } = await refusal(create(url(), format));
    expect([code, Object.keys(errors!)]).toEqual(['validation_error', ['header_media_url']]);
    expect(errors!.header_media_url!.join()).toContain(reason);
    expect(stack.submitted).toHaveLength(submitted);
    expect(await kept()).toEqual(before);
  });

  describe('that was uploaded before', () => {
    const upload = async (bytes: Buffer, mime_type: string, change: { blob?: null } = {}) => {
      const id = `med_${randomUUID()}`;
      const blob = blobKey(1, randomUUID(), new Date());
      await store.write(blob, Readable.from([bytes]));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const size = bytes.length;
      stack.media.set(id, { blob, filename: 'sun.png', mime_type, size, sha256, ...change });
      return id;
    };
    const image = { header_format: 'IMAGE' } as const;
    const membersOf = async (call: Promise<unknown>) => Object.keys((await refusal(call)).errors ?? {});

    it('is copied: the template keeps it when the upload has expired', async () => {
      const header_media_id = await upload(png, 'image/png');
      const { template_id } = await stack.approved({ ...image, header_media_id });
      expect(await uploaded()).toEqual(png);
      const { blob } = stack.media.get(header_media_id)!;
      expect(stack.uploaded.at(-1)).not.toBe(blob);
      expect(await kept()).toContain(stack.uploaded.at(-1));
      await store.delete(blob!);
      const body = { template_id, channel_id: 1 };
      const { sample } = await stack.bus.request(readTemplateToSend, { body }, testContext());
      expect(sample).toMatchObject({ filename: 'sun.png', mime_type: 'image/png', size: png.length });
      expect(await buffer((await store.read(sample!.blob))!)).toEqual(png);
    });

    it('replaces the one of a template that is edited', async () => {
      const header_format = 'DOCUMENT';
      const first = await upload(Buffer.from('%PDF-1.4\nold'), 'application/pdf');
      const { template_id } = await stack.approved({ header_format, header_media_id: first });
      const body = { header_media_id: await upload(pdf, 'application/pdf') };
      await stack.bus.request(updateTemplate, { params: { id: template_id }, body }, testContext());
      expect(await uploaded()).toEqual(pdf);
    });

    it('counts by its bytes in retries, also when it has expired meanwhile', async () => {
      const [name, context] = [newName(), keyContext()];
      const submit = (header_media_id: string) => stack.create({ name, ...image, header_media_id }, context);
      const id = await upload(png, 'image/png');
      const first = await submit(id);
      stack.media.set(id, { ...stack.media.get(id)!, blob: null });
      expect(await submit(id)).toEqual(first);
      expect(await submit(await upload(png, 'image/png'))).toEqual(first);
      const other = await upload(Buffer.concat([png, png]), 'image/png');
      expect((await refusal(submit(other))).code).toBe('idempotency_conflict');
    });

    it.each<[string, () => Promise<string>]>([
      ['unknown', () => Promise.resolve('med_nobody')],
      ['expired', () => upload(png, 'image/png', { blob: null })],
      ['of another kind', () => upload(pdf, 'application/pdf')],
      ['not what it declares', () => upload(gif, 'image/png')],
    ])('is refused by its member when it is %s, and nothing is submitted', async (_, give) => {
      const header_media_id = await give();
      const [before, submitted] = [await kept(), stack.submitted.length];
      const call = stack.create({ name: newName(), ...image, header_media_id });
      expect(await membersOf(call)).toEqual(['header_media_id']);
      expect([stack.submitted.length, await kept()]).toEqual([submitted, before]);
    });

    it('is looked for when a template is validated, with all other problems', async () => {
      const check = (header_media_id: string, change: object = {}) => {
        const body = { ...order, ...image, header_media_id, ...change };
        return stack.bus.request(validateTemplate, { body }, testContext());
      };
      expect(await check(await upload(png, 'image/png'))).toEqual({ valid: true });
      const footer = 'x'.repeat(61);
      expect(await membersOf(check('med_nobody', { footer }))).toEqual(['footer', 'header_media_id']);
      const expired = await upload(png, 'image/png', { blob: null });
      expect(await membersOf(check(expired, { footer }))).toEqual(['footer', 'header_media_id']);
    });
  });
});
