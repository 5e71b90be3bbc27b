import { extension } from 'mime-types';
import { usualExtension } from './media-type-names';

const MAX_LENGTH = 255;
/**
 * What reorders text, so that `exe.<override>gpj` would look like a picture, what no name may have, and what shows nothing and
 * stands between a name and its extension. Joiners stay: Persian, Hindi and emoji are written with them.
 */
const UNWANTED = /[\p{Bidi_Control}\p{Cc}\p{Surrogate}\u200b\ufeff]/gu;
/** Short, of Latin letters and digits, and no number: in `Angebot Nr.5` and `v1.2` there is none. */
const EXTENSION = /(?<=[^.\s])\.(?=\d*[a-z])[a-z0-9]{1,10}$/i;

/**
 * The name of a file as it is kept and shown: without folders, line ends, halves of surrogate pairs, and what reorders text.
 * One that is too long loses the end of what stands before its extension. Null when nothing is left of it.
 */
export function cleanFilename(given: string | undefined): string | null {
  const name = (given ?? '').split(/[/\\]/).at(-1)!;
  const shown = name.replaceAll(UNWANTED, '').trim().replace(/^\.+$/, '');
  return shown === '' ? null : cutFilename(shown, MAX_LENGTH);
}

/** Returns a name of at most that many code points, with the extension that it had. */
export function cutFilename(name: string, maxLength: number): string {
  const characters = [...name];
  if (characters.length <= maxLength) return name;
  const end = extensionOf(name);
  return (
    characters
      .slice(0, maxLength - end.length)
      .join('')
      .trimEnd() + end
  );
}

/** Returns the name with the usual extension of the type, unless it has one. */
export function withExtension(name: string, type: string): string {
  const known = type.split(';')[0]!;
  // It stands for any bytes, so its extension says nothing.
  if (extensionOf(name) !== '' || known === 'application/octet-stream') return name;
  const end = usualExtension(known) ?? (extension(known) || null);
  return end === null ? name : `${cutFilename(name, MAX_LENGTH - end.length - 1)}.${end}`;
}

/** Returns the extension of a name with its dot; empty if it has none. */
export function extensionOf(name: string): string {
  return EXTENSION.exec(name)?.[0] ?? '';
}
