/** How a file is sent. */
export type FileKind = 'image' | 'video' | 'audio' | 'document';

/** A file that is sent. */
export interface Attachment {
  readonly blob: File;
  readonly kind: FileKind;
  readonly isVoiceNote?: boolean;
}

const MIB = 1024 * 1024;
const LIMITS: Record<FileKind, number> = {
  image: 5 * MIB,
  video: 16 * MIB,
  audio: 16 * MIB,
  document: 100 * MIB,
};
/** What the networks show by itself; other types are sent as documents. */
const SHOWN: Record<Exclude<FileKind, 'document'>, readonly string[]> = {
  image: ['image/jpeg', 'image/png'],
  video: ['video/mp4', 'video/3gpp'],
  audio: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
};

/** How a file is sent: shown if the networks can and may, else as a document; null if it is too large for either. */
export function kindOf({ type, size }: { readonly type: string; readonly size: number }): FileKind | null {
  for (const kind of ['image', 'video', 'audio'] as const)
    if (SHOWN[kind].includes(type) && size <= LIMITS[kind]) return kind;
  return size <= LIMITS.document ? 'document' : null;
}

/** Whether a text goes along with the file: sounds have none. */
export function takesCaption(file: Attachment | undefined): boolean {
  return file !== undefined && file.kind !== 'audio';
}

export const LARGEST_FILE = LIMITS.document;
