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
/** The types that say nothing of a file: that of S3 is the second, the others are what servers write to start a download. */
const sayNothing = [
  UNKNOWN,
  'binary/octet-stream',
  'application/x-octet-stream',
  'application/force-download',
  'application/x-download',
  'application/download',
  'application/unknown',
];
/** Types of files that hold files of other types. */
const archives = ['application/zip', 'application/x-cfb'];
const TEXT = 'text/plain';
const MAX_LENGTH = 100;
const MEDIA_TYPE = /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/;
/** As in `audio/ogg; codecs=opus`. */
const WITH_PARAMETERS = /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*(; ?[\w-]+=[\w.+-]+)*$/;

/** A file as a request gives it. */
export interface GivenFile {
  member: string;
  uploadClass: UploadClass;
  declared: string | undefined;
  filename: string | null;
}

/**
 * Returns the type that a file is kept with: the declared one, by its usual name. Without one, media have the type that their
 * bytes show, and documents that of their name where the bytes show only an archive or text.
 * @param declared the type in the request or response; absent and the types of `sayNothing` say nothing, and of a document
 * an archive and plain text say nothing either.
 * @param sniffed what the first bytes show; null if that is nothing.
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
      // A container of both shows its name alone: the class says what it holds.
      const type = `${uploadClass}/${subtypeOf(said ?? brandOf(shown, filename))}`;
      return type === 'audio/ogg' && sniffed === VOICE_NOTE_TYPE ? VOICE_NOTE_TYPE : type;
    }
  }
}

/** Returns a document under the name that a request gives it; its own if that is null. */
export function renamedDocument(file: StoredFile, filename: string | null): StoredFile {
  if (filename === null) return file;
  const type = file.mime_type;
  const isOpen = type === UNKNOWN || saysLittle(type);
  return { ...file, filename, mime_type: isOpen ? documentType(type, type, filename) : type };
}

/**
 * Judges a file that was received as one of a class. Its name and declared type are those of `mediaTypeOf`.
 * @param member of the request, for the sentence that says what is wrong.
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

/** The type of a file as a network gives it, in a form that may stand in a header. */
export function cleanMediaType(given: string): string {
  const type = given.trim().toLowerCase();
  return type.length <= MAX_LENGTH && WITH_PARAMETERS.test(type) ? type : UNKNOWN;
}

/** Returns the type that the extension of a name stands for; null if it has none that is known. */
export function typeOfName(filename: string | null): string | null {
  return normal(lookup(extensionOf(filename ?? '')) || undefined);
}

/** Of a document whose declared type says little. */
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
 * Returns the type of bytes that show the container rather than the format: the name decides, but anything called MPEG-4 is
 * that, because everything plays it. Android's recorder calls its sound so and brands it 3GPP.
 */
function brandOf(shown: string, filename: string | null): string {
  const named = typeOfName(filename);
  if (named === null || !isSameFile(named, shown)) return shown;
  return subtypeOf(shown) === 'mp4' ? shown : named;
}

function saysLittle(type: string): boolean {
  return archives.includes(type) || type === TEXT;
}

/** Whether a file of the type can be an archive. Registered names of formats that are none are left out. */
function isArchive(type: string): boolean {
  return type.startsWith('application/') && !isXml(type) && !/json|pdf/.test(type);
}

/** Whether a file of the type may be text or bytes that show nothing. The other media and PDF would show in the bytes. */
function isText(type: string): boolean {
  return isXml(type) || !(/^(image|audio|video)\//.test(type) || type === 'application/pdf');
}

function isXml(type: string): boolean {
  return type.endsWith('+xml') || type.endsWith('/xml');
}

/** What a file for the header of a template is meant as. */
function classOfHeader(type: string | null): 'image' | 'video' | 'document' {
  const family = type?.split('/')[0];
  return family === 'image' || family === 'video' ? family : 'document';
}

/** What is no media type says nothing. */
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
