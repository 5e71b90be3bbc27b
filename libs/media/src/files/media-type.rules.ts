import {
  MAX_STILL_STICKER,
  sizeInWords,
  uploadLimits,
  type StoredFile,
  type UploadClass,
} from '@chat/contracts';
import { lookup } from 'mime-types';
import type { ReceivedBlob } from '../blob-store/receive-blob';
import { extensionOf } from './filename.rules';
import { containerOf, typeNamed } from './media-type-names';
import { VOICE_NOTE_TYPE } from './voice-note-type';

const STICKER_TYPE = 'image/webp';
const UNKNOWN = 'application/octet-stream';
/** Types without information about a file: the second is that of S3, the others make browsers download. */
const sayNothing = [
  UNKNOWN,
  'binary/octet-stream',
  'application/x-octet-stream',
  'application/force-download',
  'application/x-download',
  'application/download',
  'application/unknown',
];
/** Types of containers for files of other types. */
const archives = ['application/zip', 'application/x-cfb'];
const TEXT = 'text/plain';
const MAX_LENGTH = 100;
const MEDIA_TYPE = /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/;
/** As in `audio/ogg; codecs=opus`. */
const WITH_PARAMETERS = /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*(; ?[\w-]+=[\w.+-]+)*$/;

/** A file of a request. */
export interface GivenFile {
  member: string;
  uploadClass: UploadClass;
  declared: string | undefined;
  filename: string | null;
}

/**
 * Returns the type that a file is stored with: the declared one, by its usual name. Without one, media have the type that was
 * detected from their bytes, and documents that of their name if only an archive or text was detected.
 * @param declared the type in the request or response. The types of `sayNothing` count as absent; for a document, so do archives
 * and plain text.
 * @param sniffed the type that was detected from the first bytes; null if none was.
 * @returns null if the bytes are no file of the class, or not in the container of the declared type.
 */
export function mediaTypeOf(
  uploadClass: UploadClass,
  declared: string | undefined,
  sniffed: string | null,
  filename: string | null = null,
): string | null {
  const said = normal(declared);
  const shown = normal(sniffed ?? undefined);
  switch (uploadClass) {
    case 'document':
      return said === null || saysLittle(said) ? documentType(said, sniffed, filename) : said;
    case 'header':
      return mediaTypeOf(classOfHeader(said ?? shown), declared, sniffed, filename);
    case 'sticker':
      return mediaTypeOf('image', declared, sniffed, filename) === STICKER_TYPE ? STICKER_TYPE : null;
    case 'image':
    case 'video':
    case 'audio': {
      if (shown === null || !isOfClass(uploadClass, shown)) return null;
      if (said !== null && !isSameFile(said, shown)) return null;
      // Detection finds only the container; the class says whether it has audio or video.
      const type = `${uploadClass}/${subtypeOf(said ?? brandOf(shown, filename))}`;
      return type === 'audio/ogg' && sniffed === VOICE_NOTE_TYPE ? VOICE_NOTE_TYPE : type;
    }
  }
}

/** Returns a document with the name that the request gives it, or its own if that is null. */
export function renamedDocument(file: StoredFile, filename: string | null): StoredFile {
  if (filename === null) return file;
  const type = file.mime_type;
  const isOpen = type === UNKNOWN || saysLittle(type);
  return { ...file, filename, mime_type: isOpen ? documentType(type, type, filename) : type };
}

/**
 * Checks a file that was received as one of a class. Its name and declared type are those of `mediaTypeOf`.
 * @param member of the request, for the error message.
 */
export function judgeFile(
  { member, uploadClass, declared, filename }: GivenFile,
  received: Pick<ReceivedBlob, 'sniffedType' | 'size' | 'isAnimated'>,
): { type: string; problem: null } | { type: null; problem: string } {
  const refused = (problem: string) => ({ type: null, problem });
  const { sniffedType, size, isAnimated } = received;
  if (size === 0) return refused(`The file of ${member} is empty. Send one with content.`);
  const type = mediaTypeOf(uploadClass, declared, sniffedType, filename);
  if (type === null) return refused(describeWrongType(member, uploadClass, sniffedType));
  if (uploadClass === 'sticker' && !isAnimated && size > MAX_STILL_STICKER) {
    const [still, moving] = [sizeInWords(MAX_STILL_STICKER), sizeInWords(uploadLimits.sticker)];
    return refused(
      `A sticker that does not move can be at most ${still}, one that moves ${moving}. Send a smaller file as ${member}.`,
    );
  }
  return { type, problem: null };
}

