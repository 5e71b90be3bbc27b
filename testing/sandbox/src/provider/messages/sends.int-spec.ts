import { PNG } from 'pngjs';
import { CallbackReceiver } from '../../testing/callback-receiver';
import { TestBusiness, wamidOf } from '../../testing/test-business';
import { TestSandbox } from '../../testing/test-sandbox';

const BUSINESS = '4915100000501';
const CUSTOMER = '4915100000502';
const DAY_MS = 24 * 60 * 60 * 1000;
const PICTURE = PNG.sync.write(new PNG({ width: 4, height: 4 }));

let receiver: CallbackReceiver;
let sandbox: TestSandbox;
let business: TestBusiness;
/** Not an ending that causes a fault. */
let next = 30_200;

beforeAll(async () => {
  receiver = await CallbackReceiver.start();
  sandbox = await TestSandbox.start({ SANDBOX_CALLBACK_URL: receiver.url, SANDBOX_PAIR_BURST: '0' });
  business = await TestBusiness.create(sandbox, BUSINESS);
  await business.hearFrom(CUSTOMER);
});

afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

const newPhone = (ending = '') => `49152${(next += 1)}${ending}`;
const text = { type: 'text', text: { body: 'hello' } };
const seenBy = async (digits: string) =>
  (await sandbox.call('GET', `/phones/${digits}/messages`)).body['messages'] as Record<string, unknown>[];
const template = async (category: string, name: string) => {
  const { body } = await business.call('POST', `/${business.wabaId}/message_templates`, {
    name,
    language: 'en_US',
    category,
    components: [{ type: 'BODY', text: 'Come and see us.' }],
  });
  await sandbox.call('PUT', `/templates/${String(body['id'])}`, { status: 'APPROVED' });
  return { type: 'template', template: { name, language: { code: 'en_US' } } };
};

