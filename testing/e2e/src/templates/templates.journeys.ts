import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { connectCloudChannel } from '@chat/contracts/channels';
import type { CreateTemplate, Input, SendTemplate, SentMessage, Template } from '@chat/client';
import { systemContext } from '@chat/service-kit';
import { FileServer, refusal, TestClient, until, type Answer } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';
import { freshNumber, listen, receiverAt } from '../messages/shop';

const scopes = ['templates:read', 'templates:write', 'messages:send', 'messages:read', 'messages:webhook'];
/** Both share one namespace of idempotency keys. */
const routes = ['/v1/templates/send', '/external-api/templates/send'] as const;
/** The provider accepts sends to numbers with this ending, but never answers. */
const WITHOUT_ANSWER = '12025540998';

/** Templates through every process, over three gateways and both surfaces. */
export function templates(stack: RunningStack): void {
  let clients: TestClient[];
  let channelId: number;
  let template: Template;
  let names = 0;
  let wabaId: string;
  let number: string;
  let token: string;

  beforeAll(async () => {
    const { admin, sandbox, gatewayUrls } = stack();
    const { id: accountId } = await admin.createAccount({ rate_limit: 100_000 });
    const credential = await admin.createApiKey(accountId, { scopes });
    clients = gatewayUrls.map((url) => new TestClient(url, credential));
    number = freshNumber();
    const { access_token, waba_id, phone_number_id } = await sandbox.putNumber(number);
    [wabaId, token] = [waba_id, access_token];
    const body = { account_id: accountId, waba_id, phone_number_id, token, coexistence: false };
    ({
      device: { id: channelId },
    } = await admin.bus.request(connectCloudChannel, systemContext(0), { body }));
    template = await approved();
  });

  const draft = (change: Partial<CreateTemplate> = {}): CreateTemplate => ({
    chat_account_id: channelId,
    name: `journey_${(names += 1)}`,
    language: 'en_US',
    category: 'UTILITY',
    body: 'Dear {{1}}, your order is ready.',
    body_examples: ['Ana'],
    ...change,
  });
  const read = async (id: string) => (await clients[1 % clients.length]!.getTemplate({ id })).template;
  const approved = async (change: Partial<Input<'createTemplate'>> = {}) => {
    const { template_id: id } = (await clients[0]!.createTemplate({ ...draft(), ...change })).template;
    return until(
      async () => {
        const one = await read(id);
        return one.status === 'APPROVED' && one;
      },
      { describe: 'the approval' },
    );
  };
  const to = (customer: string, change: Partial<SendTemplate> = {}): SendTemplate => ({
    template_id: template.template_id,
    chat_account_id: channelId,
    ...receiverAt(customer),
    body_variables: ['Ana'],
    ...change,
  });
  /** Raw, since it uses both surfaces, and only headers distinguish a replay from the first answer. */
  const send = (body: SendTemplate | FormData, key: string = randomUUID(), index = 0) =>
    clients[index % clients.length]!.raw.post<SentMessage>(routes[index % 2]!, body, {
      headers: { 'idempotency-key': key },
    });
  const ledger = async (customer: string) =>
    (await stack().sandbox.sends()).filter((one) => one.to === customer);
  const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';

  it('are created, approved, listed and sent, and their messages fire events', async () => {
    const client = clients[0]!;
    const receiver = await listen(client);
    const one = await approved();
    const listed = await client.listTemplates({ chat_account_id: channelId });
    expect(listed.templates.map(({ template_id }) => template_id)).toContain(one.template_id);
    const customer = freshNumber();
    const sent = await client.sendTemplate(to(customer, { template_id: one.provider_template_id! }));
    const [phone] = await stack().sandbox.messages(customer);
    expect(phone).toMatchObject({ type: 'template', template: { name: one.name, language: 'en_US' } });
    const types = () => receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    await until(
      () => ['template.status_changed', 'message.delivered'].every((type) => types().includes(type)),
      {
        describe: 'the events',
      },
    );
    const { message } = await client.getMessage({ id: sent.message_id });
    expect(message).toMatchObject({ source: 'template', message: 'Dear Ana, your order is ready.' });
    const free = { ...receiverAt(customer), chat_account_id: channelId, message: 'Hi' };
    expect((await refusal(client.sendMessage(free))).code).toBe('template_required');
    await receiver.stop();
  });

  it('are answered in their conversation by somebody who hides the number', async () => {
    const [client, customer] = [clients[0]!, freshNumber()];
    const { conversation_id } = await client.sendTemplate(to(customer));
    await stack().sandbox.write(customer, { to: number, text: 'Thanks', hides_number: true });
    const free = { ...receiverAt(customer), chat_account_id: channelId, message: 'Not at all' };
    const answer = await until(() => client.sendMessage(free).catch(() => null), {
      describe: 'the window to be open',
    });
    expect(answer.conversation_id).toBe(conversation_id);
    // The provider's times are whole seconds, so the order may differ.
    const { messages } = await client.listMessages({ id: conversation_id });
    const texts = messages.map(({ message }) => message).sort();
    expect(texts).toEqual(['Dear Ana, your order is ready.', 'Not at all', 'Thanks']);
  });

  it('are sent once for 50 requests with one key, over three gateways and both surfaces', async () => {
    const [key, customer] = [randomUUID(), freshNumber()];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(to(customer), key, index)),
    );
    expect(await ledger(customer)).toHaveLength(1);
    const first = answers.find((answer) => answer.status === 201 && !isReplay(answer))!;
    for (const answer of answers) {
      if (answer.status === 201) expect(answer.data).toEqual(first.data);
      else expect(answer.error).toMatchObject({ code: 'idempotency_in_flight', retryable: true });
    }
    for (const index of [0, 1, 2]) {
      const repeat = await send(to(customer), key, index);
      expect([repeat.status, repeat.data, isReplay(repeat)]).toEqual([201, first.data, true]);
    }
    expect(await ledger(customer)).toHaveLength(1);
  });

  it('count as the same request in a form, whatever its boundary, order and file name', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(500, 'x')]);
    const sample = new File([bytes], 'sample.pdf', { type: 'application/pdf' });
    const made = await approved({ header_format: 'DOCUMENT', header_media_file: sample });
    const customer = freshNumber();
    const form = (filename: string, member: string, content = bytes, isReversed = false) => {
      const members = Object.entries(to(customer, { template_id: made.template_id }));
      const parts = new FormData();
      for (const [name, value] of isReversed ? members.reverse() : members) {
        parts.set(name, typeof value === 'string' ? value : JSON.stringify(value));
      }
      parts.set(member, new Blob([content], { type: 'application/pdf' }), filename);
      return parts;
    };
    const key = randomUUID();
    const first = await send(form('invoice.pdf', 'header_media_file'), key);
    expect(first.status).toBe(201);
    const again = await send(form('renamed.pdf', 'media_file', bytes, true), key, 1);
    expect([again.data, isReplay(again)]).toEqual([first.data, true]);
    const { media_id } = await clients[0]!.uploadMedia({ file: new File([bytes], 'earlier.pdf') });
    const named = to(customer, { template_id: made.template_id, header_media_id: media_id });
    const byId = await send(named, key, 1);
    expect([byId.data, isReplay(byId)]).toEqual([first.data, true]);
    const other = await send(
      form('invoice.pdf', 'media_file', Buffer.concat([bytes, Buffer.from('y')])),
      key,
    );
    expect(other.error).toMatchObject({ code: 'idempotency_conflict', reason: 'payload_mismatch' });
    expect(await ledger(customer)).toHaveLength(1);
    const bySample = await clients[0]!.sendTemplate(to(customer, { template_id: made.template_id }));
    const media = await clients[0]!.getMessageMedia({ id: bySample.message_id });
    expect(Buffer.from(await media.arrayBuffer())).toEqual(bytes);
  });

  it('show files given by URL or by id: as the sample at the provider, and in each send', async () => {
    const client = clients[0]!;
    const files = await FileServer.start();
    const pdf = () => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(2_000)]);
    const host = (name: string, bytes = pdf()) => ({
      bytes,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      url: files.host(name, { bytes, type: 'application/pdf' }),
    });
    const { sandbox } = stack();
    const sampleOf = async (name: string) =>
      (await sandbox.templates(wabaId)).find((one) => one.name === name)!.sample;
    const shownTo = async (customer: string) => {
      const [message] = await sandbox.messages(customer);
      return { media: message!.media, bytes: await sandbox.media(customer, message!.chat_message_id) };
    };

    const sample = host('sample.pdf');
    const one = await approved({ header_format: 'DOCUMENT', header_media_url: sample.url });
    expect(await sampleOf(one.name)).toMatchObject({
      mime_type: 'application/pdf',
      sha256: sample.sha256,
    });
    const other = host('other.pdf');
    await client.updateTemplate({ id: one.template_id, header_media_url: other.url });
    expect(await sampleOf(one.name)).toMatchObject({ sha256: other.sha256 });
    await until(async () => (await read(one.template_id)).status === 'APPROVED', { describe: 'the review' });

    const [first, second] = [freshNumber(), freshNumber()];
    const invoice = host('rechnung 7.pdf');
    await client.sendTemplate(to(first, { template_id: one.template_id, header_media_url: invoice.url }));
    expect(await shownTo(first)).toMatchObject({
      media: { filename: 'rechnung 7.pdf', sha256: invoice.sha256 },
      bytes: invoice.bytes,
    });
    await client.sendTemplate(to(second, { template_id: one.template_id }));
    expect((await shownTo(second)).bytes).toEqual(other.bytes);

    const upload = async ({ bytes }: { bytes: Buffer }) =>
      (await client.uploadMedia({ file: new File([bytes], 'uploaded.pdf') })).media_id;
    const header = { header_format: 'DOCUMENT', header_media_id: await upload(sample) } as const;
    expect(await client.validateTemplate(draft(header))).toEqual({ valid: true });
    const named = await approved(header);
    expect(await sampleOf(named.name)).toMatchObject({ sha256: sample.sha256 });
    await client.updateTemplate({ id: named.template_id, header_media_id: await upload(other) });
    expect(await sampleOf(named.name)).toMatchObject({ sha256: other.sha256 });
    const unknown = client.createTemplate(draft({ ...header, header_media_id: 'med_nobody' }));
    expect(Object.keys((await refusal(unknown)).errors!)).toEqual(['header_media_id']);

    const gone = `${invoice.url}x`;
    const refusals = [
      () => client.createTemplate(draft({ header_format: 'DOCUMENT', header_media_url: gone })),
      () => client.sendTemplate(to(first, { template_id: one.template_id, header_media_url: gone })),
    ];
    for (const call of refusals) {
      const { errors } = await refusal(call());
      expect(errors).toEqual({ header_media_url: [expect.stringContaining('the status 404')] });
    }
    await files.stop();
  });

  it('are sent as the provider has them: with its names, and with the words of its last edit', async () => {
    const { sandbox, sandboxUrl } = stack();
    const client = clients[0]!;
    const bodyOf = (text: string) => ({
      ...{ type: 'BODY', text },
      example: { body_text_named_params: [{ param_name: 'name', example: 'Ana' }] },
    });
    const name = `journey_${(names += 1)}`;
    const created = await fetch(`${sandboxUrl}/v23.0/${wabaId}/message_templates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ name, language: 'en_US', category: 'UTILITY', parameter_format: 'NAMED' },
        components: [bodyOf('Dear {{name}}, thanks.')],
      }),
    });
    const { id } = (await created.json()) as { id: string };
    const listed = async () => (await client.listTemplates({ chat_account_id: channelId })).templates;
    const one = await until(async () => (await listed()).find((each) => each.name === name), {
      describe: 'the template from the provider',
    });
    const customer = freshNumber();
    const sendIt = () => {
      const values = { body_variables: undefined, body_named_variables: { name: 'Ana' } };
      return client.sendTemplate(to(customer, { template_id: one.template_id, ...values }));
    };
    const textOf = async ({ message_id }: SentMessage) =>
      (await client.getMessage({ id: message_id })).message.message;
    expect(await textOf(await sendIt())).toBe('Dear Ana, thanks.');

    await sandbox.changeTemplate(id, { quality: 'GREEN', components: [bodyOf('Thanks, {{name}}, bye.')] });
    await until(async () => (await read(one.template_id)).quality_score === 'GREEN', {
      describe: 'the quality',
    });
    expect(await textOf(await sendIt())).toBe('Thanks, Ana, bye.');
    expect((await sandbox.messages(customer)).at(-1)).toMatchObject({
      template: {
        components: [{ type: 'body', parameters: [{ parameter_name: 'name', text: 'Ana' }] }],
      },
    });
  });

  it('report violations of the contract and of the rules in one answer', async () => {
    const client = clients[0]!;
    const wrong = { name: 5, category: 'utility', footer: 'x'.repeat(61), body_examples: [], nobody: 1 };
    const expected = ['body_examples', 'category', 'footer', 'name', 'nobody'];
    const form = new FormData();
    for (const [name, value] of Object.entries({
      ...draft(),
      ...wrong,
      name: 'Order',
      body_examples: '{',
    })) {
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const withKey = { headers: { 'idempotency-key': randomUUID() } };
    const path = `/v1/templates/${template.template_id}`;
    const edit = { category: 'MARKETING', footer: 'x'.repeat(61), body: 5, nobody: 1 };
    for (const [call, members] of [
      [client.raw.post('/v1/templates/validate', { ...draft(), ...wrong }), expected],
      [client.raw.post('/v1/templates', { ...draft(), ...wrong }, withKey), expected],
      [client.raw.post('/v1/templates/validate', form), expected],
      [client.raw.patch(path, edit), ['body', 'category', 'footer', 'nobody']],
      [client.raw.patch('/v1/templates/tpl_999999', edit), ['body', 'nobody']],
    ] as const) {
      const { code, errors } = (await call).error;
      expect([code, Object.keys(errors as object).sort()]).toEqual(['validation_error', members]);
    }
  });

  it('have an unknown outcome until a status settles it, and are not sent again', async () => {
    const key = randomUUID();
    const before = (await ledger(WITHOUT_ANSWER)).length;
    const lost = await send(to(WITHOUT_ANSWER), key);
    expect([201, 502]).toContain(lost.status);
    const settled = await until(
      async () => {
        const repeat = await send(to(WITHOUT_ANSWER), key, 1);
        return repeat.status === 201 && repeat;
      },
      { describe: 'the outcome' },
    );
    expect(isReplay(settled)).toBe(true);
    expect(await ledger(WITHOUT_ANSWER)).toHaveLength(before + 1);
  });

  it('are no longer sent once the provider pauses them', async () => {
    const one = await approved();
    const customer = freshNumber();
    await fetch(`${stack().sandboxUrl}/templates/${one.provider_template_id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"status":"PAUSED"}',
    });
    const refused = await send(to(customer, { template_id: one.template_id }));
    expect(refused.error).toMatchObject({ code: 'capability_error', reason: 'template_paused' });
    await until(async () => (await read(one.template_id)).status === 'PAUSED', { describe: 'the pause' });
  });

  it.each(routes)('give the same refusals at %s', async (path) => {
    const post = async (
      body: object,
      headers: Record<string, string> = { 'idempotency-key': randomUUID() },
    ) => (await clients[0]!.raw.post(path, body, { headers })).error;
    const customer = freshNumber();
    expect(await post(to(customer), {})).toMatchObject({ code: 'idempotency_key_required' });
    expect(await post(to(customer), { 'idempotency-key': 'a b' })).toMatchObject({
      code: 'validation_error',
    });
    expect(await post(to(customer, { template_id: 'tpl_999999' }))).toMatchObject({ code: 'not_found' });
    expect(await post(to(customer, { chat_account_id: 999_999 }))).toMatchObject({ code: 'not_found' });
    expect(await post(to(customer, { mobile: '12' }))).toMatchObject({ code: 'invalid_phone' });
    expect(await post(to(customer, { body_variables: ['a', 'b'] }))).toMatchObject({
      code: 'validation_error',
    });
    expect(await post({ ...to(customer), nobody: 1 })).toMatchObject({ code: 'validation_error' });
    const unpaid = freshNumber();
    await stack().sandbox.setFault({ match: { to: unpaid }, mode: 'error', code: 131042, times: 1 });
    expect(await post(to(unpaid))).toMatchObject({ code: 'billing_blocked' });
    const marketing = await approved({ category: 'MARKETING' });
    const optedOut = freshNumber();
    await stack().sandbox.setFault({ match: { to: optedOut }, mode: 'error', code: 131050, times: 1 });
    const advertise = () => post(to(optedOut, { template_id: marketing.template_id }));
    expect(await advertise()).toMatchObject({ code: 'marketing_suppressed' });
    // Applies from the moment we know it, without asking the provider.
    const known = 'SELECT FROM messaging.opt_outs WHERE canonical_phone = $1';
    await until(async () => (await stack().query(known, [optedOut])).length > 0, {
      describe: 'the opt-out',
    });
    expect(await advertise()).toMatchObject({ code: 'marketing_suppressed' });
    expect(await ledger(customer)).toEqual([]);
  });

  it('are managed only with the explicit scope, and not deleted at the provider unless that is enabled', async () => {
    const { admin, gatewayUrls } = stack();
    const { id } = await admin.createAccount();
    const unscoped = new TestClient(gatewayUrls[0]!, await admin.createApiKey(id));
    expect((await refusal(unscoped.validateTemplate(draft()))).code).toBe('insufficient_scope');
    const capabilities = unscoped.getTemplateCapabilities({ chat_account_id: channelId });
    expect((await refusal(capabilities)).code).toBe('insufficient_scope');
    const deletion = clients[0]!.deleteTemplate({ id: template.template_id });
    expect((await refusal(deletion)).code).toBe('feature_disabled');
    const wrong = draft({ name: 'A', footer: '{{1}}' });
    const { errors } = await refusal(clients[0]!.validateTemplate(wrong));
    expect(Object.keys(errors!).sort()).toEqual(['footer', 'name']);
  });
}
