const LONGEST = 4_096;
/** The provider's limit. Phones take a caption as they take a text. */
const LONGEST_CAPTION = 1_024;

/** How long a text is that is too long to be sent, counted as the API does, and how long it may be; null if it is not. */
export function excessOf(
  text: string,
  { isCaption, channelKind }: { isCaption: boolean; channelKind: 'cloud' | 'device' },
): { length: number; limit: number } | null {
  const limit = isCaption && channelKind === 'cloud' ? LONGEST_CAPTION : LONGEST;
  // One character may be two units, and never less than one.
  if (text.length <= limit) return null;
  const { length } = [...text];
  return length > limit ? { length, limit } : null;
}
