export type SpanUnit = 'minute' | 'hour' | 'day';

const MINUTE_MS = 60_000;

/** A span in the largest unit that it fills; `unit` is null below a minute. */
export function spanOf(ms: number): { value: number; unit: SpanUnit | null } {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return { value: 0, unit: null };
  if (minutes < 60) return { value: minutes, unit: 'minute' };
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? { value: hours, unit: 'hour' } : { value: Math.floor(hours / 24), unit: 'day' };
}

/** Country codes are those of one and two digits, and all others of three; none is the beginning of another one. */
const INTERNATIONAL = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d{2,})$/;

/** Digits with country code in groups that eyes can follow; what is no number is shown as it is. */
export function phoneShown(digits: string): string {
  const [, code, national] = INTERNATIONAL.exec(digits) ?? [];
  if (national === undefined) return digits;
  // Threes, and a last digit is not left alone.
  const groups = national.match(/\d{3}(?!\d?$)|\d+/g) ?? [];
  return [`+${code}`, ...groups].join(' ');
}

/** The first letters of up to two words of a name, for a picture of somebody without one. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toLocaleUpperCase();
}

/** One of `count` colours, the same for the same text each time. */
export function hueOf(text: string, count: number): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + character.codePointAt(0)!) % 9973;
  return sum % count;
}
