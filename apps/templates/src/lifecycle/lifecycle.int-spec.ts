import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { blobKey, FilesystemBlobStore } from '@chat/media';
import type { StoredFile } from '@chat/contracts';
import { heldBlobs } from '@chat/contracts/blobs';
import type { ProviderTemplate } from '@chat/contracts/cloud-connector';
import {
  deleteTemplate,
  readTemplateToSend,
  templateCategoryChanged,
  templateStatusChanged,
  updateTemplate,
  validateTemplate,
} from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { refusal, testContext, until } from '@chat/test-kit';
import { keyContext, newName, order, TemplatesUnderTest } from '../testing/templates-under-test';

describe('a template', () => {
  let stack: TemplatesUnderTest;

  beforeAll(async () => {
    stack = await TemplatesUnderTest.start();
  });

  afterEach(() => stack.playWell());

  afterAll(() => stack.service.stop());

  const keep = async (mime_type = 'image/png', bytes = 'bytes'): Promise<StoredFile> => {
    const store = await FilesystemBlobStore.open(stack.service.blobFolder);
    const blob = blobKey(1, randomUUID(), new Date());
    await store.write(blob, Readable.from([Buffer.from(bytes)]));
    return { blob, filename: 'sun.png', mime_type, size: bytes.length, sha256: 'a'.repeat(64) };
  };
  const toSend = (template_id: string, channel_id = 1) =>
    stack.bus.request(readTemplateToSend, { body: { template_id, channel_id } });

  it('is submitted in the provider’s shape and found by either identifier', async () => {
    const name = newName();
    const template = await stack.create({
      name,
      header_format: 'TEXT',
      header_text: 'Your order',
      footer: 'Bye',
    });
    expect(stack.submitted.at(-1)).toEqual({
      channel_id: 1,
      name,
      language: 'en_US',
      category: 'UTILITY',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Your order' },
        { type: 'BODY', text: order.body, example: { body_text: [order.body_examples] } },
        { type: 'FOOTER', text: 'Bye' },
      ],
    });
    expect(template).toMatchObject({
      template_id: expect.stringMatching(/^tpl_\d+$/) as string,
      chat_account_id: 1,
      name,
      header_format: 'TEXT',
      header_text: 'Your order',
      body: order.body,
      body_examples: order.body_examples,
      footer: 'Bye',
      buttons: [],
      status: 'PENDING',
      sendable: false,
    });
    expect(await stack.read(template.provider_template_id!)).toEqual(template);
    expect(await stack.read(template.template_id)).toEqual(template);
  });

  it('is visible to its own account only', async () => {
    const { template_id } = await stack.create({ name: newName() });
    expect((await refusal(stack.read(template_id, 2))).code).toBe('not_found');
    for (const id of ['tpl_0', 'tpl_999999', 'nonsense', '12345678901234567890', '__proto__']) {
      expect((await refusal(stack.read(id))).code).toBe('not_found');
    }
  });

  it('is validated without side effects', async () => {
    const before = stack.submitted.length;
    const validate = (body: object) =>
      stack.bus.request(validateTemplate, { body: { ...order, ...body } }, testContext());
    expect(await validate({})).toEqual({ valid: true });
    const { code, errors } = await refusal(validate({ name: 'Order!', footer: 'x'.repeat(61), body: null }));
    expect([code, Object.keys(errors!).sort()]).toEqual([
      'validation_error',
      ['body', 'body_examples', 'footer', 'name'],
    ]);
    const withImage = { header_format: 'IMAGE', header_media_url: 'https://10.0.0.1/a.png' };
    expect(Object.keys((await refusal(validate(withImage))).errors!)).toEqual(['header_media_url']);
    expect((await refusal(validate({ chat_account_id: 50 }))).reason).toBe('template_api_cloud_only');
    expect((await refusal(validate({ chat_account_id: 999 }))).code).toBe('not_found');
    expect(stack.submitted.length).toBe(before);
  });

  it('has a unique name per language', async () => {
    const name = newName();
    await stack.create({ name });
    expect((await refusal(stack.create({ name }))).code).toBe('conflict');
    await stack.create({ name, language: 'de' });
  });

  it('is refused on a Device channel and on an unknown channel', async () => {
    expect((await refusal(stack.create({ chat_account_id: 50 }))).reason).toBe('template_api_cloud_only');
    expect((await refusal(stack.create({ chat_account_id: 999 }))).code).toBe('not_found');
  });

  it('uploads its sample to the provider and keeps it', async () => {
    const file = await keep();
    const template = await stack.approved({ header_format: 'IMAGE', header_media_file: file });
    expect(stack.uploaded).toContain(file.blob);
    expect(stack.submitted.at(-1)!.components[0]).toEqual({
      type: 'HEADER',
      format: 'IMAGE',
      example: { header_handle: [`4::${file.sha256}`] },
    });
    expect((await toSend(template.template_id)).sample).toEqual(file);
    const asked = { body: { blobs: [file.blob, '1/2020-01-01/x'] } };
    expect(await stack.bus.request(heldBlobs('templates'), asked)).toEqual({ held: [file.blob] });
  });

  it('refuses a sample of the wrong type', async () => {
    const file = await keep('application/pdf');
    const { errors } = await refusal(
      stack.create({ name: newName(), header_format: 'IMAGE', header_media_file: file }),
    );
    expect(Object.keys(errors!)).toEqual(['header_media_file']);
  });

  it('can be sent once it is approved, but not while it is paused, disabled or rejected', async () => {
    const template = await stack.create({ name: newName() });
    const { template_id } = template;
    const reason = async () => (await refusal(toSend(template_id))).reason;
    expect(await reason()).toBe('template_not_approved');
    await stack.report(template, { value: 'APPROVED' });
    expect(await toSend(template_id)).toMatchObject({
      name: template.name,
      language: 'en_US',
      body: { text: order.body, count: 2 },
    });
    for (const [value, expected] of [
      ['PAUSED', 'template_paused'],
      ['DISABLED', 'template_disabled'],
      ['REJECTED', 'template_not_approved'],
    ] as const) {
      await stack.report(template, { value });
      expect(await reason()).toBe(expected);
    }
    await stack.report(template, { value: 'REINSTATED' });
    expect((await toSend(template_id)).name).toBe(template.name);
  });

  it('fires each status change once and ignores older reports', async () => {
    const template = await stack.create({ name: newName() });
    const at = (ms: number) => new Date(Date.now() + ms).toISOString().replace('Z', '+00:00');
    await stack.report(template, { value: 'REJECTED', reason: 'SCAM', at: at(2_000) });
    expect(await stack.read(template.template_id)).toMatchObject({
      status: 'REJECTED',
      rejection_reason: 'SCAM',
    });
    await stack.report(template, { value: 'APPROVED', at: at(1_000) });
    await stack.report(template, { value: 'REJECTED', reason: 'SCAM', at: at(2_000) });
    expect((await stack.read(template.template_id)).status).toBe('REJECTED');
    await stack.report(template, { value: 'APPROVED', at: at(3_000) });
    await until(() => steps().length === 2, { describe: 'the events' });
    expect(steps()).toEqual([
      ['PENDING', 'REJECTED'],
      ['REJECTED', 'APPROVED'],
    ]);
    function steps() {
      return stack.bus
        .events(templateStatusChanged)
        .filter(({ data }) => data.template.template_id === template.template_id)
        .map(({ data }) => [data.from_status, data.to_status]);
    }
  });

  it('changes its category when the provider reports it', async () => {
    const template = await stack.approved();
    await stack.report(template, { kind: 'category', value: 'MARKETING' });
    expect((await stack.read(template.template_id)).category).toBe('MARKETING');
    const told = await until(
      () =>
        stack.bus.events(templateCategoryChanged).find(({ data }) => data.template.name === template.name),
      { describe: 'the event' },
    );
    expect(told.data).toMatchObject({ from_category: 'UTILITY', to_category: 'MARKETING' });
  });

  it('is listed newest first, filtered by status and by the provider account of a channel', async () => {
    stack.wabaOf = (channel) => (channel === 8 ? '800' : '100');
    const here = await stack.approved({}, 3);
    const there = await stack.create({ name: newName(), chat_account_id: 8 }, keyContext({ accountId: 3 }));
    await stack.report(there, { value: 'APPROVED', waba_id: '800' }, 3);
    await stack.create({ name: newName() }, keyContext({ accountId: 3 }));
    const ids = async (query = {}) => (await stack.list(query, 3)).map(({ template_id }) => template_id);
    expect(await ids()).toEqual([there.template_id, here.template_id]);
    expect(await ids({ chat_account_id: 8 })).toEqual([there.template_id]);
    expect(await ids({ chat_account_id: 9 })).toEqual([]);
    expect(await ids({ status: 'PENDING' })).toHaveLength(1);
    expect(await ids({ status: 'PAUSED' })).toEqual([]);
    expect((await refusal(toSend(there.template_id, 1))).code).toBe('not_found');
  });

  describe('that is edited', () => {
    const edit = async (id: string, body: object) =>
      (await stack.bus.request(updateTemplate, { params: { id }, body }, testContext())).template;

    it('keeps members left out, loses members set to null, and is reviewed again', async () => {
      const { template_id } = await stack.approved({
        footer: 'Bye',
        buttons: [{ type: 'QUICK_REPLY', text: 'Yes' }],
      });
      const edited = await edit(template_id, {
        body: 'Hello {{1}}, it is ready.',
        body_examples: ['Ana'],
        footer: null,
      });
      expect(edited).toMatchObject({
        body: 'Hello {{1}}, it is ready.',
        body_examples: ['Ana'],
        footer: null,
        status: 'PENDING',
      });
      expect(edited.buttons.map(({ text }) => text)).toEqual(['Yes']);
    });

    it('stays in use, without a review, when the edit changes nothing', async () => {
      const { template_id } = await stack.approved({ footer: 'Bye' });
      const before = await stack.read(template_id);
      const edits = stack.edits;
      expect(await edit(template_id, {})).toEqual(before);
      expect(await edit(template_id, { body: before.body, footer: 'Bye' })).toEqual(before);
      expect([await stack.read(template_id), stack.edits]).toEqual([before, edits]);
    });

    it.each<[string, string, object[], object]>([
      ['UTILITY', 'NAMED', [{ type: 'BODY', text: 'Hello {{first_name}}, we are back.' }], { footer: 'Bye' }],
      [
        'AUTHENTICATION',
        'POSITIONAL',
        [{ type: 'BUTTONS', buttons: [{ type: 'URL', url: 'https://a.de/?otp_type=ONE_TAP' }] }],
        { code_expiration_minutes: 5 },
      ],
    ])(
      'cannot be edited when the edit would lose parts of it: %s, %s',
      async (category, format, components, body) => {
        const { template_id, name } = await stack.approved();
        await stack.service.query(
          `UPDATE templates.templates SET category = $2, parameter_format = $3, components = $4 WHERE name = $1`,
          [name, category, format, JSON.stringify(components)],
        );
        expect((await refusal(edit(template_id, body))).reason).toBe('template_unsupported');
      },
    );

    it.each<[string, object, string, object, object]>([
      [
        'a button that requests do not have',
        { type: 'VOICE_CALL', text: 'Call us' },
        'UTILITY',
        { footer: 'Bye' },
        { type: 'VOICE_CALL', text: 'Call us' },
      ],
      [
        'the apps that take a code',
        {
          type: 'URL',
          url: 'https://a.de/?otp_type=ONE_TAP&package_name=com.example.shop&signature_hash=K8a&code=otp{{1}}',
        },
        'AUTHENTICATION',
        { code_expiration_minutes: 5 },
        {
          type: 'OTP',
          otp_type: 'ONE_TAP',
          supported_apps: [{ package_name: 'com.example.shop', signature_hash: 'K8a' }],
        },
      ],
    ])('keeps %s', async (_, button, category, body, expected) => {
      const { template_id, name } = await stack.approved();
      const buttons = (from: object[]) => from.find((one) => 'buttons' in one);
      await stack.service.query(
        `UPDATE templates.templates SET category = $2, components = json_build_array($3::json, $4::json) WHERE name = $1`,
        [name, category, { type: 'BODY', text: 'Hello there.' }, { type: 'BUTTONS', buttons: [button] }],
      );
      await edit(template_id, body);
      const { components } = stack.provided.find((one) => one.name === name)!;
      expect(buttons(components)).toEqual({ type: 'BUTTONS', buttons: [expected] });
    });

    it('uploads its kept sample again', async () => {
      const file = await keep();
      const { template_id } = await stack.approved({ header_format: 'IMAGE', header_media_file: file });
      const uploads = stack.uploaded.length;
      await edit(template_id, { footer: 'Bye' });
      expect(stack.uploaded.slice(uploads)).toEqual([file.blob]);
    });

    it('must not break a rule, be under review, or change its category once approved', async () => {
      const approved = await stack.approved();
      const code = async (id: string, body: object) => (await refusal(edit(id, body))).code;
      expect(await code(approved.template_id, { footer: 'x'.repeat(61) })).toBe('validation_error');
      expect(await code(approved.template_id, { category: 'MARKETING' })).toBe('validation_error');
      const pending = await stack.create({ name: newName() });
      expect(await code(pending.template_id, { footer: 'Bye' })).toBe('conflict');
      expect(await code('tpl_999999', { footer: 'Bye' })).toBe('not_found');
    });
  });

  describe('that is deleted', () => {
    const remove = (id: string, context = keyContext()) =>
      stack.bus.request(deleteTemplate, { params: { id } }, context);

    it('is gone here and at the provider, and is deleted once even if the request is repeated', async () => {
      const { template_id } = await stack.approved();
      const context = keyContext();
      const before = stack.deletions;
      expect(await remove(template_id, context)).toEqual({ deleted: true, id: template_id });
      expect(await remove(template_id, context)).toEqual({ deleted: true, id: template_id });
      expect(stack.deletions).toBe(before + 1);
      for (const use of [(id: string) => stack.read(id), toSend, remove]) {
        expect((await refusal(use(template_id))).code).toBe('not_found');
      }
    });

    it('is kept when the provider refuses', async () => {
      const { template_id } = await stack.approved();
      stack.beforeDelete = () => {
        throw new AppError('capability_error', { reason: 'refused_by_provider' });
      };
      expect((await refusal(remove(template_id))).code).toBe('capability_error');
      expect((await toSend(template_id)).template_id).toBe(template_id);
    });

    it.each<[string, Partial<ProviderTemplate> | null]>([
      ['does not list it', null],
      ['lists it as deleted', { status: 'DELETED' }],
      ['lists another one of the name', { id: '4712' }],
    ])('has an unknown outcome and is not sent, until the provider %s', async (_, listed) => {
      const { template_id, name, provider_template_id: id } = await stack.approved();
      const context = keyContext();
      stack.afterDelete = () => {
        if (listed) stack.provide({ id: id!, name, ...listed });
        throw new AppError('provider_outcome_unknown');
      };
      expect((await refusal(remove(template_id, context))).code).toBe('provider_outcome_unknown');
      expect((await refusal(toSend(template_id))).reason).toBe('template_disabled');
      expect((await refusal(remove(template_id, context))).code).toBe('provider_outcome_unknown');
      await stack.service.query('UPDATE templates.templates SET settle_at = now()');
      await until(
        () =>
          remove(template_id, context).then(
            () => true,
            () => false,
          ),
        {
          describe: 'the deletion to be settled',
        },
      );
    });
  });
});
