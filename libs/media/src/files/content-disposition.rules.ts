import { parse } from 'content-disposition';

/** `filename` against the rules, as some servers write it: unquoted with spaces, unclosed, in a list of its own. */
const LOOSE_FILENAME = /(?:^|[;,\s])filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/is;
const HAS_EXTENDED = /(?:^|[;\s])filename\*\s*=/i;

/**
 * Returns the name in a Content-Disposition as browsers read it: `filename*` first, and also a `filename` against the rules
 * (RFC 6266), in raw UTF-8 or percent-encoded.
 * @param header as Latin-1, as HTTP clients return it.
 * @returns null if there is none.
 */
export function filenameOfDisposition(header: string | undefined): string | null {
  if (header === undefined) return null;
  const strict = strictFilename(header);
  if (strict !== null && HAS_EXTENDED.test(header) && !strict.includes('\ufffd')) return strict;
  const [, quoted, bare] = LOOSE_FILENAME.exec(header) ?? [];
  const plain = quoted?.replaceAll(/\\(.)/gs, '$1') ?? bare?.trim() ?? '';
  return decoded(plain) || strict || null;
}

function strictFilename(header: string): string | null {
  try {
    return parse(header).parameters['filename'] ?? null;
  } catch {
    return null;
  }
}

function decoded(plain: string): string {
  try {
    return decodeURIComponent(utf8Of(plain));
  } catch {
    return utf8Of(plain);
  }
}

/** Decodes a Latin-1 string as UTF-8, if it is valid UTF-8. */
function utf8Of(latin1: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return latin1;
  }
}
