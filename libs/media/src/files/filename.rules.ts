const MAX_LENGTH = 255;

/**
 * The name of an uploaded file as it is kept and shown: without folders, and without characters that show nothing or
 * turn the reading direction. Null when nothing is left of it.
 */
export function cleanFilename(given: string | undefined): string | null {
  const name = (given ?? '').split(/[/\\]/).at(-1)!;
  const shown = name
    .replaceAll(/\p{Surrogate}|\p{Cc}|\p{Cf}/gu, '')
    .trim()
    .replace(/^\.+$/, '');
  return shown === '' ? null : [...shown].slice(0, MAX_LENGTH).join('');
}
