import { visibleName } from '@chat/contracts';

const MAX_LENGTH = 255;

/**
 * The name of an uploaded file as it is kept and shown: like any name, and without folders, line ends and halves of
 * surrogate pairs. Null when nothing is left of it.
 */
export function cleanFilename(given: string | undefined): string | null {
  const name = (given ?? '').split(/[/\\]/).at(-1)!;
  const shown = visibleName(name.replaceAll(/\p{Surrogate}|\p{Cc}/gu, '')).replace(/^\.+$/, '');
  return shown === '' ? null : [...shown].slice(0, MAX_LENGTH).join('');
}
