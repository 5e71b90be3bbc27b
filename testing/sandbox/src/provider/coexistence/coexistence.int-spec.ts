import { CallbackReceiver } from '../../testing/callback-receiver';
import { errorOf, TestBusiness } from '../../testing/test-business';
import { TestSandbox } from '../../testing/test-sandbox';

const CUSTOMER = '4915100000991';
const DAY_MS = 24 * 60 * 60 * 1000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const SHARED = {
  contacts: [{ phone: CUSTOMER, name: 'Ana Bo' }],
  threads: [
    {
      phone: CUSTOMER,
      messages: [
        { from_me: false, text: 'an hour ago', sent_at: ago(DAY_MS / 24) },
        { from_me: true, text: 'a month ago', sent_at: ago(30 * DAY_MS) },
        { from_me: false, text: 'a year ago', sent_at: ago(365 * DAY_MS) },
      ],
    },
  ],
};

let receiver: CallbackReceiver;
let sandbox: TestSandbox;
let business: TestBusiness;
let next = 0;

beforeAll(async () => {
  receiver = await CallbackReceiver.start();
  sandbox = await TestSandbox.start({ SANDBOX_CALLBACK_URL: receiver.url });
});

afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

beforeEach(async () => {
  business = await TestBusiness.create(sandbox, `49151000010${10 + (next += 1)}`, { coexistence: true });
});

const request = (syncType: string) =>
  business.call('POST', `/${business.phoneNumberId}/smb_app_data`, {
    messaging_product: 'whatsapp',
    sync_type: syncType,
  });
const share = (body: object) => sandbox.call('POST', `/cloud/numbers/${business.digits}/sync`, body);
/** What was reported for this business in a member of a field. */
const reported = (field: string, member: string) =>
  receiver.changes
    .filter((change) => change.accountId === business.wabaId && change.field === field)
    .flatMap(({ value }) => (value[member] ?? []) as Record<string, unknown>[]);
const complete = () =>
  receiver.waitFor(
    ({ accountId, field, value }) =>
      accountId === business.wabaId &&
      field === 'history' &&
      (value['history'] as { metadata: { progress: number } }[] | undefined)?.[0]!.metadata.progress === 100,
    'the end of the history',
  );

describe('a sync of the business app', () => {
  it.each(['shared before it was requested', 'requested before it was shared'])(
    '%s is delivered once',
    async (order) => {
      const ask = async () => {
        expect((await request('smb_app_state_sync')).body).toEqual({
          messaging_product: 'whatsapp',
          request_id: expect.stringMatching(/./) as string,
        });
        expect((await request('history')).status).toBe(200);
      };
      if (order.startsWith('requested')) await ask();
      expect((await share(SHARED)).status).toBe(200);
      if (order.startsWith('shared')) await ask();
      await complete();
      expect(errorOf(await request('history'))).toMatchObject({ code: 100 });

      const contacts = reported('smb_app_state_sync', 'state_sync').filter(
        (each) => each['type'] === 'contact',
      );
      expect(contacts).toMatchObject([
        { action: 'add', contact: { full_name: 'Ana Bo', first_name: 'Ana', phone_number: CUSTOMER } },
      ]);
      const chunks = reported('history', 'history') as {
        metadata: { phase: number };
        threads: { id: string; messages: { from: string; text: { body: string } }[] }[];
      }[];
      const messages = chunks.flatMap(({ metadata: { phase }, threads }) =>
        threads.flatMap(({ id, messages: all }) =>
          all.map(({ from, text }) => ({ id, phase, from, text: text.body })),
        ),
      );
      expect(messages).toEqual([
        { id: CUSTOMER, phase: 0, from: CUSTOMER, text: 'an hour ago' },
        { id: CUSTOMER, phase: 1, from: business.digits, text: 'a month ago' },
      ]);
    },
  );

  it('has placeholders for files, which follow with the ids of these', async () => {
    const media = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')}`;
    const sent_at = ago(DAY_MS / 24);
    const files = [
      { from_me: true, media, caption: 'ours', sent_at },
      { from_me: false, media, caption: 'theirs', sent_at },
      { from_me: true, media, caption: 'in the older shape', older_shape: true, sent_at },
    ];
    const messages = [...files, { from_me: false, unsupported: true, sent_at }];
    expect((await share({ threads: [{ phone: CUSTOMER, messages }] })).status).toBe(200);
    await request('history');
    const followed = () => [...reported('history', 'message_echoes'), ...reported('history', 'messages')];
    await receiver.waitFor(() => followed().length === files.length, 'the files');

    const chunks = reported('history', 'history') as {
      threads: { messages: { id: string; type: string; from: string }[] }[];
    }[];
    const past = chunks.flatMap(({ threads }) => threads.flatMap(({ messages: all }) => all));
    const types = past.map(({ type, from }) => [type, from]);
    expect(types).toEqual([
      ['media_placeholder', business.digits],
      ['media_placeholder', CUSTOMER],
      ['media_placeholder', business.digits],
      ['errors', CUSTOMER],
    ]);
    const [ours, theirs, older] = past.map(({ id }) => id);
    const file = (caption: string) => ({ caption, mime_type: 'image/png', id: expect.any(String) as string });
    expect(reported('history', 'message_echoes')).toMatchObject([
      { id: ours, from: business.digits, to: CUSTOMER, type: 'image', image: file('ours') },
    ]);
    expect(reported('history', 'messages')).toMatchObject([
      { id: theirs, from: CUSTOMER, type: 'image', image: file('theirs') },
      { id: older, from: CUSTOMER, type: 'image', image: file('in the older shape') },
    ]);
  });

  it('has people without a number, by the ids that the network has for them', async () => {
    const hidden = { user_id: 'DE.13491208655302741918', username: '@lena.k' };
    const messages = [{ from_me: false, text: 'from before', sent_at: ago(DAY_MS / 24) }];
    await share({ contacts: [{ ...hidden, name: 'Lena Kurz' }], threads: [{ ...hidden, messages }] });
    await request('smb_app_state_sync');
    await request('history');
    await complete();
    expect(reported('smb_app_state_sync', 'state_sync')).toEqual([
      expect.objectContaining({ contact: { full_name: 'Lena Kurz', first_name: 'Lena', ...hidden } }),
    ]);
    const [chunk] = reported('history', 'history') as { threads: object[] }[];
    expect(chunk!.threads).toEqual([
      {
        context: hidden,
        messages: [
          {
            from_user_id: hidden.user_id,
            id: expect.stringMatching(/^wamid\./) as string,
            timestamp: expect.stringMatching(/^\d{10}$/) as string,
            type: 'text',
            text: { body: 'from before' },
            history_context: { status: 'READ' },
          },
        ],
      },
    ]);
  });

  it.each([
    ['a thread of nobody', { threads: [{ messages: [] }] }],
    ['a contact of nobody', { contacts: [{ name: 'Lena' }] }],
    [
      'a message that says two things',
      {
        threads: [
          { phone: CUSTOMER, messages: [{ from_me: true, text: 'x', unsupported: true, sent_at: ago(1) }] },
        ],
      },
    ],
  ])('is refused with %s', async (_, body) => {
    expect((await share(body)).status).toBe(422);
  });

  it('reports that the business declined to share its history', async () => {
    await share({ history_declined: true });
    await request('history');
    await receiver.waitFor(
      ({ accountId, field }) => accountId === business.wabaId && field === 'history',
      'the refusal',
    );
    expect(reported('history', 'history')).toEqual([
      { errors: [expect.objectContaining({ code: 2593109, title: expect.stringMatching(/./) as string })] },
    ]);
  });

  it('ends even if there is nothing to share', async () => {
    await request('history');
    await complete();
  });

  it('is refused a day after the onboarding, and for a number that is not in the app', async () => {
    await sandbox.query(
      `UPDATE sandbox.cloud_numbers SET onboarded_at = now() - interval '25 hours' WHERE id = $1`,
      [business.phoneNumberId],
    );
    expect(errorOf(await request('history'))).toMatchObject({ code: 100 });
    const plain = await TestBusiness.create(sandbox, '4915100001099');
    const answer = await plain.call('POST', `/${plain.phoneNumberId}/smb_app_data`, {
      messaging_product: 'whatsapp',
      sync_type: 'history',
    });
    expect(errorOf(answer)).toMatchObject({ code: 100 });
    expect((await sandbox.call('POST', `/cloud/numbers/${plain.digits}/sync`, SHARED)).status).toBe(409);
  });
});

