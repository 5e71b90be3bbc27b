import type { Input, Message, SentMessage } from '@chat/client';
import { refusal, type PhoneMessage, type WrittenMessage } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';
import { receiverAt } from '../messages/shop';
import { control, freshCustomer, openCloudShop, type CloudShop } from './cloud-shop';

const body = { text: 'Shall we deliver today?' };
const footer = { text: 'Acme' };
const header = { type: 'text', text: 'Delivery' };
const row = { id: 'today', title: 'Today', description: 'Before six' };

const buttons = {
  type: 'button',
  header,
  body,
  footer,
  action: {
    buttons: [
      { type: 'reply', reply: { id: 'yes', title: 'Yes' } },
      { type: 'reply', reply: { id: 'no', title: 'No' } },
    ],
  },
};
const menu = {
  type: 'list',
  header,
  body,
  footer,
  action: { button: 'Days', sections: [{ title: 'Days', rows: [row] }] },
};

/** One of each kind, and what the person answers who cannot simply press a button. */
const kinds: [string, object, Omit<WrittenMessage, 'to'> | null][] = [
  ['button', buttons, null],
  ['list', menu, null],
  [
    'cta_url',
    {
      type: 'cta_url',
      body,
      action: { name: 'cta_url', parameters: { display_text: 'Look', url: 'https://shop.example.com' } },
    },
    { text: 'I looked' },
  ],
  [
    'location_request_message',
    { type: 'location_request_message', body, action: { name: 'send_location' } },
    { type: 'location', location: { latitude: 52.5, longitude: 13.25 } },
  ],
  [
    'address_message',
    {
      type: 'address_message',
      body,
      action: { name: 'address_message', parameters: { country: 'IN', values: { name: 'Ana' } } },
    },
    {
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: { name: 'address_message', body: 'Pune', response_json: '{"values":{"city":"Pune"}}' },
      },
    },
  ],
  [
    'flow',
    {
      ...{ type: 'flow', header, body },
      action: {
        name: 'flow',
        parameters: {
          ...{ flow_message_version: '3', flow_token: 'order-7', flow_id: '123', flow_cta: 'Book' },
          ...{ flow_action: 'navigate', flow_action_payload: { screen: 'START' } },
        },
      },
    },
    {
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"flow_token":"order-7"}' },
      },
    },
  ],
  [
    'product',
    { type: 'product', body, action: { catalog_id: '1', product_retailer_id: 'rose-12' } },
    { text: 'How much?' },
  ],
  [
    'product_list',
    {
      ...{ type: 'product_list', header, body },
      action: {
        catalog_id: '1',
        sections: [{ title: 'Roses', product_items: [{ product_retailer_id: 'rose-12' }] }],
      },
    },
    {
      type: 'order',
      order: { catalog_id: '1', product_items: [{ product_retailer_id: 'rose-12', quantity: 1 }] },
    },
  ],
  [
    'catalog_message',
    {
      type: 'catalog_message',
      body,
      action: { name: 'catalog_message', parameters: { thumbnail_product_retailer_id: 'rose-12' } },
    },
    { text: 'Nice' },
  ],
];

/** Interactive messages of every kind that the provider publishes, as they arrive, and what people answer. */
export function interactiveMessages(stack: RunningStack): void {
  let shop: CloudShop;
  let customer: string;

  beforeAll(async () => {
    shop = await openCloudShop(stack());
    customer = await freshCustomer(stack(), shop);
  });

  afterAll(() => shop.receiver.stop());

  const send = (content: Input<'sendMessage'>): Promise<SentMessage> =>
    shop.client.sendMessage({ ...receiverAt(customer), chat_account_id: shop.device.id, ...content });
  const onPhone = async ({ chat_message_id: id }: SentMessage): Promise<PhoneMessage> =>
    (await stack().sandbox.messages(customer)).find(({ chat_message_id }) => chat_message_id === id)!;
  const received = async (id: string): Promise<Message> => {
    const isIt = ({ data }: { data: { message: Message } }) => data.message.chat_message_id === id;
    return (await shop.receiver.waitFor('message.received', isIt)).data.message;
  };
  const press = (id: string, choice: string) =>
    control<{ chat_message_id: string }>(
      stack(),
      'POST',
      `/phones/${customer}/messages/${encodeURIComponent(id)}/press`,
      { choice },
    );

  it.each(kinds)(
    '%s arrives as it was sent, is read back, and is answered',
    async (_, interactive, answer) => {
      const sent = await send({ interactive: interactive as Record<string, unknown> });
      expect((await onPhone(sent)).interactive).toEqual(interactive);
      const { message } = await shop.client.getMessage({ id: sent.message_id });
      expect(message).toMatchObject({ type: 'interactive', message: body.text, interactive });
      if (answer === null) return;
      const id = await stack().sandbox.write(customer, {
        ...{ to: shop.number.digits, reply_to: sent.chat_message_id },
        ...answer,
      });
      expect(await received(id)).toMatchObject({ type: answer.type ?? 'text', reply_to: sent.message_id });
    },
  );

  it('a pressed button and a chosen row are told with what they answer', async () => {
    const asked = await send({ interactive: buttons });
    const yes = await received((await press(asked.chat_message_id, 'yes')).chat_message_id);
    expect(yes).toMatchObject({
      type: 'interactive',
      reply_to: asked.message_id,
      interactive: { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } },
    });
    const list = await send({ interactive: menu, reply_to: yes.id });
    expect(await onPhone(list)).toMatchObject({ reply_to: yes.chat_message_id });
    expect(await received((await press(list.chat_message_id, 'today')).chat_message_id)).toMatchObject({
      reply_to: list.message_id,
      interactive: { type: 'list_reply', list_reply: row },
    });
    await expect(press(asked.chat_message_id, 'perhaps')).rejects.toThrow('404');
  });

  it('what the provider would refuse is refused with its member, and nothing is sent', async () => {
    const before = (await stack().sandbox.messages(customer)).length;
    const tooMany = {
      ...buttons,
      action: { buttons: Array.from({ length: 4 }, () => buttons.action.buttons[0]) },
    };
    expect(await refusal(send({ interactive: tooMany }))).toMatchObject({
      code: 'validation_error',
      errors: { 'interactive.action.buttons': expect.any(Array) as unknown },
    });
    expect(await stack().sandbox.messages(customer)).toHaveLength(before);
  });

  it('a text shows a preview of its link only if it was asked for', async () => {
    const previews = async (content: Input<'sendMessage'>) => {
      const { chat_message_id } = await send(content);
      return (await onPhone({ chat_message_id } as SentMessage)).link_preview;
    };
    expect(await previews({ message: 'See https://shop.example.com', link_preview: true })).toBe(true);
    expect(await previews({ message: 'See https://shop.example.com' })).toBe(false);
  });
}
