import { randomBytes } from 'node:crypto';
import type { Input, Message, SentMessage } from '@chat/client';
import { createAccountCtaUrl, createAccountInteractiveList } from '@chat/contracts/messaging';
import { systemContext } from '@chat/service-kit';
import { failureOf, FileServer, type PhoneMessage, type WrittenMessage } from '@chat/test-kit';
import { freshCustomer, freshCustomerNumber, openCloudShop, type CloudShop } from './cloud-shop';
import { fileOf, samples, sha256Of, urlOf, type Sample } from '../messages/media.journeys';
import type { RunningStack } from '../shared-stack';
import { receiverAt } from '../messages/shop';

const order = {
  reference_id: 'order-7',
  type: 'physical-goods',
  payment_type: 'upi',
  payment_configuration: 'main',
  currency: 'INR',
  total_amount: { value: 2_500, offset: 100 },
  order: {
    status: 'pending',
    items: [{ retailer_id: 'sku-1', name: 'Bread', amount: { value: 2_500, offset: 100 }, quantity: 1 }],
    subtotal: { value: 2_500, offset: 100 },
  },
};

/** What the network says of a message that it does not forward. */
const whatItWas = (type: string) =>
  expect.objectContaining({ type, code: '131051' }) as Message['unsupported'];

/** Every kind of message through a Cloud channel, in both directions, byte for byte. */
export function cloudKinds(stack: RunningStack): void {
  let shop: CloudShop;
  let customer: string;
  let files: FileServer;

  beforeAll(async () => {
    files = await FileServer.start();
    shop = await openCloudShop(stack());
    customer = await freshCustomer(stack(), shop);
  });

  afterAll(async () => {
    await shop.receiver.stop();
    await files.stop();
  });

  const send = (content: Input<'sendMessage'>) =>
    shop.client.sendMessage({ ...receiverAt(customer), chat_account_id: shop.device.id, ...content });
  const contentOf = async (way: string, sample: Sample): Promise<Input<'sendMessage'>> => {
    if (way === 'a URL') return urlOf(sample, files);
    if (way === 'an upload') return fileOf(sample);
    const file = new File([sample.bytes], sample.filename, { type: sample.type });
    return { [`${sample.kind}_id`]: (await shop.client.uploadMedia({ file })).media_id };
  };
  const arrived = async ({ chat_message_id }: SentMessage): Promise<PhoneMessage> =>
    (await stack().sandbox.messages(customer)).find((one) => one.chat_message_id === chat_message_id)!;
  const receivedAs = async (chatMessageId: string): Promise<Message> =>
    (
      await shop.receiver.waitFor(
        'message.received',
        ({ data }) => data.message.chat_message_id === chatMessageId,
      )
    ).data.message;
  const write = async (message: Omit<WrittenMessage, 'to'>) =>
    receivedAs(await stack().sandbox.write(customer, { to: shop.number.digits, ...message }));

  describe.each(['an upload', 'an earlier upload', 'a URL'])('by %s', (way) => {
    it.each(samples)('sends $kind $filename byte for byte', async (sample) => {
      const { kind, filename, type, bytes } = sample;
      const caption = kind === 'audio' ? {} : { message: 'Schau 👀' };
      const content = await contentOf(way, sample);
      const message = await arrived(await send({ ...content, ...caption }));
      expect(message).toMatchObject({
        type: kind,
        caption: caption.message ?? null,
        media: { mime_type: type, size: bytes.length, sha256: sha256Of(bytes), ptt: false },
      });
      if (kind === 'document') expect(message.media!.filename).toBe(filename);
      const onPhone = await stack().sandbox.media(customer, message.chat_message_id);
      expect(onPhone.equals(bytes)).toBe(true);
    });
  });

  it('sends a text and a location', async () => {
    const text = ' Grüße 👋\n"x" \\u0041 ';
    expect(await arrived(await send({ message: text }))).toMatchObject({ type: 'text', text });
    const place = { latitude: 52.5, longitude: -13.25, name: 'Laden', address: 'Weg 1' };
    expect((await arrived(await send(place))).location).toEqual(place);
  });

  it('sends a product and an order', async () => {
    const product = { catalog_id: '77', product_retailer_id: 'sku-1', body: 'This one?', footer: 'In stock' };
    expect((await arrived(await send({ product }))).interactive).toEqual({
      type: 'product',
      body: { text: 'This one?' },
      footer: { text: 'In stock' },
      action: { catalog_id: '77', product_retailer_id: 'sku-1' },
    });
    const answer = await send({ created_order_data: { ...order, body: 'Please pay' } });
    expect((await arrived(answer)).interactive).toEqual({
      type: 'order_details',
      body: { text: 'Please pay' },
      action: { name: 'review_and_pay', parameters: order },
    });
  });

  it('sends the CTA URL and the interactive list of the account', async () => {
    const { bus } = stack().admin;
    const { accountId: account_id } = shop;
    const cta_url = {
      name: 'Offer',
      body: 'See our offer',
      footer: 'Until May',
      display_text: 'Open',
      url: 'https://example.com/offer',
    };
    const made = await bus.request(createAccountCtaUrl, systemContext(account_id), {
      body: { account_id, cta_url },
    });
    const byButton = await arrived(await send({ cta_url_id: made.cta_url.id }));
    expect(byButton.interactive).toEqual({
      type: 'cta_url',
      body: { text: 'See our offer' },
      footer: { text: 'Until May' },
      action: {
        name: 'cta_url',
        parameters: { display_text: 'Open', url: 'https://example.com/offer' },
      },
    });
    const sections = [{ rows: [{ id: 'soup', title: 'Soup', description: 'Hot' }] }];
    const interactive_list = { name: 'Menu', body: 'What would you like?', button: 'Choose', sections };
    const list = await bus.request(createAccountInteractiveList, systemContext(account_id), {
      body: { account_id, interactive_list },
    });
    const byList = await arrived(await send({ interactive_list_id: list.interactive_list.id }));
    expect(byList.interactive).toEqual({
      type: 'list',
      body: { text: 'What would you like?' },
      action: { button: 'Choose', sections },
    });
  });

  it('sends what the API keeps, as it is at that moment, until it is deleted', async () => {
    const scopes = ['assets:read', 'assets:write'];
    const keeper = stack().typedClient(await stack().admin.createApiKey(shop.accountId, { scopes }));
    const button = { name: 'Shop', body: 'Come in', display_text: 'Open', url: 'https://example.com/shop' };
    const { cta_url } = await keeper.createCtaUrl(button);
    await keeper.updateCtaUrl({ id: cta_url.id, body: 'Come in, it is spring' });
    const sent = await send({ cta_url_id: cta_url.id });
    expect((await arrived(sent)).interactive).toMatchObject({ body: { text: 'Come in, it is spring' } });
    const rows = [{ id: 'tea', title: 'Tea' }];
    const { interactive_list: menu } = await keeper.createInteractiveList({
      ...{ name: 'Menu', body: 'To drink?', button: 'Choose', sections: [{ rows }] },
    });
    const byList = await arrived(await send({ interactive_list_id: menu.id }));
    expect(byList.interactive).toMatchObject({ action: { button: 'Choose', sections: [{ rows }] } });

    expect((await keeper.listCtaUrls()).cta_urls.map(({ id }) => id)).toContain(cta_url.id);
    const stranger = await stack().admin.createAccount();
    const other = stack().typedClient(await stack().admin.createApiKey(stranger.id, { scopes }));
    expect((await failureOf(other.updateCtaUrl({ id: cta_url.id, name: 'Mine' })))?.code).toBe('not_found');
    expect((await failureOf(other.deleteInteractiveList({ id: menu.id })))?.code).toBe('not_found');
    expect((await failureOf(shop.client.listCtaUrls()))?.code).toBe('insufficient_scope');

    expect(await keeper.deleteCtaUrl({ id: cta_url.id })).toEqual({ deleted: true, id: cta_url.id });
    expect((await failureOf(send({ cta_url_id: cta_url.id })))?.code).toBe('not_found');
    const { message } = await shop.client.getMessage({ id: sent.message_id });
    expect(message.message).toBe('Come in, it is spring');
  });

  it.each<[WrittenMessage['type'], string, Partial<WrittenMessage>, Partial<Message>]>([
    ['image', 'image/png', { caption: 'Da' }, { message: 'Da' }],
    ['video', 'video/mp4', {}, { message: null }],
    ['document', 'application/pdf', { filename: 'Über.pdf', caption: 'Lies' }, { message: 'Lies' }],
    ['audio', 'audio/ogg', { ptt: true }, {}],
    ['sticker', 'image/webp', {}, {}],
  ])('receives %s and serves its bytes', async (type, mimeType, more, members) => {
    const bytes = randomBytes(150_000);
    const media = `data:${mimeType};base64,${bytes.toString('base64')}`;
    const { id } = await write({ type: type!, media, ...more });
    const downloaded = await shop.client.getMessageMedia({ id });
    expect(Buffer.from(await downloaded.arrayBuffer()).equals(bytes)).toBe(true);
    const { message } = await shop.client.getMessage({ id });
    expect(message).toMatchObject({
      type,
      ...members,
      media: {
        mime_type: mimeType,
        size: bytes.length,
        sha256: sha256Of(bytes),
        ptt: more.ptt ?? false,
        filename: more.filename ?? null,
      },
    });
  });

  it.each<[WrittenMessage['type'], Partial<WrittenMessage>, Partial<Message>]>([
    ['text', { text: 'Grüße 👋 a/b \\u0041' }, { message: 'Grüße 👋 a/b \\u0041' }],
    [
      'location',
      { location: { latitude: 1.5, longitude: 2 } },
      { location: { latitude: 1.5, longitude: 2, name: null, address: null } },
    ],
    [
      'contacts',
      { contacts: [{ name: { formatted_name: 'Ana' } }] },
      { interactive: { type: 'contacts', contacts: [{ name: { formatted_name: 'Ana' } }] } },
    ],
    [
      'reaction',
      { reaction: { message_id: 'wamid.A', emoji: '👍' } },
      { interactive: { type: 'reaction', reaction: { message_id: 'wamid.A', emoji: '👍' } } },
    ],
    [
      'interactive',
      { interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Ja' } } },
      { message: 'Ja', interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Ja' } } },
    ],
    [
      'order',
      { text: 'Zwei', order: { catalog_id: '9' } },
      { message: 'Zwei', interactive: { type: 'order', order: { catalog_id: '9', text: 'Zwei' } } },
    ],
    ['unsupported', { content: { type: 'poll' } }, { message: null, unsupported: whatItWas('poll') }],
    ['unsupported', { content: { type: 'event' } }, { message: null, unsupported: whatItWas('event') }],
  ])('receives %s', async (type, written, members) => {
    expect(await write({ type: type!, ...written })).toMatchObject({ type, media: null, ...members });
  });

  it('receives a reply together with the message that it answers, and a forwarded message as such', async () => {
    const asked = (await send({ message: 'Shall we deliver today?' })).chat_message_id;
    const quoted = await write({ text: 'Yes', context: { message_id: asked } });
    expect(quoted.context).toEqual({ from: shop.number.digits, id: asked });
    expect((await write({ text: 'Look', context: { forwarded: true } })).context).toEqual({
      forwarded: true,
    });
    expect((await write({ text: 'Bye' })).context).toBeNull();
  });

  it('receives from a person who hides the number, and replies into the conversation', async () => {
    const person = freshCustomerNumber();
    const id = await stack().sandbox.write(person, {
      to: shop.number.digits,
      text: 'Who am I?',
      hides_number: true,
    });
    const { contact, conversation_id } = await receivedAs(id);
    expect(contact).toMatchObject({
      phone: null,
      provider_user_id: expect.stringMatching(/^[A-Z]{2}\.\d+$/) as string,
    });
    await shop.client.sendMessage({ conversation_id, message: 'Somebody' });
    expect(await stack().sandbox.messages(person)).toMatchObject([{ text: 'Somebody' }]);
  });
}
