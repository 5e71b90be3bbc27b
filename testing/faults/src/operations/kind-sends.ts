import type { UploadedMediaRef } from '@chat/contracts/messaging';
import type { Random } from '@chat/test-kit/random';
import { around } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import { judgeShapes, type AskedShape } from '../oracles/shapes.rules';
import type { MessageLedgers } from '../world/message-ledgers';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { Caller } from './call';
import type { Load, Operation } from './operation';
import { newPicture, newSticker, PICTURE_TYPE } from './pictures';
import { byCloud, byPhone, type Receiver } from './receivers';
import { SendBook } from './send-book';

const LARGEST_FILE = 20_000;
/** How many messages are answered; later ones take the place of the first. */
const ANSWERED = 60;
const ANSWER_SHARE = 0.7;
const [FIRST_LETTER, LETTERS] = [0x1f1e6, 26];

/** A message that reached its network. */
interface Sent {
  tenant: Tenant;
  receiver: Receiver;
  isOnCloud: boolean;
  messageId: number;
  chatMessageId: string;
}

/** What is sent, how the network must get it, and the label by which it is known there. */
interface Wanted {
  label: string;
  body: object;
  shape: string;
}

/**
 * `POST /v1/messages` with what the last release does not know, another kind each time: answers, reactions, stickers, contact
 * cards, buttons, previews of links, and files that were uploaded once. An installation of both releases may refuse them.
 */
export const kindSends: Operation = {
  name: 'kind-sends',
  everyMs: 400,
  atOnce: 12,
  isNew: 'refused',
  failpoints: [
    ...around('gateway', 'request', 'rpc.messaging.message.send-newer'),
    ...around('gateway', 'request', 'rpc.messaging.media.upload'),
    ...around('messaging', 'commit', 'uploaded_media'),
  ],
  open: (world, random) => new KindSends(world, random),
};

