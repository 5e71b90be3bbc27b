import { extension } from 'mime-types';
import { usualExtension } from './media-type-names';

const MAX_LENGTH = 255;
/**
 * Characters that reorder text (`exe.<override>gpj` would look like a picture), that no name may have, or that are invisible.
 * Joiners are kept: Persian, Hindi and emoji need them.
 */
const UNWANTED = /[\p{Bidi_Control}\p{Cc}\p{Surrogate}\u200b\ufeff]/gu;
/** An extension: short, of Latin letters and digits, and not a number (`Angebot Nr.5` and `v1.2` have none). */
const EXTENSION = /(?<=[^.\s])\.(?=\d*[a-z])[a-z0-9]{1,10}$/i;

/**
 * The name of a file as it is stored and shown: without folders, line ends, lone surrogates and characters that reorder text.
 * A name that is too long is truncated before its extension. Null if nothing is left.
 */
export function cleanFilename(given: string | undefined): string | null {
  const name = (given ?? '').split(/[/\\]/).at(-1)!;
  const shown = name.replaceAll(UNWANTED, '').trim().replace(/^\.+$/, '');
  return shown === '' ? null : cutFilename(shown, MAX_LENGTH);
}

/** Truncates a name to that many code points, and keeps its extension. */
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
  // The type of arbitrary bytes has no meaningful extension.
  if (extensionOf(name) !== '' || known === 'application/octet-stream') return name;
  const end = usualExtension(known) ?? (extension(known) || null);
  return end === null ? name : `${cutFilename(name, MAX_LENGTH - end.length - 1)}.${end}`;
}

/** Returns the extension of a name with its dot; empty if it has none. */
export function extensionOf(name: string): string {
  return EXTENSION.exec(name)?.[0] ?? '';
}
