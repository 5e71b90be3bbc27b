/** A number as somebody typed it, without the signs between its digits. Letters stay, so that it is refused and not another one. */
export function typedNumber(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}