class KindSends implements Load {
  private readonly book: SendBook;
  private readonly caller: Caller;
  private readonly sent: Sent[] = [];
  private readonly asked: AskedShape[] = [];
  private reactions = 0;
  /** What was sent while both releases ran, of what the last one does not know. */
  private mixed = { attempts: 0, sent: 0 };

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.book = new SendBook('kinds', random, world, { mayBeUnknown: true });
    this.caller = new Caller(world, { mayBeUnknown: true });
  }

  async attempt(): Promise<boolean> {
    const answered =
      this.sent.length > 0 && this.random.next() < ANSWER_SHARE ? this.random.pick(this.sent) : null;
    const { tenant, receiver, isOnCloud } = answered ?? this.newReceiver();
    const { isMixed } = this.world;
    const wanted = await this.choose({ tenant, receiver, isOnCloud, answered });
    const isCounted = isMixed && wanted?.shape !== 'text';
    if (isCounted) this.mixed.attempts += 1;
    if (wanted === null) return false;
    const { label, body, shape } = wanted;
    const { status, data, extra } = await this.book.send(tenant, label, body);
    const given = data?.message_id ?? extra.message_id;
    this.asked.push({ label, messageId: typeof given === 'number' ? given : null, shape });
    if (status !== 201 || !data) return false;
    if (isCounted) this.mixed.sent += 1;
    const { message_id: messageId, chat_message_id: chatMessageId } = data;
    if (shape !== 'reaction') {
      this.sent.push({ tenant, receiver, isOnCloud, messageId, chatMessageId });
      if (this.sent.length > ANSWERED) this.sent.shift();
    }
    return true;
  }

  tell(): string | null {
    const { attempts, sent } = this.mixed;
    this.mixed = { attempts: 0, sent: 0 };
    if (attempts === 0) return null;
    return `${attempts} sends that the last release does not know while both ran: ${sent} sent, ${attempts - sent} refused`;
  }

  async audit(ledgers: MessageLedgers): Promise<Finding[]> {
    return [
      ...this.caller.findings.splice(0),
      ...(await this.book.audit(ledgers)),
      ...judgeShapes(this.asked, await ledgers.shapes()),
    ];
  }

  private newReceiver(): Pick<Sent, 'tenant' | 'receiver' | 'isOnCloud'> {
    const tenant = this.random.pick(this.world.tenants);
    const isOnCloud = this.random.next() < 0.5;
    const receiver = isOnCloud ? byCloud(tenant, this.random) : byPhone(tenant, '202557', this.random);
    return { tenant, receiver, isOnCloud };
  }

  /** @returns null if a file could not be uploaded. */
  private async choose(
    place: Pick<Sent, 'tenant' | 'receiver' | 'isOnCloud'> & { answered: Sent | null },
  ): Promise<Wanted | null> {
    const { isOnCloud, answered } = place;
    const kinds = [
      () => this.text(place.receiver),
      () => this.cards(place.receiver),
      () => this.uploaded(place.tenant, place.receiver),
      ...(isOnCloud ? [() => this.buttons(place.receiver), () => this.preview(place.receiver)] : []),
      ...(answered
        ? [() => this.answer(answered), () => this.reaction(answered), () => this.sticker(answered)]
        : []),
    ];
    return this.random.pick<() => Wanted | Promise<Wanted | null>>(kinds)();
  }

  /** Every release knows it, and it can be answered. */
  private text(receiver: Receiver): Wanted {
    const label = this.book.newLabel();
    return { label, body: { ...receiver, message: label }, shape: 'text' };
  }

  private answer({ receiver, messageId, chatMessageId }: Sent): Wanted {
    const label = this.book.newLabel();
    const body = { ...receiver, message: label, reply_to: messageId };
    return { label, body, shape: `text answering ${chatMessageId}` };
  }

  /** Nothing but its emoji and its message tells it from others. */
  private reaction({ receiver, messageId, chatMessageId }: Sent): Wanted {
    const number = (this.reactions += 1);
    const letters = [Math.floor(number / LETTERS) % LETTERS, number % LETTERS];
    const emoji = String.fromCodePoint(...letters.map((letter) => FIRST_LETTER + letter));
    const body = { ...receiver, reaction: { message_id: messageId, emoji } };
    return { label: `reaction ${emoji} ${chatMessageId}`, body, shape: 'reaction' };
  }

  private sticker({ receiver, messageId, chatMessageId }: Sent): Wanted {
    const { bytes, sha256 } = newSticker(this.random.between(1, LARGEST_FILE));
    const body = new FormData();
    const texts = { ...receiver, reply_to: messageId };
    for (const [name, value] of Object.entries(texts)) body.append(name, String(value));
    body.append('sticker', new Blob([bytes], { type: 'image/webp' }), 'sticker.webp');
    return { label: `sticker ${sha256}`, body, shape: `sticker answering ${chatMessageId}` };
  }

  private cards(receiver: Receiver): Wanted {
    const label = this.book.newLabel();
    const body = { ...receiver, contacts: [{ name: { formatted_name: label, first_name: label } }] };
    return { label, body, shape: 'contacts' };
  }

  private buttons(receiver: Receiver): Wanted {
    const label = this.book.newLabel();
    const action = { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes' } }] };
    const body = { ...receiver, interactive: { type: 'button', body: { text: label }, action } };
    return { label, body, shape: 'interactive button' };
  }

  private preview(receiver: Receiver): Wanted {
    const label = `${this.book.newLabel()} https://shop.example.com`;
    return { label, body: { ...receiver, message: label, link_preview: true }, shape: 'text with a preview' };
  }

  private async uploaded(tenant: Tenant, receiver: Receiver): Promise<Wanted | null> {
    const label = this.book.newLabel();
    const { bytes, sha256 } = newPicture(this.random.between(1, LARGEST_FILE));
    const form = new FormData();
    form.append('file', new Blob([bytes], { type: PICTURE_TYPE }), 'picture.png');
    const client = this.random.pick(tenant.clients);
    const { data } = await this.caller.call<UploadedMediaRef>(client, 'post', '/v1/media', form);
    if (!data) return null;
    const body = { ...receiver, image_id: data.media_id, message: label };
    return { label, body, shape: `image ${sha256}` };
  }
}
