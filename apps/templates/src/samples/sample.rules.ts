import { uploadLimits, type StoredFile } from '@chat/contracts';

type MediaFormat = 'IMAGE' | 'VIDEO' | 'DOCUMENT';

/** What the provider takes as the sample of each header. */
const types: Readonly<Record<MediaFormat, readonly string[]>> = {
  IMAGE: ['image/jpeg', 'image/png'],
  VIDEO: ['video/mp4'],
  DOCUMENT: ['application/pdf'],
};

export function kindOfSample(format: MediaFormat): 'image' | 'video' | 'document' {
  return format === 'IMAGE' ? 'image' : format === 'VIDEO' ? 'video' : 'document';
}

/** Whether a header shows such a file. */
export function isSampleOf(format: string, { mime_type: type }: Pick<StoredFile, 'mime_type'>): boolean {
  return Object.hasOwn(types, format) && types[format as MediaFormat].includes(type);
}

/** Why the provider would not take a file as a sample, in a sentence; null when it would. */
export function sampleProblem(
  format: MediaFormat,
  member: string,
  { mime_type: type, size }: Pick<StoredFile, 'mime_type' | 'size'>,
): string | null {
  if (!types[format].includes(type)) {
    return `A header of format ${format} accepts ${types[format].join(' or ')} as its sample, but ${member} is ${type}.`;
  }
  const limit = uploadLimits[kindOfSample(format)];
  return size > limit ? `${member} is larger than ${limit / 1024 / 1024} MiB. Use a smaller file.` : null;
}
