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

/** The bytes of a message, on the network. */
export interface NetworkMedia {
  /** Names the bytes. Nobody can guess it. */
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

/** What a message says that is no text, by `type`. */
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

/** The types of content that are no text. */
export const networkContentTypes = Object.keys(contents) as NetworkContentType[];

/** What `other` of a message says; null for what this version of the protocol does not know. */
export function readContent(other: object): NetworkContent | null {
  const { type } = other as { type?: unknown };
  const shape =
    typeof type === 'string' && Object.hasOwn(contents, type) && contents[type as NetworkContentType];
  return shape && hasShape(shape)(other) ? (other as NetworkContent) : null;
}

/** The media of a content, if it is of a kind that has some. */
export function mediaOf(content: NetworkContent): NetworkMedia | null {
  return 'media' in content ? content.media : null;
}
