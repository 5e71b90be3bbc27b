import { createHash } from 'node:crypto';
import { PNG } from 'pngjs';
import { CallbackReceiver } from '../../testing/callback-receiver';
import { TestBusiness } from '../../testing/test-business';
import { TestSandbox } from '../../testing/test-sandbox';

const BUSINESS = '4915100000601';
const CUSTOMER = '4915100000602';
const PICTURE = PNG.sync.write(new PNG({ width: 5, height: 5 }));
const VOICE = Buffer.from('OggS a voice note');
const dataUri = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;
const base64Sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64');

let receiver: CallbackReceiver;
let sandbox: TestSandbox;
let business: TestBusiness;

beforeAll(async () => {
  receiver = await CallbackReceiver.start();
  sandbox = await TestSandbox.start({ SANDBOX_CALLBACK_URL: receiver.url });
  business = await TestBusiness.create(sandbox, BUSINESS);
  await sandbox.call('PUT', `/phones/${CUSTOMER}`, { name: 'Ana' });
});

afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

/** Returns the change that carries this message. */
async function changeOf(wamid: string): Promise<Record<string, unknown>> {
  const isIts = (value: Record<string, unknown>) =>
    ((value['messages'] ?? []) as { id: string }[]).some(({ id }) => id === wamid);
  return (await receiver.waitFor(({ value }) => isIts(value), `the callback of ${wamid}`)).value;
}

