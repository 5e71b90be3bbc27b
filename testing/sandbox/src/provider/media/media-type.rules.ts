/** The kinds of media in messages. */
export const mediaKinds = ['image', 'video', 'audio', 'document', 'sticker'] as const;
export type MediaKind = (typeof mediaKinds)[number];

const MIB = 1024 * 1024;

const types: Record<Exclude<MediaKind, 'document'>, readonly string[]> = {
  image: ['image/jpeg', 'image/png'],
  video: ['video/mp4', 'video/3gpp'],
  audio: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
  sticker: ['image/webp'],
};
const limits: Record<MediaKind, number> = {
  image: 5 * MIB,
  video: 16 * MIB,
  audio: 16 * MIB,
  document: 100 * MIB,
  sticker: 500 * 1024,
};
export const LARGEST_MEDIA_BYTES = limits.document;

/** Types that share a container, which the first bytes do not tell apart. */
const containers: readonly (readonly string[])[] = [
  ['video/mp4', 'audio/mp4', 'audio/x-m4a', 'video/3gpp', 'video/quicktime'],
  ['audio/ogg', 'video/ogg', 'application/ogg'],
];
const ANY_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/;

/** Returns the type without its parameters, in lower case. */
function baseType(mimeType: string): string {
  return mimeType.split(';')[0]!.trim().toLowerCase();
}

/** Returns what is wrong with an upload of this type, as a sentence; null when it is valid. */
export function uploadProblem(declared: string, size: number, sniffed: string | null): string | null {
  const type = baseType(declared);
  if (!ANY_TYPE.test(type)) return 'Param type must be a MIME type.';
  const kind = kindOfType(type);
  if (size > limits[kind]) return `Param file is larger than the ${limits[kind]} bytes that ${kind} takes.`;
  if (size === 0) return 'Param file must not be empty.';
  if (kind === 'document' && !/^(image|audio|video)\//.test(type)) return null;
  if (kind !== 'document' && sniffed !== null && isSameType(type, sniffed)) return null;
  return `Param file must be a file with one of the types that the platform takes. Received file of type '${sniffed ?? 'application/octet-stream'}'.`;
}

/** Whether media of this type may be sent as that kind. */
export function fitsKind(kind: MediaKind, mimeType: string, size: number): boolean {
  if (size > limits[kind]) return false;
  return kind === 'document' || types[kind].includes(baseType(mimeType));
}

/** Returns the strictest kind that accepts the type. */
function kindOfType(type: string): MediaKind {
  for (const kind of ['image', 'video', 'audio', 'sticker'] as const)
    if (types[kind].includes(type)) return kind;
  return 'document';
}

function isSameType(declared: string, sniffed: string): boolean {
  if (declared === sniffed) return true;
  return containers.some((container) => container.includes(declared) && container.includes(sniffed));
}
