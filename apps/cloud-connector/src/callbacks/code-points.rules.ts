/** The beginning of a text that somebody outside chose the length of. */
export function firstCodePoints(text: string, count: number): string {
  return text.length > count ? [...text].slice(0, count).join('') : text;
}