describe('a send', () => {
  it('is answered with both the given number and the canonical one, and reported with our reference', async () => {
    const answer = await business.call('POST', `/${business.phoneNumberId}/messages`, {
      messaging_product: 'whatsapp',
      to: '+49 (151) 0000-0502',
      text: { body: 'hello' },
      biz_opaque_callback_data: '77',
    });
    const wamid = wamidOf(answer);
    expect(answer.body).toMatchObject({
      messaging_product: 'whatsapp',
      contacts: [{ input: '+49 (151) 0000-0502', wa_id: CUSTOMER }],
      messages: [{ id: expect.stringMatching(/^wamid\.[A-Za-z0-9+/]+=*$/) as string }],
    });
    expect(Buffer.from(wamid.slice('wamid.'.length), 'base64').toString('latin1')).toContain(CUSTOMER);
    expect(await receiver.status(wamid, 'sent')).toMatchObject({
      recipient_id: CUSTOMER,
      biz_opaque_callback_data: '77',
      timestamp: expect.stringMatching(/^\d{10}$/) as string,
      conversation: { expiration_timestamp: expect.any(String) as string, origin: { type: 'service' } },
      pricing: { billable: false, pricing_model: 'PMP', category: 'service' },
    });
    expect(await receiver.status(wamid, 'delivered')).not.toHaveProperty('conversation.expiration_timestamp');
    expect(await sandbox.sends('77')).toEqual([
      expect.objectContaining({
        reference: '77',
        chat_message_id: wamid,
        from: BUSINESS,
        to: CUSTOMER,
        text: 'hello',
      }),
    ]);
  });

  it('is dialled with the country code of the business if the plus is missing', async () => {
    const american = await TestBusiness.create(sandbox, '12025550123');
    const answer = await american.call('POST', `/${american.phoneNumberId}/messages`, {
      messaging_product: 'whatsapp',
      to: CUSTOMER,
      ...text,
    });
    expect(answer.body['contacts']).toEqual([
      expect.objectContaining({ input: CUSTOMER, wa_id: `1${CUSTOMER}` }),
    ]);
  });

  it.each([
    ['525512345678', '5215512345678'],
    ['5531987654321', '553187654321'],
    ['5511987654321', '5511987654321'],
  ])('to %s reaches %s, and the person is found by either', async (dialled, waId) => {
    await business.hearFrom(dialled);
    const answer = await business.send(dialled, text);
    expect(answer.body['contacts']).toEqual([expect.objectContaining({ wa_id: waId })]);
    expect(await seenBy(dialled)).toEqual([expect.objectContaining({ to: waId })]);
  });

  it('is read when the person opens the chat, and the business gets the status', async () => {
    const phone = newPhone();
    await business.hearFrom(phone);
    const wamid = await business.sendText(phone);
    expect((await sandbox.call('POST', `/phones/${phone}/read`, { from: BUSINESS })).body).toEqual({
      read: 1,
    });
    expect(await receiver.status(wamid, 'read')).not.toHaveProperty('conversation');
    expect(await seenBy(phone)).toMatchObject([{ read_at: expect.any(String) as string }]);
  });

  it('survives a restart, with the statuses not reported yet', async () => {
    const phone = newPhone();
    await business.hearFrom(phone);
    await sandbox.call('PUT', '/cloud/callbacks', { hold: true });
    const wamid = await business.sendText(phone, 'stay');
    await sandbox.restart();
    await receiver.status(wamid, 'delivered');
    expect(await seenBy(phone)).toMatchObject([{ text: 'stay' }]);
  });

  const button = { type: 'reply', reply: { id: 'a', title: 'A' } };
  const interactive = (type: string, action: object, more: object = {}) => ({
    type: 'interactive',
    interactive: { type, body: { text: 'Look' }, action, ...more },
  });
  const amount = { value: 500, offset: 100 };
  const order = {
    status: 'pending',
    items: [{ name: 'Bread', amount, quantity: 2 }],
    subtotal: { value: 1000, offset: 100 },
  };
  const parameters = {
    reference_id: 'o-1',
    type: 'physical-goods',
    payment_type: 'br',
    currency: 'BRL',
    total_amount: { value: 1100, offset: 100 },
    order: { ...order, tax: { value: 100, offset: 100, description: 'VAT' } },
  };

  it.each([
    ['location', { type: 'location', location: { latitude: '52.5', longitude: 13.4, name: 'Here' } }],
    [
      'contacts',
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Ana' }, phones: [{ phone: '+49151' }] }] },
    ],
    ['interactive', interactive('button', { buttons: [button] })],
    [
      'interactive',
      interactive('cta_url', {
        name: 'cta_url',
        parameters: { display_text: 'Go', url: 'https://a.example' },
      }),
    ],
    [
      'interactive',
      interactive('list', { button: 'Open', sections: [{ rows: [{ id: '1', title: 'One' }] }] }),
    ],
    [
      'interactive',
      {
        type: 'interactive',
        interactive: { type: 'product', action: { catalog_id: '1', product_retailer_id: '2' } },
      },
    ],
    [
      'interactive',
      interactive(
        'product_list',
        { catalog_id: '1', sections: [{ title: 'All', product_items: [{ product_retailer_id: '2' }] }] },
        { header: { type: 'text', text: 'Shop' } },
      ),
    ],
    ['interactive', interactive('catalog_message', { name: 'catalog_message' })],
    ['interactive', interactive('order_details', { name: 'review_and_pay', parameters })],
    [
      'interactive',
      interactive('order_status', {
        name: 'review_order',
        parameters: { reference_id: 'o-1', order: { status: 'shipped' } },
      }),
    ],
    ['interactive', interactive('location_request_message', { name: 'send_location' })],
  ])('of the kind %s reaches the person unchanged (%#)', async (type, content) => {
    const answer = await business.send(CUSTOMER, content);
    expect(answer.body).toMatchObject({ messages: [{}] });
    const seen = (await seenBy(CUSTOMER)).find((message) => message['chat_message_id'] === wamidOf(answer));
    expect(seen).toMatchObject({ type });
    if (type === 'interactive')
      expect(seen!['interactive']).toEqual((content as { interactive: object }).interactive);
    if (type === 'location')
      expect(seen!['location']).toEqual({ latitude: 52.5, longitude: 13.4, name: 'Here' });
  });

  it('of a reaction or a quote must name an existing message', async () => {
    const inbound = await business.hearFrom(CUSTOMER, { text: 'quote me' });
    const reaction = await business.send(CUSTOMER, {
      type: 'reaction',
      reaction: { message_id: inbound, emoji: '👍' },
    });
    const quote = await business.send(CUSTOMER, { ...text, context: { message_id: inbound } });
    expect([reaction.status, quote.status]).toEqual([200, 200]);
    expect(await seenBy(CUSTOMER)).toContainEqual(
      expect.objectContaining({ type: 'reaction', reaction: { message_id: inbound, emoji: '👍' } }),
    );
  });

  it('carries media by id and by link, which the person gets byte for byte', async () => {
    const { body } = await business.upload(PICTURE, 'image/png', 'p.png');
    const { url } = (await business.call('GET', `/${String(body['id'])}`)).body;
    const link = `${String(url)}&access_token=${business.token}`;
    for (const source of [{ id: body['id'] }, { link }]) {
      const answer = await business.send(CUSTOMER, {
        type: 'image',
        image: { ...source, caption: 'A picture' },
      });
      const wamid = wamidOf(answer);
      const seen = (await seenBy(CUSTOMER)).find((message) => message['chat_message_id'] === wamid);
      expect(seen).toMatchObject({
        type: 'image',
        caption: 'A picture',
        media: {
          mime_type: 'image/png',
          size: PICTURE.length,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        },
      });
      const path = `/phones/${CUSTOMER}/messages/${encodeURIComponent(wamid)}/media`;
      const bytes = await (await fetch(sandbox.url + path)).arrayBuffer();
      expect(Buffer.from(bytes).equals(PICTURE)).toBe(true);
    }
  });

  it.each([
    ['a broken link', { link: 'http://127.0.0.1:9/none' }],
    ['a kind that does not match the media type', null],
  ])('with %s fails by callback, and the person does not see it', async (_, image) => {
    const { body } = await business.upload(Buffer.from('%PDF-1.4 a document'), 'application/pdf', 'a.pdf');
    const phone = newPhone();
    await business.hearFrom(phone);
    const answer = await business.send(phone, { type: 'image', image: image ?? { id: body['id'] } });
    const status = await receiver.status(wamidOf(answer), 'failed');
    expect(status['errors']).toMatchObject([{ code: 131053 }]);
    expect(await seenBy(phone)).toEqual([]);
  });
});

