import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { blobKey, FilesystemBlobStore } from '@chat/media';
import {
  deleteProviderTemplate,
  editProviderTemplate,
  getNumber,
  listProviderTemplates,
  numberStatusChanged,
  sendThroughCloud,
  submitProviderTemplate,
  templateReported,
  uploadTemplateSample,
  type SubmitTemplate,
} from '@chat/contracts/cloud-connector';
import type { ContentOf } from '@chat/contracts/connector';
import { refusal, until } from '@chat/test-kit';
import { ProviderClient } from '../provider/provider-client';
import { ProviderRefusal } from '../provider/provider-error';
import {
  BUSINESS,
  CUSTOMER,
  newSend,
  startCloudConnector,
  type CloudConnectorUnderTest,
  type ProviderNumber,
} from '../testing/cloud-connector-under-test';

const body = { type: 'BODY', text: 'Dear {{1}}, it is ready.', example: { body_text: [['Ana']] } };

describe('templates at the provider', () => {
  let stack: CloudConnectorUnderTest;
  let number: ProviderNumber;
  let store: FilesystemBlobStore;
  let lastName = 0;

  beforeAll(async () => {
    stack = await startCloudConnector({ SANDBOX_REVIEW_MS: '10' });
    number = await stack.putNumber(BUSINESS);
    await stack.connect(7, number);
    store = await FilesystemBlobStore.open(stack.blobFolder);
  });

  afterAll(() => stack.stop());

  const submit = (change: Partial<SubmitTemplate> = {}) => {
    lastName += 1;
    const template = {
      channel_id: 7,
      name: `template_${lastName}`,
      language: 'en_US',
      category: 'UTILITY',
      components: [body],
      ...change,
    };
    return stack.bus
      .request(submitProviderTemplate, { body: template })
      .then((made) => ({ ...template, ...made }));
  };
  const listed = async (name: string) => {
    const { templates } = await stack.bus.request(listProviderTemplates, { body: { channel_id: 7, name } });
    return templates.find((one) => one.name === name);
  };
  const reportsOf = (name: string) =>
    stack.bus.events(templateReported).filter(({ data }) => data.name === name);
  const keep = async (bytes: Buffer, mime_type: string) => {
    const blob = blobKey(1, randomUUID(), new Date());
    await store.write(blob, Readable.from([bytes]));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { blob, mime_type, filename: 'a.pdf', size: bytes.length, sha256 };
  };
  const approved = async (change: Partial<SubmitTemplate> = {}) => {
    const template = await submit(change);
    await until(() => reportsOf(template.name).some(({ data }) => data.value === 'APPROVED'), {
      describe: 'the approval',
    });
    return template;
  };
  const send = (content: Omit<ContentOf<'template'>, 'type' | 'text'>) =>
    stack.bus.request(sendThroughCloud, {
      body: newSend({ content: { type: 'template', text: null, ...content } }),
    });

  it('belong to the account of a number', async () => {
    expect(await stack.bus.request(getNumber, { body: { channel_id: 7 } })).toEqual({
      waba_id: number.waba_id,
    });
    expect((await refusal(stack.bus.request(getNumber, { body: { channel_id: 8 } }))).code).toBe('not_found');
  });

  it('are submitted, reviewed, read, edited and deleted', async () => {
    const template = await approved();
    expect(template).toMatchObject({
      provider_template_id: expect.stringMatching(/^\d+$/) as string,
      status: 'PENDING',
    });
    expect(reportsOf(template.name)[0]).toMatchObject({
      accountid: '1',
      data: { waba_id: number.waba_id, language: 'en_US', kind: 'status', value: 'APPROVED', reason: 'NONE' },
    });
    expect(await listed(template.name)).toMatchObject({
      id: template.provider_template_id,
      status: 'APPROVED',
      category: 'UTILITY',
      components: [body],
    });
    const id = { channel_id: 7, provider_template_id: template.provider_template_id };
    await stack.bus.request(editProviderTemplate, {
      body: { ...id, components: [{ ...body, text: 'Hi {{1}}, it came.' }] },
    });
    expect((await listed(template.name))!.components).toMatchObject([{ text: 'Hi {{1}}, it came.' }]);
    await stack.bus.request(deleteProviderTemplate, { body: { ...id, name: template.name } });
    await stack.bus.request(deleteProviderTemplate, { body: { ...id, name: template.name } });
    expect(await listed(template.name)).toBeUndefined();
  });

  it('come in pages', async () => {
    for (let made = 0; made < 52; made += 1) await submit();
    const names: string[] = [];
    let after: string | null = null;
    do {
      const page: { templates: { name: string }[]; after: string | null } = await stack.bus.request(
        listProviderTemplates,
        { body: { channel_id: 7, ...(after !== null && { after }) } },
      );
      names.push(...page.templates.map(({ name }) => name));
      ({ after } = page);
    } while (after !== null);
    expect(names.length).toBeGreaterThanOrEqual(52);
    expect(new Set(names).size).toBe(names.length);
  });

  it('are refused with our error codes', async () => {
    const { name } = await submit();
    expect(await refusal(submit({ name }))).toMatchObject({ code: 'conflict', reason: 'template_exists' });
    const wrong = await refusal(submit({ components: [{ ...body, text: '{{1}} is ready for you.' }] }));
    expect([wrong.code, Object.keys(wrong.errors!)]).toEqual(['validation_error', ['body']]);
    expect(wrong.provider).toMatchObject({ code: '100' });
    expect(await refusal(submit({ channel_id: 8 }))).toMatchObject({ code: 'capability_error' });
  });

  it('can be submitted again after the provider has limited the calls of management', async () => {
    const fault = { match: { call: 'message_templates' }, mode: 'error', code: 80_008 };
    await stack.sandbox.call('PUT', '/faults', fault);
    expect(await refusal(submit())).toMatchObject({
      code: 'provider_error',
      reason: 'provider_rate_limited',
      retryable: true,
    });
    expect(await submit()).toMatchObject({ status: 'PENDING' });
  });

  it('that the token may not manage are refused, without affecting sends', async () => {
    const words = { subcode: null, message: '(#200) Permissions error', details: null, isTransient: false };
    const call = jest.spyOn(ProviderClient.prototype, 'call');
    call.mockRejectedValueOnce(new ProviderRefusal(403, { code: 200, ...words }));
    expect(await refusal(listed('any'))).toMatchObject({
      code: 'capability_error',
      reason: 'permission_missing',
    });
    call.mockRestore();
    const { data } = await stack.bus.nextEvent(
      numberStatusChanged,
      (event) => event.data.last_error !== null,
    );
    expect(data).toMatchObject({ channel_id: 7, status: 'connected' });
    expect(data.last_error).toMatch(/lacks a permission/);
    await stack.bus.request(sendThroughCloud, { body: newSend() });
  });

  it('show their sample, and are sent with media of their own', async () => {
    const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(2_000)]);
    const file = await keep(pdf, 'application/pdf');
    const { handle } = await stack.bus.request(uploadTemplateSample, { body: { channel_id: 7, file } });
    const header = { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: [handle] } };
    const { name } = await approved({ components: [header, body] });
    const template = {
      name,
      language: { code: 'en_US', policy: 'deterministic' },
      components: [
        { type: 'header', parameters: [{ type: 'document', document: {} }] },
        { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] },
      ],
    };
    const { chat_message_id } = await send({ template, header_media: { ...file, ptt: false } });
    const received = (await stack.phones.messages(CUSTOMER)).find(
      (one) => one.chat_message_id === chat_message_id,
    )!;
    expect(received).toMatchObject({ type: 'template', template: { name } });
    expect(JSON.stringify(received.template)).toContain('a.pdf');
  });

  it('are reported when a send shows that they differ from our record', async () => {
    const { name, provider_template_id: id } = await approved();
    const template = {
      name,
      language: { code: 'en_US' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ana' }] }],
    };
    await stack.sandbox.call('PUT', `/templates/${id}`, { status: 'PAUSED' });
    expect((await refusal(send({ template }))).reason).toBe('template_paused');
    await until(() => reportsOf(name).some(({ data }) => data.value === 'PAUSED'), { describe: 'the pause' });
    const unknown = { ...template, name: 'nobody_has_this' };
    expect((await refusal(send({ template: unknown }))).reason).toBe('template_not_approved');
    await until(() => reportsOf('nobody_has_this').some(({ data }) => data.kind === 'missing'), {
      describe: 'the report',
    });
  });

  it('are managed through another number of the account while the channel’s number is disconnected', async () => {
    const [first, second] = [
      await stack.putNumber('4930100000011', { waba: 'shared' }),
      await stack.putNumber('4930100000012', { waba: 'shared' }),
    ];
    await stack.connect(11, first);
    await stack.connect(12, second);
    const template = await submit({ channel_id: 12 });
    await stack.sandbox.call('POST', `/cloud/numbers/${first.digits}/events`, { event: 'number_removed' });
    await stack.bus.nextEvent(
      numberStatusChanged,
      ({ data }) => data.channel_id === 11 && data.status === 'disconnected',
    );
    const { templates } = await stack.bus.request(listProviderTemplates, { body: { channel_id: 11 } });
    expect(templates.map(({ name }) => name)).toEqual([template.name]);
    await stack.sandbox.call('POST', `/cloud/numbers/${second.digits}/events`, { event: 'number_removed' });
    await stack.bus.nextEvent(
      numberStatusChanged,
      ({ data }) => data.channel_id === 12 && data.status === 'disconnected',
    );
    expect(
      await refusal(stack.bus.request(listProviderTemplates, { body: { channel_id: 11 } })),
    ).toMatchObject({ code: 'capability_error', reason: 'channel_not_connected' });
  });
});