describe('a message to a business number', () => {
  const file = (bytes: Buffer, mime: string) => ({
    id: expect.stringMatching(/^\d{15}$/) as string,
    mime_type: mime,
    sha256: base64Sha(bytes),
  });
  const location = { latitude: 52.5, longitude: 13.4, name: 'Here' };
  const contacts = [{ name: { formatted_name: 'Bo' }, phones: [{ phone: '+49151' }] }];
  const buttonReply = { type: 'button_reply', button_reply: { id: 'a', title: 'A' } };
  const listReply = { type: 'list_reply', list_reply: { id: 'r', title: 'Row', description: 'One' } };
  const order = {
    catalog_id: '1',
    product_items: [{ product_retailer_id: '2', quantity: 1, item_price: 5, currency: 'EUR' }],
  };

  it.each([
    ['text', { text: 'Grüße 👋' }, { body: 'Grüße 👋' }],
    [
      'image',
      { media: dataUri('image/png', PICTURE), caption: 'See' },
      { ...file(PICTURE, 'image/png'), caption: 'See' },
    ],
    ['video', { media: dataUri('video/mp4', PICTURE) }, file(PICTURE, 'video/mp4')],
    [
      'document',
      { media: dataUri('application/pdf', PICTURE), filename: 'a.pdf' },
      { ...file(PICTURE, 'application/pdf'), filename: 'a.pdf' },
    ],
    [
      'audio',
      { media: dataUri('audio/ogg; codecs=opus', VOICE), ptt: true },
      { ...file(VOICE, 'audio/ogg; codecs=opus'), voice: true },
    ],
    ['sticker', { media: dataUri('image/webp', VOICE) }, { ...file(VOICE, 'image/webp'), animated: false }],
    ['location', { location }, location],
    ['contacts', { contacts }, contacts],
    [
      'reaction',
      { reaction: { message_id: 'wamid.x', emoji: '👍' } },
      { message_id: 'wamid.x', emoji: '👍' },
    ],
    ['reaction', { reaction: { message_id: 'wamid.x', emoji: null } }, { message_id: 'wamid.x' }],
    ['interactive', { interactive: buttonReply }, buttonReply],
    ['interactive', { interactive: listReply }, listReply],
    ['button', { button: { payload: 'yes', text: 'Yes' } }, { payload: 'yes', text: 'Yes' }],
    ['order', { order, text: 'Please' }, { ...order, text: 'Please' }],
    ['unsupported', { content: { type: 'poll' } }, { type: 'poll' }],
    ['request_welcome', {}, undefined],
  ])('arrives as %s (%#)', async (type, message, expected) => {
    const wamid = await business.hearFrom(CUSTOMER, { type, ...message });
    const value = await changeOf(wamid);
    expect(value).toMatchObject({
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: BUSINESS, phone_number_id: business.phoneNumberId },
      contacts: [
        { profile: { name: 'Ana' }, wa_id: CUSTOMER, user_id: expect.stringMatching(/^DE\.\d+$/) as string },
      ],
    });
    const [received] = value['messages'] as Record<string, unknown>[];
    expect(received).toMatchObject({
      from: CUSTOMER,
      id: wamid,
      timestamp: expect.stringMatching(/^\d{10}$/) as string,
      type,
    });
    expect(received![type]).toEqual(expected);
    if (type === 'unsupported') expect(received!['errors']).toMatchObject([{ code: 131051 }]);
  });

  it('can be downloaded by the business, with its token', async () => {
    const wamid = await business.hearFrom(CUSTOMER, { type: 'image', media: dataUri('image/png', PICTURE) });
    const [{ image }] = (await changeOf(wamid))['messages'] as [{ image: { id: string } }];
    const { url } = (await business.call('GET', `/${image.id}`)).body as { url: string };
    expect((await fetch(url)).status).toBe(401);
    const response = await fetch(url, { headers: { authorization: `Bearer ${business.token}` } });
    expect(Buffer.from(await response.arrayBuffer()).equals(PICTURE)).toBe(true);
  });

  it('is listed on the page of the number, together with the state of the number', async () => {
    const wamid = await business.hearFrom(CUSTOMER, { text: 'on the page' });
    const { body } = await sandbox.call('GET', `/cloud/numbers/${BUSINESS}/messages`);
    expect(body['messages']).toContainEqual(
      expect.objectContaining({ chat_message_id: wamid, from: CUSTOMER, to: BUSINESS, text: 'on the page' }),
    );
    const { numbers } = (await sandbox.call('GET', '/cloud/numbers')).body;
    expect(numbers).toEqual([
      expect.objectContaining({
        digits: BUSINESS,
        phone_number_id: business.phoneNumberId,
        registered: true,
      }),
    ]);
    expect(JSON.stringify(numbers)).not.toContain(business.token);
  });

  it('names the message that it quotes, and whether it was forwarded', async () => {
    const sent = await business.sendText(CUSTOMER);
    const quote = await business.hearFrom(CUSTOMER, { text: 'this', context: { message_id: sent } });
    const forward = await business.hearFrom(CUSTOMER, { text: 'that', context: { forwarded: true } });
    expect(await changeOf(quote)).toMatchObject({ messages: [{ context: { from: BUSINESS, id: sent } }] });
    expect(await changeOf(forward)).toMatchObject({ messages: [{ context: { forwarded: true } }] });
  });

  it('tells of the ad, the user name and the user id of its sender, and of what is new in the provider', async () => {
    const referral = { source_type: 'ad', source_id: '1', ctwa_clid: 'clid' };
    const wamid = await business.hearFrom('4915100000607', {
      type: 'contacts',
      contacts,
      origin: 'contact_request',
      referral,
      username: '@ana.b',
      user_id: 'DE.17',
      context: { referred_product: { catalog_id: '1', product_retailer_id: '2' } },
      more: { from_parent_user_id: 'DE.ENT.1' },
    });
    expect(await changeOf(wamid)).toMatchObject({
      contacts: [{ profile: { username: '@ana.b' }, user_id: 'DE.17' }],
      messages: [
        {
          from_user_id: 'DE.17',
          from_parent_user_id: 'DE.ENT.1',
          origin: 'contact_request',
          referral,
          context: { referred_product: { catalog_id: '1', product_retailer_id: '2' } },
        },
      ],
    });
  });

  it('opens no window when it is a notice, which the person did not write', async () => {
    const person = '4915100000606';
    const system = { type: 'user_changed_number', body: 'A new number' };
    await business.hearFrom(person, { type: 'system', system });
    const wamid = await business.sendText(person);
    expect((await receiver.status(wamid, 'failed'))['errors']).toMatchObject([{ code: 131047 }]);
  });

  it.each([
    ['a text', { text: 'One' }, { type: 'text', text: { body: 'Two' } }],
    [
      'a caption',
      { type: 'image', media: dataUri('image/png', PICTURE), caption: 'One' },
      { type: 'image', image: { ...file(PICTURE, 'image/png'), caption: 'Two' } },
    ],
  ])('can be edited if it is %s', async (_, written, edited) => {
    const original_message_id = await business.hearFrom(CUSTOMER, written);
    const edit = { type: 'edit', message_id: original_message_id, text: 'Two' };
    const wamid = await business.hearFrom(CUSTOMER, edit);
    const expected = { original_message_id, message: { context: { id: 'M0' }, ...edited } };
    expect((await changeOf(wamid))['messages']).toMatchObject([{ type: 'edit', edit: expected }]);
  });

  it('can be deleted', async () => {
    const original_message_id = await business.hearFrom(CUSTOMER, { text: 'One' });
    const wamid = await business.hearFrom(CUSTOMER, { type: 'revoke', message_id: original_message_id });
    const expected = { type: 'revoke', revoke: { original_message_id } };
    expect((await changeOf(wamid))['messages']).toMatchObject([expected]);
  });

  it('has no number if the person hides it, and can be answered by user id', async () => {
    const hidden = '4915100000603';
    const wamid = await business.hearFrom(hidden, { text: 'guess who', hides_number: true });
    const { contacts: people, messages } = (await changeOf(wamid)) as {
      contacts: { wa_id?: string; user_id: string }[];
      messages: object[];
    };
    expect(people[0]).not.toHaveProperty('wa_id');
    expect(messages[0]).not.toHaveProperty('from');
    const answer = await business.call('POST', `/${business.phoneNumberId}/messages`, {
      messaging_product: 'whatsapp',
      recipient: people[0]!.user_id,
      text: { body: 'found you' },
    });
    expect(answer.body).toMatchObject({ contacts: [{ input: people[0]!.user_id }] });
    const { body } = await sandbox.call('GET', `/phones/${hidden}/messages`);
    expect(body['messages']).toMatchObject([{ text: 'found you' }]);
  });

  it('has none from when its owner hides it, and again when they show it', async () => {
    const hidden = '4915100000604';
    const senderOf = async (isHidden: boolean, message: object = {}) => {
      await sandbox.call('PUT', `/phones/${hidden}`, { hidden: isHidden });
      const wamid = await business.hearFrom(hidden, { text: 'guess who', ...message });
      return ((await changeOf(wamid))['messages'] as [{ from?: string }])[0].from;
    };
    expect(await senderOf(true)).toBeUndefined();
    expect(await senderOf(true, { hides_number: false })).toBe(hidden);
    expect(await senderOf(false)).toBe(hidden);
  });

  it('quotes the message that it replies to', async () => {
    const ours = await business.sendText(CUSTOMER, 'Which one?');
    const wamid = await business.hearFrom(CUSTOMER, { text: 'this one', reply_to: ours });
    expect((await changeOf(wamid))['messages']).toMatchObject([
      { context: { from: business.digits, id: ours } },
    ]);
  });

  it('treats members that are null as absent', async () => {
    const nothing = { caption: null, media: null, ptt: null, sent_at: null, context: null };
    const wamid = await business.hearFrom(CUSTOMER, {
      type: 'location',
      ...nothing,
      location: { latitude: 52.5, longitude: 13.4, name: null, address: null },
    });
    const [{ location }] = (await changeOf(wamid))['messages'] as [{ location: object }];
    expect(location).toEqual({ latitude: 52.5, longitude: 13.4 });
  });

  it.each([
    ['no text', {}],
    ['an unknown type', { type: 'telepathy' }],
    ['no data URI', { type: 'image', media: 'https://a.example/x.png' }],
    ['a time in the future', { text: 'x', sent_at: '2999-01-01T00:00:00Z' }],
    ['no time', { text: 'x', sent_at: 'yesterday' }],
    ['a NUL character', { text: 'a\0b' }],
  ])('is refused with a sentence for %s', async (_, message) => {
    const answer = await sandbox.call('POST', `/phones/${CUSTOMER}/messages`, { to: BUSINESS, ...message });
    expect(answer).toEqual({ status: 422, body: { error: expect.stringMatching(/^.{10,}\.$/) as string } });
  });
});

describe('a phone', () => {
  it('shows the chats of its device network and of the cloud together', async () => {
    const phone = '4915100000604';
    const credentials = await sandbox.link('4915100000605');
    const engine = await sandbox.logIn(credentials);
    engine.say({ type: 'send', id: 'D1', reference: '1', to: phone, text: 'from a device' });
    await engine.next('ack');
    await business.hearFrom(phone);
    await business.sendText(phone, 'from the cloud');
    const { body } = await sandbox.call('GET', `/phones/${phone}/messages`);
    expect((body['messages'] as { text: string }[]).map(({ text }) => text)).toEqual([
      'from a device',
      'from the cloud',
    ]);
    const { body: ledger } = await sandbox.call('GET', '/sends');
    expect((ledger['sends'] as { text: string }[]).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['from a device', 'from the cloud']),
    );
    engine.vanish();
  });
});
