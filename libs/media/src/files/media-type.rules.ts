import type { UploadClass } from '@chat/contracts';

const UNKNOWN = 'application/octet-stream';
/** The types that say nothing of a file. The second is what S3 says of an object whose type nobody said. */
const sayNothing = [UNKNOWN, 'binary/octet-stream'];
const MAX_LENGTH = 100;
const MEDIA_TYPE = /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/;
/** As in `audio/ogg; codecs=opus`. */
const WITH_PARAMETERS = /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*(; ?[\w-]+=[\w.+-]+)*$/;

/** Other names of one type, as browsers and phones write them. */
const sameType: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/apng': 'image/png',
  'audio/mp3': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/opus': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'audio/x-flac': 'audio/flac',
  'video/x-m4v': 'video/mp4',
  'video/x-msvideo': 'video/vnd.avi',
  'video/avi': 'video/vnd.avi',
  'video/x-matroska': 'video/matroska',
  'image/x-ms-bmp': 'image/bmp',
  'image/vnd.microsoft.icon': 'image/x-icon',
};

/**
 * The type that a file is kept with.
 * @param declared what the client says; absent and the types of `sayNothing` say nothing.
 * @param sniffed what the first bytes show, or null.
 * @returns null when the bytes are no file of the class, or not what the client says.
 */
export function mediaTypeOf(
  uploadClass: UploadClass,
  declared: string | undefined,
  sniffed: string | null,
): string | null {
  const said = normal(declared);
  const shown = normal(sniffed ?? undefined);
  if (uploadClass === 'document') return said ?? shown ?? UNKNOWN;
  if (uploadClass === 'header') {
    return mediaTypeOf(classOfHeader(said ?? shown), said ?? undefined, shown);
  }
  if (shown === null || !isOfClass(uploadClass, shown)) return null;
  if (said !== null && !isSameFile(said, shown)) return null;
  // A container of both shows its name alone: the class says what it holds.
  return `${uploadClass}/${shown.split('/')[1]}`;
}

/** What a client is told whose file `mediaTypeOf` refuses. */
export function describeWrongType(name: string, uploadClass: UploadClass, sniffed: string | null): string {
  const found = sniffed === null ? 'its bytes show none' : `its bytes show ${sniffed}`;
  const kind = uploadClass === 'header' ? '' : ` of the kind ${uploadClass},`;
  return `${name} must be a file${kind} of the type that it declares; ${found}.`;
}

/** The type of a file as a network gives it, in a form that may stand in a header. */
export function cleanMediaType(given: string): string {
  const type = given.trim().toLowerCase();
  return type.length <= MAX_LENGTH && WITH_PARAMETERS.test(type) ? type : UNKNOWN;
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
  return sameType[name] ?? name;
}

/** Audio and video share containers. */
function isOfClass(uploadClass: UploadClass, type: string): boolean {
  const family = type.split('/')[0];
  return uploadClass === 'image' ? family === 'image' : family === 'audio' || family === 'video';
}

function isSameFile(said: string, shown: string): boolean {
  const [saidFamily, saidContainer] = said.split('/');
  const [shownFamily, shownContainer] = shown.split('/');
  if (saidContainer !== shownContainer) return false;
  return saidFamily === shownFamily || (saidFamily !== 'image' && shownFamily !== 'image');
}
