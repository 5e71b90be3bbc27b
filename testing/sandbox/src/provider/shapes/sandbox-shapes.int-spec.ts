import { until } from '@chat/test-kit';
import { CallbackReceiver } from '../../testing/callback-receiver';
import { strangeMembers } from '../../testing/members.rules';
import { TestBusiness } from '../../testing/test-business';
import { TestSandbox } from '../../testing/test-sandbox';
import { shapeNamed, exampleFacts } from '.';

const BUSINESS = '4915100001401';
const PERSON = '4915100001402';
const file = (type: string) => ({ media: `data:${type};base64,${Buffer.from('bytes').toString('base64')}` });

/** What makes the sandbox send a callback, and the shapes of which it may have the members. */
type Row = [what: string, field: string, act: () => Promise<unknown>, ...shapes: string[]];

describe('a callback of the sandbox', () => {
  let receiver: CallbackReceiver;
  let sandbox: TestSandbox;
  let business: TestBusiness;
  let theirs: string;
  let ours: string;

  beforeAll(async () => {
    receiver = await CallbackReceiver.start();
    sandbox = await TestSandbox.start({ SANDBOX_CALLBACK_URL: receiver.url });
    business = await TestBusiness.create(sandbox, BUSINESS, { coexistence: true });
    theirs = await business.hearFrom(PERSON);
    ours = await business.sendText(PERSON, 'Answer', { biz_opaque_callback_data: '7' });
    await receiver.status(ours, 'delivered');
    for (const kind of ['smb_app_state_sync', 'history']) {
      const body = { messaging_product: 'whatsapp', sync_type: kind };
      await business.call('POST', `/${business.phoneNumberId}/smb_app_data`, body);
    }
    await receiver.waitFor(({ field }) => field === 'history', 'the history');
  });

  afterAll(async () => {
    await sandbox.stop();
    await receiver.stop();
  });

  const hear = (message: Record<string, unknown>) => () => business.hearFrom(PERSON, message);
  const control = (path: string, body: () => object) => async () => {
    const answer = await sandbox.call('POST', path, body());
    if (answer.status >= 300) throw new Error(`The sandbox answered ${JSON.stringify(answer.body)}`);
  };
  const happens = (event: object) => control(`/cloud/numbers/${BUSINESS}/events`, () => event);
  const shares = (body: object) => control(`/cloud/numbers/${BUSINESS}/sync`, () => body);
  const echoes = (body: () => object) =>
    control(`/phones/${BUSINESS}/echoes`, () => ({ to: PERSON, ...body() }));
  const past = new Date(Date.now() - 3_600_000).toISOString();

  const written: Row[] = [
    ['text', 'messages', hear({ text: 'hi' }), 'text'],
    [
      'text of somebody who hides the number',
      'messages',
      hear({ text: 'hi', hides_number: true, username: '@ana' }),
      'text of somebody who hides the number',
    ],
    [
      'reply',
      'messages',
      () => business.hearFrom(PERSON, { text: 'hi', context: { message_id: ours } }),
      'reply',
    ],
    ['forwarded text', 'messages', hear({ text: 'hi', context: { forwarded: true } }), 'forwarded text'],
    ['image', 'messages', hear({ type: 'image', ...file('image/png'), caption: 'c' }), 'image with url'],
    ['video', 'messages', hear({ type: 'video', ...file('video/mp4'), caption: 'c' }), 'video'],
    [
      'document',
      'messages',
      hear({ type: 'document', ...file('application/pdf'), filename: 'a.pdf' }),
      'document',
    ],
    ['voice note', 'messages', hear({ type: 'audio', ...file('audio/ogg'), ptt: true }), 'voice note'],
    ['sticker', 'messages', hear({ type: 'sticker', ...file('image/webp') }), 'animated sticker'],
    [
      'location',
      'messages',
      hear({ type: 'location', location: { latitude: 52.5, longitude: 13.4, name: 'n', address: 'a' } }),
      'location',
    ],
    [
      'reaction',
      'messages',
      () => business.hearFrom(PERSON, { type: 'reaction', reaction: { message_id: ours, emoji: '👍' } }),
      'reaction',
    ],
    [
      'reaction taken back',
      'messages',
      () => business.hearFrom(PERSON, { type: 'reaction', reaction: { message_id: ours } }),
      'reaction taken back',
    ],
    [
      'quick reply',
      'messages',
      hear({ type: 'button', button: { payload: 'p', text: 't' } }),
      'quick reply of a template',
    ],
    [
      'order',
      'messages',
      hear({ type: 'order', order: { catalog_id: '1', product_items: [] }, text: 'pls' }),
      'order',
    ],
    ['unsupported', 'messages', hear({ type: 'unsupported' }), 'kind that the provider does not forward'],
    [
      'changed number',
      'messages',
      hear({ type: 'system', system: { type: 'user_changed_number', wa_id: '4915100001403' } }),
      'changed number',
    ],
    [
      'edit',
      'messages',
      () => business.hearFrom(PERSON, { type: 'edit', message_id: theirs, text: 'x' }),
      'edit',
    ],
    [
      'deletion',
      'messages',
      () => business.hearFrom(PERSON, { type: 'revoke', message_id: theirs }),
      'deletion',
    ],
    ['opened chat', 'messages', hear({ type: 'request_welcome' }), 'opened chat'],
  ];
  const statuses: Row[] = [
    [
      'statuses',
      'messages',
      async () =>
        receiver.status(await business.sendText(PERSON, 'x', { biz_opaque_callback_data: '8' }), 'delivered'),
      'sent, with its price',
      'sent, in a conversation',
    ],
    [
      'read',
      'messages',
      () => sandbox.call('POST', `/phones/${PERSON}/read`, { from: BUSINESS }),
      'read',
      'sent, in a conversation',
    ],
    [
      'failure',
      'messages',
      async () => {
        await business.hearFrom('4915100000049');
        return receiver.status(await business.sendText('4915100000049'), 'failed');
      },
      'failed: too much marketing',
      'text',
    ],
    [
      'preference',
      'user_preferences',
      () => sandbox.call('PUT', `/phones/${PERSON}`, { marketing: 'stop' }),
      'no marketing any more',
    ],
  ];
  const accounts: Row[] = [
    [
      'restriction',
      'account_update',
      happens({ event: 'account_restricted', expiration: Math.ceil(Date.now() / 1000) + 3_600 }),
      'restriction of business-initiated messages',
    ],
    ['reconnection', 'account_update', happens({ event: 'account_reconnected' }), 'reconnected'],
    [
      'departure',
      'account_update',
      happens({ event: 'number_removed' }),
      'disconnected: the app was not opened',
    ],
    ['offboarding', 'account_update', happens({ event: 'offboarded' }), 'offboarded for a while'],
    [
      'uninstalled app',
      'account_update',
      happens({ event: 'app_uninstalled', app_id: '5' }),
      'another app of the partner uninstalled',
    ],
    [
      'quality',
      'phone_number_quality_update',
      happens({ event: 'quality', rating: 'RED', limit: 'TIER_2K' }),
      'phone_number_quality_update',
    ],
    ['name', 'phone_number_name_update', happens({ event: 'name_status' }), 'phone_number_name_update'],
  ];
  const app: Row[] = [
    [
      'contacts of the app',
      'smb_app_state_sync',
      shares({ contacts: [{ phone: PERSON, name: 'Ana Bo' }] }),
      'contact of the app',
    ],
    [
      'history',
      'history',
      shares({ threads: [{ phone: PERSON, messages: [{ from_me: true, text: 'x', sent_at: past }] }] }),
      'history: a thread with placeholders',
    ],
    [
      'history of somebody who hides the number',
      'history',
      shares({
        threads: [
          { user_id: 'DE.7', username: '@x', messages: [{ from_me: false, text: 'x', sent_at: past }] },
        ],
      }),
      'history: a thread of somebody who hides the number',
      'history: a thread with placeholders',
    ],
    [
      'files of a history',
      'history',
      shares({
        threads: [
          {
            ...{ phone: PERSON, user_id: 'DE.7' },
            messages: [true, false].map((from_me) => ({ from_me, ...file('image/png'), sent_at: past })),
          },
        ],
      }),
      'history: a thread with placeholders',
      'history: media that the business sent',
      'history: media of the person',
    ],
    [
      'contact of the app without a number',
      'smb_app_state_sync',
      shares({ contacts: [{ user_id: 'DE.7', username: '@x', name: 'Lena Kurz' }] }),
      'contacts of the app: one with a user id only',
    ],
    ['declined history', 'history', shares({ history_declined: true }), 'history: the business declined'],
    ['echo', 'smb_message_echoes', echoes(() => ({ text: 'x' })), 'echo'],
    [
      'echo of an edit',
      'smb_message_echoes',
      echoes(() => ({ type: 'edit', message_id: ours, text: 'y' })),
      'echo of an edit',
    ],
    [
      'echo of a deletion',
      'smb_message_echoes',
      echoes(() => ({ type: 'revoke', message_id: ours })),
      'echo of a deletion',
    ],
  ];

  it.each([...written, ...statuses, ...app, ...accounts])(
    'has no member that the provider has not: %s',
    async (_, field, act, ...shapes) => {
      const before = receiver.received.length;
      await act();
      const bodies = await until(
        () => {
          const later = receiver.received.slice(before).map(({ raw }) => JSON.parse(raw.toString()) as Body);
          return later.some((body) => isAbout(body, field)) && later;
        },
        { describe: `a callback of ${field}` },
      );
      const examples = shapes.map((name) => shapeNamed(name).body(exampleFacts));
      const own = bodies.filter((body) => isAbout(body, field));
      expect(own.flatMap((body) => strangeMembers(body, examples))).toEqual([]);
    },
  );
});

interface Body {
  entry: { changes: { field: string }[] }[];
}

function isAbout({ entry }: Body, field: string): boolean {
  return entry.some(({ changes }) => changes.some((change) => change.field === field));
}
