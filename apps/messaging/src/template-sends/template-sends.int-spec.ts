import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { blobKey, FilesystemBlobStore } from '@chat/media';
import type { RequestContext, StoredFile } from '@chat/contracts';
import { cloudConnector, marketingPreferenceChanged } from '@chat/contracts/cloud-connector';
import type { ConnectorSend } from '@chat/contracts/connector';
import { contactCreated, contactDeleted, contactUpdated } from '@chat/contracts/crm';
import { getMessageMedia, sendTemplate, type SendTemplate } from '@chat/contracts/messaging';
import { readTemplateToSend, templatesChanged, type TemplateToSend } from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { toTimestamp } from '@chat/service-kit';
import { FileServer, refusal, someContact, testContext, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const order: TemplateToSend = {
  template_id: 'tpl_1',
  name: 'order_ready',
  language: 'en_US',
  category: 'UTILITY',
  header_format: 'NONE',
  header: null,
  body: { text: 'Dear {{1}}, it is ready.', count: 1 },
  buttons: [],
  sample: null,
};

describe('a template that is sent', () => {
  let messaging: MessagingUnderTest;
  let files: FileServer;
  let template: TemplateToSend | AppError;
  let handOver: (send: ConnectorSend) => { chat_message_id: string };
  const handed: ConnectorSend[] = [];

  beforeAll(async () => {
    files = await FileServer.start();
    const environment = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' };
    messaging = await MessagingUnderTest.start({}, { replicas: 3, environment });
    await messaging.bus.respond(readTemplateToSend, () => {
      if (template instanceof AppError) throw template;
      return template;
    });
    await messaging.bus.respond(cloudConnector.send, ({ body }) => {
      handed.push(body);
      return handOver(body);
    });
    await messaging.bus.respond(cloudConnector.settle, () => ({
      outcome: 'unknown' as const,
      chat_message_id: null,
      error: null,
    }));
  });

  beforeEach(() => {
    messaging.resolve = () => ({ effective_channel_type: 'cloud', origin: 'cloud' });
    play(order);
    handOver = ({ message_id }) => ({ chat_message_id: `wamid.${message_id}` });
    handed.length = 0;
  });

  afterAll(async () => {
    await messaging.service.stop();
    await files.stop();
  });

  /** What the templates service answers from now on. */
  const play = (answer: TemplateToSend | AppError) => {
    template = answer;
    messaging.bus.nats.publish(templatesChanged.subject, '1');
  };
  const keyed = (key: string = randomUUID(), credential = 'ck_test'): RequestContext => {
    const context = testContext();
    return { ...context, idempotencyKey: key, credential: { ...context.credential, id: credential } };
  };
  const send = (body: Partial<SendTemplate> = {}, context = keyed()) =>
    messaging.bus.request(
      sendTemplate,
      {
        body: {
          template_id: 'tpl_1',
          mobile_code: '49',
          mobile: '15112345678',
          body_variables: ['Ana'],
          ...body,
        },
      },
      context,
    );
  const refused = (body: Partial<SendTemplate> = {}) => refusal(send(body));
  const keep = async (bytes: string, mime_type: string): Promise<StoredFile> => {
    const store = await FilesystemBlobStore.open(messaging.service.blobFolder);
    const blob = blobKey(1, randomUUID(), new Date());
    await store.write(blob, Readable.from([Buffer.from(bytes)]));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { blob, filename: 'a.png', mime_type, size: bytes.length, sha256 };
  };

  it('is a message of its own type and source, needs no open window and opens none', async () => {
    const { message_id, chat_message_id } = await send();
    const message = await messaging.read(message_id);
    expect(message).toMatchObject({
      type: 'template',
      source: 'template',
      message: 'Dear Ana, it is ready.',
      status: 'sent',
      chat_message_id,
      template: { name: 'order_ready', language: { code: 'en_US', policy: 'deterministic' } },
      media: null,
    });
    expect(handed).toMatchObject([
      { to: '4915112345678', content: { type: 'template', text: 'Dear Ana, it is ready.' } },
    ]);
    const free = messaging.send({ chat_account_id: 1 });
    expect((await refusal(free)).code).toBe('template_required');
  });

  it('shows media of its own, the request’s or a copy of the sample', async () => {
    const image = { ...order, header_format: 'IMAGE' as const };
    const sample = await keep('the sample', 'image/png');
    play({ ...image, sample });
    const bySample = await send();
    const own = await keep('the bytes', 'image/jpeg');
    const byFile = await send({ media_file: own });
    const media = handed.map(({ content }) => 'header_media' in content && content.header_media);
    expect(media).toMatchObject([
      { mime_type: 'image/png', sha256: sample.sha256 },
      { blob: own.blob, mime_type: 'image/jpeg' },
    ]);
    expect(media[0]).not.toMatchObject({ blob: sample.blob });
    expect((await messaging.read(byFile.message_id)).media_url).toContain(
      `/v1/messages/${byFile.message_id}/media`,
    );
    const input = { params: { id: bySample.message_id } };
    expect(await messaging.bus.request(getMessageMedia, input)).toMatchObject({ sha256: sample.sha256 });
  });

  it('shows the file that a URL leads to', async () => {
    play({ ...order, header_format: 'DOCUMENT' });
    const bytes = Buffer.from('%PDF-1.4\nan invoice');
    const url = files.host('invoice.pdf', { bytes, type: 'application/pdf' });
    await send({ header_media_url: url });
    const { content } = handed.at(-1)!;
    const media = 'header_media' in content ? content.header_media : undefined;
    expect(media).toMatchObject({
      filename: 'invoice.pdf',
      mime_type: 'application/pdf',
      size: bytes.length,
    });
    const store = await FilesystemBlobStore.open(messaging.service.blobFolder);
    expect(await buffer((await store.read(media!.blob))!)).toEqual(bytes);
    play({ ...order, header_format: 'DOCUMENT', sample_url: url });
    await send({ filename: '/Invoice 17.pdf' });
    expect(handed.at(-1)).toMatchObject({ content: { header_media: { filename: 'Invoice 17.pdf' } } });
  });

  it('takes no file of another kind than its header', async () => {
    play({ ...order, header_format: 'IMAGE' });
    const { errors } = await refused({ header_media_file: await keep('x', 'application/pdf') });
    expect(Object.keys(errors!)).toEqual(['header_media_file']);
    const pdf = files.host('a.pdf', { bytes: Buffer.from('%PDF-1.4'), type: 'application/pdf' });
    for (const [url, reason] of [
      ['https://10.0.0.1/a.png', 'private or reserved'],
      [`${pdf}x`, 'the status 404'],
      [pdf, 'its bytes show application/pdf'],
    ] as const) {
      expect((await refused({ header_media_url: url })).errors).toEqual({
        header_media_url: [expect.stringContaining(reason)],
      });
    }
  });

  it.each<[string, Partial<SendTemplate>, string]>([
    ['values that do not fit', { body_variables: [] }, 'validation_error'],
    ['a number that is none', { mobile: '12' }, 'invalid_phone'],
    ['nobody', { mobile: undefined }, 'validation_error'],
  ])('is refused for %s', async (_, body, code) => {
    expect((await refused(body)).code).toBe(code);
    expect(handed).toEqual([]);
  });

  it('is refused where it may not go out, and no message is left', async () => {
    play(new AppError('capability_error', { reason: 'template_paused' }));
    expect(await refused()).toMatchObject({ code: 'capability_error', reason: 'template_paused' });
    play(new AppError('not_found'));
    expect(await refused()).toMatchObject({
      code: 'not_found',
      errors: { template_id: [expect.any(String)] },
    });
    play(order);
    messaging.resolve = () => ({ effective_channel_type: 'device' });
    expect(await refused()).toMatchObject({ code: 'capability_error', reason: 'template_api_cloud_only' });
    messaging.resolve = () => ({ effective_channel_type: 'cloud', connection_status: 'disconnected' });
    const error = await refused();
    expect(error).toMatchObject({ code: 'capability_error', reason: 'channel_not_connected' });
    expect([error.message_id, handed]).toEqual([undefined, []]);
  });

  it('into a conversation is refused for another channel than its own: not_found, if the account has no such channel', async () => {
    const { message_id } = await send({ chat_account_id: 3 });
    const { conversation_id } = await messaging.read(message_id);
    handed.length = 0;
    messaging.resolve = ({ chat_account_id }) => {
      if (chat_account_id === 404) throw new AppError('not_found');
      return { effective_channel_type: 'cloud', origin: 'cloud' };
    };
    const answer = { mobile_code: undefined, mobile: undefined, conversation_id };
    expect(await refused({ ...answer, chat_account_id: 404 })).toMatchObject({ code: 'not_found' });
    expect(await refused({ ...answer, chat_account_id: 4 })).toMatchObject({
      code: 'validation_error',
      errors: { chat_account_id: expect.any(Array) as unknown },
    });
    expect(handed).toEqual([]);
  });

  it('of marketing does not reach who opted out, and anything else does', async () => {
    const preference = { channel_id: 1, phone: '4915112345678', at: toTimestamp(new Date()) };
    await messaging.bus.publish(marketingPreferenceChanged, { ...preference, opted_out: true });
    play({ ...order, category: 'MARKETING' });
    await until(async () => (await refused().catch(() => null))?.code === 'marketing_suppressed', {
      describe: 'the opt-out',
    });
    play(order);
    await send();
    const at = toTimestamp(new Date(Date.now() + 1_000));
    await messaging.bus.publish(marketingPreferenceChanged, { ...preference, at, opted_out: false });
  });

  it('of marketing does not reach who opted out by another name, until they take it back by any', async () => {
    const [mobile, userId] = ['15100000077', 'DE.77'];
    const say = (person: object, opted_out: boolean, at: number) =>
      messaging.bus.publish(marketingPreferenceChanged, {
        ...{ channel_id: 1, phone: null, opted_out, at: toTimestamp(new Date(at)) },
        ...person,
      });
    await say({ provider_user_id: userId }, true, 1_000);
    await messaging.receive({ from: `49${mobile}`, provider_user_id: userId });
    play({ ...order, category: 'MARKETING' });
    const suppressed = async () =>
      (await refused({ mobile }).catch(() => null))?.code === 'marketing_suppressed';
    await until(suppressed, { describe: 'the opt-out' });
    await say({ phone: `49${mobile}` }, false, 2_000);
    await until(async () => !(await suppressed()), { describe: 'the opt-out to be taken back' });
  });

  it('of marketing does not reach whose contact opted out, until the account says otherwise', async () => {
    play({ ...order, category: 'MARKETING' });
    const contact = someContact({ phone: '4915112345678', marketing_opted_out: true });
    const suppressed = async () => (await refused().catch(() => null))?.code === 'marketing_suppressed';
    const isSent = async () => !(await suppressed());

    // As an earlier release tells it.
    await messaging.bus.publish(contactCreated, { contact }, { entityVersion: 1 });
    await until(suppressed, { describe: 'the word of the account' });
    // What the contact shows includes the word of the person, which has its own events.
    const told = (opted_out_by_account: boolean, entityVersion: number) =>
      messaging.bus.publish(contactUpdated, { contact, opted_out_by_account }, { entityVersion });
    await told(false, 2);
    await until(isSent, { describe: 'the word to be taken back' });
    await told(true, 3);
    await until(suppressed, { describe: 'the word of the account again' });
    const { id: contact_id, phone } = contact;
    await messaging.bus.publish(contactDeleted, { contact_id, phone }, { entityVersion: 4 });
    await until(isSent, { describe: 'the word to be gone with the contact' });
  });

  it('is stopped at every replica the moment that its template is', async () => {
    const twelve = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: 12 }, make));
    await twelve(() => send());
    play(new AppError('capability_error', { reason: 'template_disabled' }));
    await messaging.bus.nats.flush();
    expect(new Set((await twelve(() => refused())).map(({ reason }) => reason))).toEqual(
      new Set(['template_disabled']),
    );
  });

  describe('with a key', () => {
    it('goes out once, whoever repeats it', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () =>
          send({}, keyed('fifty')).then(
            ({ message_id }) => message_id,
            (error: AppError) => error.code,
          ),
        ),
      );
      const [one, ...others] = [...new Set(answers.filter((answer) => answer !== 'idempotency_in_flight'))];
      expect([typeof one, others, handed.length]).toEqual(['number', [], 1]);
      expect((await send({}, keyed('fifty'))).message_id).toBe(one);
      expect(handed).toHaveLength(1);
    });

    it('conflicts with another payload, and not with the key of another credential', async () => {
      await send({}, keyed('shared'));
      const other = await refusal(send({ body_variables: ['Bob'] }, keyed('shared')));
      expect(other).toMatchObject({ code: 'idempotency_conflict', reason: 'payload_mismatch' });
      await send({ body_variables: ['Bob'] }, keyed('shared', 'ck_other'));
      expect(handed).toHaveLength(2);
    });

    it('replays a final refusal, and is free after one before the provider', async () => {
      play(new AppError('capability_error', { reason: 'template_paused' }));
      expect((await refusal(send({}, keyed('later')))).reason).toBe('template_paused');
      play(order);
      handOver = () => {
        throw new AppError('billing_blocked');
      };
      const first = await refusal(send({}, keyed('later')));
      expect(first).toMatchObject({ code: 'billing_blocked', message_id: expect.any(Number) as number });
      handOver = () => ({ chat_message_id: 'never' });
      expect(await refusal(send({}, keyed('later')))).toEqual(first);
      expect(handed).toHaveLength(1);
    });

    it('says unknown while nobody knows, and replays what a status settles', async () => {
      handOver = () => {
        throw new AppError('provider_outcome_unknown');
      };
      const { code, message_id: id } = await refusal(send({}, keyed('lost')));
      expect(code).toBe('provider_outcome_unknown');
      expect((await refusal(send({}, keyed('lost')))).code).toBe('provider_outcome_unknown');
      await messaging.bus.publish(cloudConnector.receipts, {
        channel_id: 1,
        receipts: [
          {
            message_id: id!,
            chat_message_id: 'wamid.late',
            level: 'delivered',
            error: null,
            at: toTimestamp(new Date()),
          },
        ],
      });
      const settled = await until(() => send({}, keyed('lost')).catch(() => null), {
        describe: 'the settled answer',
      });
      expect(settled).toMatchObject({ message_id: id, chat_message_id: 'wamid.late' });
      expect(handed).toHaveLength(1);
    });
  });
});
