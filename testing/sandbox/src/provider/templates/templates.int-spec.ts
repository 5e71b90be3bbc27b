import { CallbackReceiver } from '../../testing/callback-receiver';
import { errorOf, TestBusiness, wamidOf } from '../../testing/test-business';
import { TestSandbox } from '../../testing/test-sandbox';

let receiver: CallbackReceiver;
let sandbox: TestSandbox;
let business: TestBusiness;

beforeAll(async () => {
  receiver = await CallbackReceiver.start();
  sandbox = await TestSandbox.start({ SANDBOX_CALLBACK_URL: receiver.url });
});

afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

let next = 0;

/** Each test has an account of its own. */
beforeEach(async () => {
  business = await TestBusiness.create(sandbox, `49151000008${10 + (next += 1)}`);
});

const BODY = {
  type: 'BODY',
  text: 'Hello {{1}}, your order is on its way.',
  example: { body_text: [['Ana']] },
};

async function create(name: string, more: object = {}): Promise<string> {
  const { body } = await business.call('POST', `/${business.wabaId}/message_templates`, {
    name,
    language: 'en_US',
    category: 'UTILITY',
    components: [BODY],
    ...more,
  });
  return String(body['id']);
}

const read = async (id: string) => (await business.call('GET', `/${id}`)).body;
const decide = (id: string, status: string, reason?: string) =>
  sandbox.call('PUT', `/templates/${id}`, { status, ...(reason !== undefined && { reason }) });
const list = async (query = '') =>
  (await business.call('GET', `/${business.wabaId}/message_templates${query}`)).body as {
    data: { id: string; name: string }[];
    paging?: { cursors: { after: string }; next?: string; previous?: string };
  };
const verdict = (id: string, event: string) =>
  receiver.waitFor(
    ({ field, value }) =>
      field === 'message_template_status_update' &&
      value['message_template_id'] === Number(id) &&
      value['event'] === event,
    `the callback ${event}`,
  );

