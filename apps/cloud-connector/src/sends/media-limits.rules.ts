import { sizeInWords } from '@chat/contracts';
import type { MessageMedia } from '@chat/contracts/connector';
import { VOICE_NOTE_TYPE } from '@chat/media';

const MIB = 1024 * 1024;

/**
 * The types and sizes that the provider accepts per kind (https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media).
 * Of Ogg it plays Opus alone, and it must be told so: https://github.com/chatwoot/chatwoot/issues/12713.
 */
const kinds = {
  image: { types: ['image/jpeg', 'image/png'], maxBytes: 5 * MIB },
  video: { types: ['video/mp4', 'video/3gpp'], maxBytes: 16 * MIB },
  audio: {
    types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', VOICE_NOTE_TYPE],
    maxBytes: 16 * MIB,
  },
  document: { types: null, maxBytes: 100 * MIB },
  // Of one that does not move, it takes 100 KiB; who sends a larger one is told by its own words.
  sticker: { types: ['image/webp'], maxBytes: 500 * 1024 },
} as const;

/**
 * The images, films and sounds that the provider takes at all, in its own words when it refuses the upload of another
 * (https://github.com/fbsamples/whatsapp-api-examples/issues/10). The same words name few types of documents, but others are
 * "not supported and may not be handled as expected" (https://docs.360dialog.com/docs/messaging/message-types/document):
 * those are tried.
 */
const uploadable: Readonly<Record<'image' | 'video' | 'audio', readonly string[]>> = {
  image: ['image/jpeg', 'image/png', 'image/webp'],
  video: ['video/mp4', 'video/3gpp'],
  audio: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
};

/** Returns a sentence that says why the provider would refuse a file, and what to do; null if it would not. */
export function mediaProblem(
  kind: keyof typeof kinds,
  { mime_type: type, size }: MessageMedia,
): string | null {
  const { types, maxBytes } = kinds[kind];
  if (types && !(types as readonly string[]).includes(type)) {
    return `Cloud channels accept ${oneOf(types)} as ${kind}, but this file is ${type}. Convert it to one of these.`;
  }
  const family = kind === 'document' ? familyOf(type) : null;
  if (family && !uploadable[family].includes(type.split(';')[0]!)) {
    return `Cloud channels accept no ${type}, not even as a document. Convert it to ${oneOf(kinds[family].types)}.`;
  }
  return size > maxBytes ? `Cloud channels accept at most ${sizeInWords(maxBytes)} as ${kind}.` : null;
}

function familyOf(type: string): keyof typeof uploadable | null {
  const [family = ''] = type.split('/');
  return Object.hasOwn(uploadable, family) ? (family as keyof typeof uploadable) : null;
}

function oneOf(types: readonly string[]): string {
  return types.length === 1 ? types[0]! : `${types.slice(0, -1).join(', ')} or ${types.at(-1)}`;
}
