import {
  anyObject,
  finite,
  flag,
  hasShape,
  listOf,
  nullable,
  text,
  whole,
  type Check,
  type UnionOf,
} from './shape';

/** The media of a message, as described on the network. */
export interface NetworkMedia {
  /** Unguessable reference to the bytes. */
  ref: string;
  mime_type: string;
  filename: string | null;
  size: number;
  /** In hexadecimal. */
  sha256: string;
  /** A voice note. */
  ptt: boolean;
}

const media: Check<NetworkMedia> = hasShape({
  ref: text,
  mime_type: text,
  filename: nullable(text),
  size: whole,
  sha256: text,
  ptt: flag,
});

const location = hasShape({
  latitude: finite,
  longitude: finite,
  name: nullable(text),
  address: nullable(text),
});

const visual = { caption: nullable(text), media };

/** Message contents other than text, by `type`. */
const contents = {
  image: visual,
  video: visual,
  document: visual,
  audio: { media },
  sticker: { media },
  location: { location },
  contacts: { contacts: listOf(anyObject) },
  reaction: { reaction: hasShape({ message_id: text, emoji: nullable(text) }) },
  interactive: { text: nullable(text), interactive: anyObject },
  order: { text: nullable(text), order: anyObject },
};

export type NetworkContent = UnionOf<typeof contents>;
export type NetworkContentType = NetworkContent['type'];

/** The types of content other than text. */
export const networkContentTypes = Object.keys(contents) as NetworkContentType[];

/** Returns the content in `other` of a message; null for content that this version of the protocol does not know. */
export function readContent(other: object): NetworkContent | null {
  const { type } = other as { type?: unknown };
  const shape =
    typeof type === 'string' && Object.hasOwn(contents, type) && contents[type as NetworkContentType];
  return shape && hasShape(shape)(other) ? (other as NetworkContent) : null;
}

/** Returns the media of a content; null if its type has none. */
export function mediaOf(content: NetworkContent): NetworkMedia | null {
  return 'media' in content ? content.media : null;
}
