/** Truncates a text from outside, which may have any length, to `count` code points. */
export function firstCodePoints(text: string, count: number): string {
  return text.length > count ? [...text].slice(0, count).join('') : text;
}