function describeWrongType(name: string, uploadClass: UploadClass, sniffed: string | null): string {
  const found = sniffed === null ? 'its bytes show none' : `its bytes show ${sniffed}`;
  const kind = uploadClass === 'header' ? '' : ` of the kind ${uploadClass},`;
  if (uploadClass === 'sticker') return `${name} must be a WebP file; ${found}.`;
  return `${name} must be a file${kind} of the type that it declares; ${found}.`;
}

/** The type of a file from a network, in a form that is valid in a header. */
export function cleanMediaType(given: string): string {
  const type = given.trim().toLowerCase();
  return type.length <= MAX_LENGTH && WITH_PARAMETERS.test(type) ? type : UNKNOWN;
}

/** Returns the type of a name's extension; null if it has no known one. */
export function typeOfName(filename: string | null): string | null {
  return normal(lookup(extensionOf(filename ?? '')) || undefined);
}

/** The type of a document whose declared type says little. */
function documentType(said: string | null, sniffed: string | null, filename: string | null): string {
  const shown = normal(sniffed ?? undefined);
  if (shown !== null && !saysLittle(shown) && !isXml(shown)) {
    return sniffed === VOICE_NOTE_TYPE ? sniffed : brandOf(shown, filename);
  }
  const named = typeOfName(filename);
  const isPossible = named !== null && (archives.includes(shown ?? '') ? isArchive(named) : isText(named));
  return (isPossible ? named : (shown ?? said)) ?? UNKNOWN;
}

/**
 * Returns the type of a file of which only the container was detected. The name decides; whatever is named MPEG-4 counts as that,
 * because everything plays it: Android's recorder names its sound so and brands it 3GPP.
 */
function brandOf(shown: string, filename: string | null): string {
  const named = typeOfName(filename);
  if (named === null || !isSameFile(named, shown)) return shown;
  return subtypeOf(shown) === 'mp4' ? shown : named;
}

function saysLittle(type: string): boolean {
  return archives.includes(type) || type === TEXT;
}

/** Whether a file of the type can be an archive. Excludes registered formats that are none. */
function isArchive(type: string): boolean {
  return type.startsWith('application/') && !isXml(type) && !/json|pdf/.test(type);
}

/** Whether a file of the type may be text or undetected. Media and PDF would have been detected. */
function isText(type: string): boolean {
  return isXml(type) || !(/^(image|audio|video)\//.test(type) || type === 'application/pdf');
}

function isXml(type: string): boolean {
  return type.endsWith('+xml') || type.endsWith('/xml');
}

/** The class of a file for the header of a template. */
function classOfHeader(type: string | null): 'image' | 'video' | 'document' {
  const family = type?.split('/')[0];
  return family === 'image' || family === 'video' ? family : 'document';
}

/** An invalid media type counts as absent. */
function normal(type: string | undefined): string | null {
  const name = type?.split(';')[0]!.trim().toLowerCase() ?? '';
  if (sayNothing.includes(name) || name.length > MAX_LENGTH || !MEDIA_TYPE.test(name)) return null;
  return typeNamed(name);
}

/** Audio and video share containers. */
function isOfClass(uploadClass: 'image' | 'video' | 'audio', type: string): boolean {
  const family = type.split('/')[0];
  return uploadClass === 'image' ? family === 'image' : family === 'audio' || family === 'video';
}

function isSameFile(said: string, shown: string): boolean {
  const isImage = (type: string) => type.startsWith('image/');
  const container = (type: string) => containerOf(type) ?? subtypeOf(type);
  return isImage(said) === isImage(shown) && container(said) === container(shown);
}

function subtypeOf(type: string): string {
  return type.split('/')[1]!;
}
