import type { Channel, Message, MessageContact } from '@chat/client';
import { connectCloudChannel } from '@chat/contracts/channels';
import { withStack } from '@chat/admin';
import { refused } from './exchange';
import { chapter, freshNumbers, type Cast } from './story';

const WEBHOOK_WAIT_MS = 30_000;

interface ProviderNumber {
  phone_number_id: string;
  waba_id: string;
  access_token: string;
}

/**
 * A number at the provider is connected as a channel, a person writes, gets an answer, and falls silent, after which
 * only templates reach them. The conversation stays, unless told otherwise.
 */
export async function tellCloudStory({
  api,
  phones,
  receiver,
  cleansUp,
  accountId,
}: Cast & { accountId: number }): Promise<void> {
  const [business, customer] = freshNumbers();
  const received = <T>(type: string, fits: (data: T) => boolean) =>
    receiver.waitFor<T>(type, ({ verified, data }) => verified && fits(data), WEBHOOK_WAIT_MS);

  chapter('1. A webhook endpoint for all events');
  const { webhook, secret } = await api.createWebhook({ label: 'Demo receiver', url: receiver.url });
  receiver.trust(secret);

  chapter('2. A number at the provider, with the company’s own token');
  const number = await phones.send<ProviderNumber>('PUT', `/cloud/numbers/${business}`, {
    name: 'Demo shop',
  });

  chapter('3. An administrator connects it as a channel');
  const { waba_id, phone_number_id } = number;
  console.log(
    `\n  npm run -s admin -- channel connect-cloud --account ${accountId} --waba-id ${waba_id} \\\n` +
      `    --phone-number-id ${phone_number_id} --token-file …`,
  );
  const device = await connect(accountId, number);
  await received<{ device: Channel }>('device.status_changed', (data) => data.device.id === device.id);

  chapter('4. Nobody has written yet: free text is refused, templates are not');
  const toCustomer = { mobile_code: '1', mobile: customer.slice(1), chat_account_id: device.id };
  await refused(api.sendMessage({ ...toCustomer, message: 'Hello?' }), 'template_required');

  chapter('5. A person writes, which opens the care window for 24 hours');
  await phones.send('PUT', `/phones/${customer}`, { name: 'Ada' });
  await phones.send('POST', `/phones/${customer}/messages`, { to: business, text: 'Are you open today?' });
  const isFromCustomer = ({ contact }: { contact: MessageContact }) => contact.phone === customer;
  await received<{ contact: MessageContact }>('message.received', isFromCustomer);

  chapter('6. The answer, delivered by the provider');
  const sent = await api.sendMessage({ ...toCustomer, message: 'Until six.' });
  await received<{ message: Message }>('message.delivered', ({ message }) => message.id === sent.message_id);
  await phones.send('GET', `/phones/${customer}/messages`);
  await api.readConversation({ id: sent.conversation_id });

  chapter('7. A question with buttons, and the one that is pressed');
  const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } });
  const asked = await api.sendMessage({
    conversation_id: sent.conversation_id,
    interactive: {
      type: 'button',
      body: { text: 'Shall we deliver today?' },
      action: { buttons: [reply('yes', 'Yes'), reply('no', 'No')] },
    },
  });
  const onPhone = `/phones/${customer}/messages/${encodeURIComponent(asked.chat_message_id)}`;
  await phones.send('POST', `${onPhone}/press`, { choice: 'yes' });
  await received<{ message: Message }>(
    'message.received',
    ({ message }) => message.reply_to === asked.message_id && message.type === 'interactive',
  );
  await api.listMessages({ id: sent.conversation_id });

  chapter('8. Clean up');
  await api.deleteWebhook({ id: webhook.id });
  if (cleansUp) await api.deleteChannel({ id: device.id });

  chapter(
    "That was the whole story on the provider's cloud: connected, asked, answered, delivered, read, pressed.",
  );
}

/** Does what `admin channel connect-cloud` does. */
async function connect(accountId: number, number: ProviderNumber): Promise<Channel> {
  const { waba_id, phone_number_id, access_token: token } = number;
  const body = { account_id: accountId, waba_id, phone_number_id, token, coexistence: false };
  return (await withStack((ask) => ask(connectCloudChannel, { body }))).device;
}