describe('a template', () => {
  it.each([
    ['parcel', 'APPROVED', 'NONE'],
    ['parcel_reject', 'REJECTED', 'INVALID_FORMAT'],
  ])('called %s is %s by its review, which is reported to the business', async (name, status, reason) => {
    const id = await create(name);
    const { value, accountId, time } = await verdict(id, status);
    expect({ accountId, time }).toEqual({ accountId: business.wabaId, time: expect.any(Number) as number });
    expect(value).toMatchObject({
      message_template_name: name,
      message_template_language: 'en_US',
      message_template_category: 'UTILITY',
      reason,
    });
    expect(await read(id)).toMatchObject({ id, status });
  });

  it('waits for a reviewer if its name says so, even after a restart', async () => {
    const id = await create('parcel_slow');
    await sandbox.restart();
    expect(await read(id)).toMatchObject({ status: 'PENDING' });
    await decide(id, 'REJECTED', 'SCAM');
    await verdict(id, 'REJECTED');
    expect(await read(id)).toMatchObject({ status: 'REJECTED', rejected_reason: 'SCAM' });
    const { body } = await sandbox.call('GET', `/templates?waba_id=${business.wabaId}`);
    expect(body['templates']).toMatchObject([{ id, status: 'REJECTED' }]);
  });

  it('can be rejected for any reason', async () => {
    const id = await create('parcel_slow');
    expect((await decide(id, 'REJECTED', 'Too colourful')).status).toBe(200);
    expect((await verdict(id, 'REJECTED')).value).toMatchObject({ reason: 'Too colourful' });
  });

  it('is listed page by page, forth and back, with the fields asked for', async () => {
    for (const name of ['a_slow', 'b_slow', 'c_slow']) await create(name);
    const first = await list('?limit=2&fields=name,status');
    expect(first.data).toHaveLength(2);
    expect(Object.keys(first.data[0]!).sort()).toEqual(['id', 'name', 'status']);
    const rest = await list(`?limit=2&after=${first.paging!.cursors.after}`);
    expect(rest.data).toHaveLength(1);
    expect(rest.paging).not.toHaveProperty('next');
    const back = await fetch(rest.paging!.previous!, {
      headers: { authorization: `Bearer ${business.token}` },
    });
    expect(((await back.json()) as typeof first).data.map(({ id }) => id)).toEqual(
      first.data.map(({ id }) => id),
    );
  });

  it('is found by name, status, category and language', async () => {
    const id = await create('only_slow');
    await create('other_slow', { language: 'de' });
    for (const query of [
      '?name=only_slow',
      '?language=en_US',
      '?status=PENDING&name=only_slow',
      '?name_or_content=only',
    ]) {
      expect((await list(query)).data.map((each) => each.id)).toEqual([id]);
    }
    expect((await list('?category=MARKETING')).data).toEqual([]);
  });

  it('is replaced by an edit and reviewed again; once approved, it can be edited once a day', async () => {
    const id = await create('change_slow');
    const edit = (changes: object) => business.call('POST', `/${id}`, changes);
    const components = [{ type: 'BODY', text: 'Another text.' }];
    expect(errorOf(await edit({ components })).error_user_title).toBe('Template cannot be edited');
    await decide(id, 'APPROVED');
    expect(errorOf(await edit({ category: 'MARKETING' }))).toMatchObject({ code: 100 });
    expect((await edit({ components })).body).toEqual({ success: true });
    expect(await read(id)).toMatchObject({ status: 'PENDING', components });
    await decide(id, 'APPROVED');
    expect(errorOf(await edit({ components }))).toMatchObject({ code: 100 });
  });

  it('is edited and rated on request, which the provider reports', async () => {
    const id = await create('rated_slow');
    const told = async (asked: string) =>
      (
        await receiver.waitFor(
          ({ field, value }) => field === asked && value['message_template_id'] === Number(id),
          `the callback ${asked}`,
        )
      ).value;
    const components = [
      { type: 'BODY', text: 'Another text.' },
      { type: 'FOOTER', text: 'The shop' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'See', url: 'https://example.com' }] },
    ];
    const common = { message_template_name: 'rated_slow', message_template_language: 'en_US' };
    await decide(id, 'APPROVED');
    await sandbox.call('PUT', `/templates/${id}`, { components, quality: 'YELLOW' });
    expect(await read(id)).toMatchObject({
      status: 'APPROVED',
      components,
      quality_score: { score: 'YELLOW', date: expect.any(Number) as number },
    });
    expect(await told('message_template_components_update')).toEqual({
      message_template_id: Number(id),
      ...common,
      message_template_element: 'Another text.',
      message_template_footer: 'The shop',
      message_template_buttons: [
        {
          message_template_button_type: 'URL',
          message_template_button_text: 'See',
          message_template_button_url: 'https://example.com',
        },
      ],
    });
    expect(await told('message_template_quality_update')).toEqual({
      message_template_id: Number(id),
      ...common,
      previous_quality_score: 'UNKNOWN',
      new_quality_score: 'YELLOW',
    });
  });

  it('is deleted in one language or in all, but not while it is disabled', async () => {
    const english = await create('gone_slow');
    const german = await create('gone_slow', { language: 'de' });
    const remove = (query: string) =>
      business.call('DELETE', `/${business.wabaId}/message_templates?${query}`);
    expect((await remove(`name=gone_slow&hsm_id=${german}`)).body).toEqual({ success: true });
    expect((await list()).data.map(({ id }) => id)).toEqual([english]);
    await decide(english, 'DISABLED');
    expect((await remove('name=gone_slow')).status).toBe(400);
    await decide(english, 'PAUSED');
    expect((await remove('name=gone_slow')).body).toEqual({ success: true });
    expect((await remove('name=gone_slow')).status).toBe(400);
    expect((await list()).data).toEqual([]);
  });

  it('of authentication has the text of the platform and a button that reads back as a URL; a send needs the code twice', async () => {
    const id = await create('code', {
      category: 'authentication',
      components: [
        { type: 'body', add_security_recommendation: true },
        { type: 'footer', code_expiration_minutes: 10 },
        { type: 'buttons', buttons: [{ type: 'otp', otp_type: 'copy_code' }] },
      ],
    });
    await verdict(id, 'APPROVED');
    expect(await read(id)).toMatchObject({
      category: 'AUTHENTICATION',
      components: [
        { type: 'BODY', text: expect.stringContaining('{{1}}') as string },
        { type: 'FOOTER', text: expect.stringContaining('10 minutes') as string },
        { type: 'BUTTONS', buttons: [{ type: 'URL' }] },
      ],
    });
    const body = { type: 'body', parameters: [{ type: 'text', text: '1234' }] };
    const button = {
      type: 'button',
      sub_type: 'url',
      index: '0',
      parameters: [{ type: 'text', text: '1234' }],
    };
    const send = (components: object[]) =>
      business.send('4915100000899', {
        type: 'template',
        template: { name: 'code', language: { code: 'en_US' }, components },
      });
    expect(errorOf(await send([body]))).toMatchObject({ code: 131008 });
    const sent = await send([body, button]);
    expect(await receiver.status(wamidOf(sent), 'delivered')).toMatchObject({
      pricing: { category: 'authentication', billable: true },
    });
  });

  it('of authentication reads back with the type of its button and the app that autofills the code', async () => {
    const apps = [{ package_name: 'com.example.shop', signature_hash: 'K8a/AINcGX7' }];
    const id = await create('one_tap', {
      category: 'AUTHENTICATION',
      components: [
        { type: 'BODY' },
        { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'ONE_TAP', supported_apps: apps }] },
      ],
    });
    const url = expect.stringContaining(
      'otp_type=ONE_TAP&package_name=com.example.shop&signature_hash=K8a%2FAINcGX7&code=',
    ) as string;
    expect(await read(id)).toMatchObject({
      components: [{ type: 'BODY' }, { buttons: [{ type: 'URL', url }] }],
    });
  });

  it('belongs to one account: to others it does not exist', async () => {
    const id = await create('mine_slow');
    const stranger = await TestBusiness.create(sandbox, '4915100000898');
    expect(errorOf(await stranger.call('GET', `/${id}`))).toMatchObject({ code: 100, error_subcode: 33 });
    expect(errorOf(await stranger.call('POST', `/${id}`, {}))).toMatchObject({
      code: 100,
      error_subcode: 33,
    });
    const foreign = await stranger.call('GET', `/${business.wabaId}/message_templates`);
    expect(errorOf(foreign)).toMatchObject({ code: 100, error_subcode: 33 });
  });
});
