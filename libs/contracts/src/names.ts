/**
 * Characters that show nothing: whatever Unicode lists as ignorable (marks, embeddings, overrides and isolates of the
 * writing direction, zero-width spaces, soft hyphens, fillers, tags, …), annotation marks, and control characters that
 * are no white space. Of the ignorable ones, variation selectors and the two joiners stay: emoji, Persian, Hindi and
 * Japanese names are written with them, and they neither hide nor move what stands around them.
 */
const HIDDEN =
  /(?![\u200c\u200d]|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|(?!\s)\p{Cc}/gu;

/**
 * A name as it is stored and shown: without characters that reorder or hide text, so that no two names look the same
 * and none looks like something else (`exe.<override>gpj`). Texts of messages are never changed.
 */
export function visibleName(name: string): string {
  return name.replace(HIDDEN, '').trim();
}