describe('a message written in the business app', () => {
  it('reaches the person, is echoed to the business, and opens no window', async () => {
    const phone = '4915100000992';
    await share({ echoes: [{ phone, text: 'from the app', sent_at: ago(1_000) }] });
    await receiver.waitFor(({ field }) => field === 'smb_message_echoes', 'the echo');
    expect(reported('smb_message_echoes', 'message_echoes')).toEqual([
      {
        from: business.digits,
        to: phone,
        to_user_id: expect.stringMatching(/^DE\.\d+$/) as string,
        id: expect.stringMatching(/^wamid\./) as string,
        timestamp: expect.stringMatching(/^\d{10}$/) as string,
        type: 'text',
        text: { body: 'from the app' },
      },
    ]);
    expect(reported('smb_message_echoes', 'contacts')).toMatchObject([{ wa_id: phone, profile: {} }]);
    const { body } = await sandbox.call('GET', `/phones/${phone}/messages`);
    expect(body['messages']).toMatchObject([{ from: business.digits, text: 'from the app' }]);
    const wamid = await business.sendText(phone);
    expect((await receiver.status(wamid, 'failed'))['errors']).toMatchObject([{ code: 131047 }]);
    expect((await sandbox.call('GET', '/sends')).body['sends']).not.toContainEqual(
      expect.objectContaining({ text: 'from the app' }),
    );
  });

  it('can be changed there', async () => {
    const to = '4915100000993';
    const writeInApp = async (body: object) => {
      const answer = await sandbox.call('POST', `/phones/${business.digits}/echoes`, { to, ...body });
      expect(answer.status).toBe(201);
      return answer.body['chat_message_id'] as string;
    };
    const message_id = await writeInApp({ text: 'One' });
    await writeInApp({ type: 'edit', message_id, text: 'Two' });
    const last = await writeInApp({ type: 'revoke', message_id });
    const echoes = () => reported('smb_message_echoes', 'message_echoes');
    await receiver.waitFor(() => echoes().some(({ id }) => id === last), 'the echo');
    const edited = { context: { id: 'M0' }, type: 'text', text: { body: 'Two' } };
    expect(echoes()).toMatchObject([
      { id: message_id, type: 'text' },
      { type: 'edit', edit: { original_message_id: message_id, message: edited } },
      { type: 'revoke', revoke: { original_message_id: message_id } },
    ]);
  });

  it.each([
    ['no receiver', { text: 'One' }],
    ['no message', { to: '4915100000993', type: 'revoke' }],
    ['an unknown type', { to: '4915100000993', type: 'telepathy' }],
    ['no object', []],
  ])('is refused with %s', async (_, body) => {
    const answer = await sandbox.call('POST', `/phones/${business.digits}/echoes`, body);
    expect(answer.status).toBe(422);
  });
});
