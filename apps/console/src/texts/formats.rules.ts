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

/** Digits with country code in groups that eyes can follow; what is no number is shown as it is. */
export function phoneShown(digits: string): string {
  if (!/^\d{5,}$/.test(digits)) return digits;
  const american = /^1(\d{3})(\d{3})(\d{4})$/.exec(digits);
  if (american) return `+1 ${american.slice(1).join(' ')}`;
  const groups: string[] = [];
  let rest = digits;
  while (rest.length > 4) {
    groups.unshift(rest.slice(-3));
    rest = rest.slice(0, -3);
  }
  return `+${[rest, ...groups].join(' ')}`;
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
