/** Returns whether a text consists of white space only. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
