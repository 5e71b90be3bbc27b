import { setTimeout as delay } from 'node:timers/promises';
import type { Channel, ChatApi, Message } from '@chat/client';
import type { WebhookReceiver } from '@chat/test-kit';
import type { Phones } from './exchange';
import { picture, voiceNote } from './files';

/** The participants. */
export interface Cast {
  api: ChatApi;
  phones: Phones;
  receiver: WebhookReceiver;
  /** Whether the channel is deleted in the end, with its conversation. */
  cleansUp: boolean;
}

const WEBHOOK_WAIT_MS = 30_000;
const STATUS_POLL_MS = 500;
const STATUS_POLLS = 60;

/** Creates a channel, links a phone to it, sends a message and receives an answer. The conversation stays, unless told otherwise. */
export async function tellStory({ api, phones, receiver, cleansUp }: Cast): Promise<void> {
  const [business, customer] = freshNumbers();
  const received = <T>(type: string, fits: (data: T) => boolean) =>
    receiver.waitFor<T>(type, ({ verified, data }) => verified && fits(data), WEBHOOK_WAIT_MS);

  chapter('1. A webhook endpoint for all events');
  const { webhook, secret } = await api.createWebhook({ label: 'Demo receiver', url: receiver.url });
  receiver.trust(secret);

  chapter('2. A channel');
  const { device } = await api.createChannel({ name: 'Demo shop' });

  chapter('3. A QR code, which the phone scans');
  const { qr } = await api.createQr({ id: device.id });
  await phones.send('PUT', `/phones/${business}`, { name: 'Demo shop' });
  await phones.send('POST', `/phones/${business}/link`, { qr });
  await untilConnected(api, device.id);
  await received<{ device: Channel }>('device.connected', (data) => data.device.id === device.id);

  chapter('4. A message to a customer');
  await phones.send('PUT', `/phones/${customer}`, { name: 'Ada' });
  const sent = await api.sendMessage({
    mobile_code: '1',
    mobile: customer.slice(1),
    chat_account_id: device.id,
    message: 'Your order is on its way.',
  });
  await received<{ message: Message }>('message.delivered', (data) => data.message.id === sent.message_id);
  await phones.send('GET', `/phones/${customer}/messages`);

  await sendFiles(api, device.id, customer);
  await phones.send('GET', `/phones/${customer}/messages`);

  chapter('6. The customer answers, with a picture');
  await phones.send('POST', `/phones/${customer}/messages`, {
    to: business,
    type: 'text',
    text: 'Thank you!',
  });
  await phones.send('POST', `/phones/${customer}/messages`, {
    to: business,
    type: 'image',
    caption: 'It shines.',
    media: `data:image/png;base64,${picture.toString('base64')}`,
  });
  const isPicture = ({ message }: { message: Message }) =>
    message.type === 'image' && message.contact.phone === customer;
  const { data: answer } = await received<{ message: Message }>('message.received', isPicture);
  const media = await api.getMessageMedia({ id: answer.message.id });
  const bytes = Buffer.from(await media.arrayBuffer());
  if (!bytes.equals(picture)) throw new Error('The downloaded picture differs from the one that was sent.');

  chapter('7. An answer that quotes it, and a reaction');
  const thanks = await api.sendMessage({
    conversation_id: sent.conversation_id,
    message: 'How lovely!',
    reply_to: answer.message.id,
  });
  await phones.send('POST', `/phones/${customer}/messages`, {
    to: business,
    type: 'reaction',
    reaction: { message_id: thanks.chat_message_id, emoji: '🌻' },
  });
  await received<{ message: Message }>('message.received', ({ message }) => message.type === 'reaction');
  await api.listMessages({ id: sent.conversation_id });

  chapter('8. Clean up');
  await api.deleteWebhook({ id: webhook.id });
  if (cleansUp) await api.deleteChannel({ id: device.id });

  chapter(
    'That was the whole story: paired, sent, delivered, answered, quoted, with pictures and sound, each event signed and verified.',
  );
}

async function sendFiles(api: ChatApi, channelId: number, customer: string): Promise<void> {
  chapter('5. A picture and a voice note');
  const recipient = { mobile_code: '1', mobile: customer.slice(1), chat_account_id: channelId };
  await api.sendMessage({
    ...recipient,
    image: new File([picture], 'sun.png', { type: 'image/png' }),
    message: 'This is how it looks.',
  });
  await api.sendMessage({
    ...recipient,
    audio: new File([voiceNote], 'note.ogg', { type: 'audio/ogg' }),
    ptt: true,
  });
}

export function chapter(title: string): void {
  console.log(`\n${title}`);
}

/** Polls as a client would. */
async function untilConnected(api: ChatApi, channelId: number): Promise<void> {
  for (let poll = 0; poll < STATUS_POLLS; poll += 1) {
    const status = await api.getChannelStatus({ id: channelId });
    if (status.connection_status === 'connected') return;
    await delay(STATUS_POLL_MS);
  }
  throw new Error('The channel did not become connected. Look at the logs of npm start.');
}

/** Two numbers that earlier runs have not used: +1 202 555 …, twice. */
export function freshNumbers(): [string, string] {
  const pick = () => `1202555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
  const business = pick();
  for (;;) {
    const customer = pick();
    if (customer !== business) return [business, customer];
  }
}