describe('the care window', () => {
  it('is closed for a person who never wrote: free text fails, a template arrives', async () => {
    const phone = newPhone();
    const wamid = wamidOf(await business.send(phone, text));
    expect((await receiver.status(wamid, 'failed'))['errors']).toMatchObject([{ code: 131047 }]);
    const sent = await business.send(phone, await template('UTILITY', 'come_in'));
    expect(await receiver.status(wamidOf(sent), 'delivered')).toMatchObject({
      pricing: { billable: true, category: 'utility', type: 'regular' },
    });
    expect(await seenBy(phone)).toMatchObject([
      { type: 'template', template: { name: 'come_in', language: 'en_US' } },
    ]);
  });

  it('closes 24 hours after the last message was sent, even if it arrived late', async () => {
    const phone = newPhone();
    await business.hearFrom(phone, {
      text: 'old',
      sent_at: new Date(Date.now() - DAY_MS - 1_000).toISOString(),
    });
    await receiver.status(wamidOf(await business.send(phone, text)), 'failed');
    await business.hearFrom(phone, {
      text: 'newer',
      sent_at: new Date(Date.now() - DAY_MS + 60_000).toISOString(),
    });
    await receiver.status(wamidOf(await business.send(phone, text)), 'delivered');
  });
});

describe('a person who stopped marketing messages', () => {
  it.each([
    ['Germany', '4915130000001', '4915130000001'],
    ['Mexico', '525530000001', '5215530000001'],
  ])('gets none in %s, and every business that knows the person is notified', async (_, digits, phone) => {
    await business.hearFrom(digits);
    await sandbox.call('PUT', `/phones/${digits}`, { marketing: 'stop' });
    await receiver.waitFor(
      ({ field, value }) =>
        field === 'user_preferences' &&
        (value['user_preferences'] as { wa_id: string; value: string }[])[0]?.wa_id === phone,
      'the preference',
    );
    expect(receiver.reported('user_preferences', 'user_preferences').at(-1)).toEqual({
      wa_id: phone,
      category: 'marketing_messages',
      value: 'stop',
      detail: expect.any(String) as string,
      timestamp: expect.any(Number) as number,
    });
    const marketing = await business.send(phone, await template('MARKETING', `sale_${phone}`));
    expect((await receiver.status(wamidOf(marketing), 'failed'))['errors']).toMatchObject([{ code: 131050 }]);
    const utility = await business.send(phone, await template('UTILITY', `parcel_${phone}`));
    await receiver.status(wamidOf(utility), 'delivered');
  });
});

describe('read receipts', () => {
  it('are accepted for a message that the number received, with or without a typing indicator', async () => {
    const wamid = await business.hearFrom(CUSTOMER);
    for (const more of [{}, { typing_indicator: { type: 'text' } }]) {
      const answer = await business.call('POST', `/${business.phoneNumberId}/messages`, {
        messaging_product: 'whatsapp',
        status: 'read',
        message_id: wamid,
        ...more,
      });
      expect(answer.body).toEqual({ success: true });
    }
    const { body } = await sandbox.call('GET', `/phones/${CUSTOMER}/chats`);
    expect(body['messages']).toContainEqual(
      expect.objectContaining({ chat_message_id: wamid, read_at: expect.any(String) as string }),
    );
  });
});
