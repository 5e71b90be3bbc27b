import { uploadLimits, type StoredFile } from '@chat/contracts';

type MediaFormat = 'IMAGE' | 'VIDEO' | 'DOCUMENT';

/** The MIME types that the provider accepts as the sample of each header format. */
const types: Readonly<Record<MediaFormat, readonly string[]>> = {
  IMAGE: ['image/jpeg', 'image/png'],
  VIDEO: ['video/mp4'],
  DOCUMENT: ['application/pdf'],
};

export function kindOfSample(format: MediaFormat): 'image' | 'video' | 'document' {
  return format === 'IMAGE' ? 'image' : format === 'VIDEO' ? 'video' : 'document';
}

/** Returns whether a header of this format can show the file. */
export function isSampleOf(format: string, { mime_type: type }: Pick<StoredFile, 'mime_type'>): boolean {
  return Object.hasOwn(types, format) && types[format as MediaFormat].includes(type);
}

/** Returns why the provider would refuse a file as a sample, as a sentence; null when it would accept it. */
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
