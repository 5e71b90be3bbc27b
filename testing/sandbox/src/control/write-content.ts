import { Readable } from 'node:stream';
import type { NetworkContent, NetworkMedia } from '@chat/device-network';
import type { MediaShelf } from '../media/media-shelf';
import type { NewMessage } from '../network/messages.repository';
import type { WriteMessage } from './control.dto';
import { Refusal } from '../refusal';

type Content = Pick<NewMessage, 'text' | 'other'>;

/** Marks a reference to bytes that were posted before. */
const SHELF_PREFIX = 'media:';
const DATA_PREFIX = 'data:';

/** Returns the content of a person's message, with its bytes stored on the network. */
export async function readContent(body: WriteMessage, shelf: MediaShelf): Promise<Content> {
  switch (body.type) {
    case 'text':
      return { text: given(body.text, 'text') };
    case 'unsupported':
      return { text: null, other: body.content ?? {} };
    case 'image':
    case 'video':
    case 'document':
      return other({
        type: body.type,
        caption: body.caption ?? body.text ?? null,
        media: await toMedia(body, shelf),
      });
    case 'audio':
    case 'sticker':
      return other({ type: body.type, media: await toMedia(body, shelf) });
    case 'location': {
      const { latitude, longitude, name = null, address = null } = given(body.location, 'location');
      return other({ type: body.type, location: { latitude, longitude, name, address } });
    }
    case 'contacts':
      return other({ type: body.type, contacts: given(body.contacts, 'contacts') });
    case 'reaction': {
      const { message_id, emoji = null } = given(body.reaction, 'reaction');
      return other({ type: body.type, reaction: { message_id, emoji } });
    }
    case 'interactive':
      return other({
        type: body.type,
        text: body.text ?? null,
        interactive: given(body.interactive, 'interactive'),
      });
    case 'order':
      return other({ type: body.type, text: body.text ?? null, order: given(body.order, 'order') });
  }
}

function other(content: NetworkContent): Content {
  return { text: null, other: content };
}

function given<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Refusal(422, `Send ${name}.`);
  return value;
}

async function toMedia(body: WriteMessage, shelf: MediaShelf): Promise<NetworkMedia> {
  const { mimeType, ref, size, sha256 } = await shelve(given(body.media, 'media'), shelf);
  await shelf.setState(ref, body.media_state);
  return {
    ref,
    size,
    sha256,
    mime_type: body.mime_type ?? mimeType,
    filename: body.filename ?? null,
    ptt: body.ptt,
  };
}

async function shelve(media: string, shelf: MediaShelf) {
  if (media.startsWith(SHELF_PREFIX)) {
    const known = await shelf.find(media.slice(SHELF_PREFIX.length));
    if (!known) throw new Refusal(422, 'Nobody has posted this media. Post the bytes first.');
    return { ...known, mimeType: 'application/octet-stream' };
  }
  const { mimeType, bytes } = readDataUri(media);
  return { ...(await shelf.keep(Readable.from([bytes]))), mimeType };
}

/** Parses `data:image/png;base64,…`; the type may have parameters. */
function readDataUri(uri: string): { mimeType: string; bytes: Buffer } {
  const comma = uri.indexOf(',');
  const head = uri.slice(DATA_PREFIX.length, comma);
  if (!uri.startsWith(DATA_PREFIX) || comma < 0 || !head.endsWith(';base64')) {
    throw new Refusal(
      422,
      'media must be a data URI in base64, or what POST /phones/{digits}/media answered.',
    );
  }
  const mimeType = head.slice(0, -';base64'.length) || 'application/octet-stream';
  return { mimeType, bytes: Buffer.from(uri.slice(comma + 1), 'base64') };
}
