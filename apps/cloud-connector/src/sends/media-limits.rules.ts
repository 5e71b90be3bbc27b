import type { MessageMedia } from '@chat/contracts/connector';

const MIB = 1024 * 1024;

/** The types and sizes that the provider accepts per kind; null accepts any type. */
const kinds = {
  image: { types: ['image/jpeg', 'image/png'], maxBytes: 5 * MIB },
  video: { types: ['video/mp4', 'video/3gpp'], maxBytes: 16 * MIB },
  audio: { types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'], maxBytes: 16 * MIB },
  document: { types: null, maxBytes: 100 * MIB },
} as const;

/** Returns a sentence that says why the provider would refuse a file; null if it would not. */
export function mediaProblem(kind: keyof typeof kinds, { mime_type, size }: MessageMedia): string | null {
  const { types, maxBytes } = kinds[kind];
  const type = mime_type.split(';')[0]!.trim();
  if (types && !(types as readonly string[]).includes(type)) {
    return `Cloud channels accept ${types.join(', ')} as ${kind}, but this file is ${type}. Send it as a document.`;
  }
  return size > maxBytes ? `Cloud channels accept at most ${maxBytes / MIB} MiB as ${kind}.` : null;
}
