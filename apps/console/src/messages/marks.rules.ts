export type Mark = 'plain' | 'bold' | 'italic' | 'struck' | 'mono';

export interface MarkedText {
  readonly text: string;
  readonly mark: Mark;
}

const marks: Readonly<Record<string, Mark>> = { '*': 'bold', _: 'italic', '~': 'struck', '```': 'mono' };
/** A mark touches its text on the inside, and no letter or digit on the outside. */
const MARKED = /(?<![\p{L}\p{N}])(\*|_|~|```)(?!\s)([^\n]+?)(?<!\s)\1(?![\p{L}\p{N}])/gu;

/** A text in the parts that phones show in bold and the like. */
export function markedParts(text: string): MarkedText[] {
  const parts: MarkedText[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKED)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), mark: 'plain' });
    parts.push({ text: match[2]!, mark: marks[match[1]!]! });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), mark: 'plain' });
  return parts;
}
