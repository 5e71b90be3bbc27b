/** What must never be seen where it does not belong. */
interface Mark {
  readonly text: string;
  /** As in `the secret of an API key`. */
  readonly what: string;
  /** Who may see it in answers; null: nobody. */
  readonly owner: string | null;
  /** The same text as base64, hex or JSON would write it. */
  readonly spellings: readonly string[];
}

/** The texts that were planted: secrets, numbers, message bodies, names. */
export class Marks {
  private readonly marks: Mark[] = [];

  /** @param owner the name of the tenant that may read it. */
  plant(text: string, what: string, owner: string | null): void {
    this.marks.push({ text, what, owner, spellings: spellingsOf(text) });
  }

  /** What an answer shows to this tenant although it belongs to another one, or to nobody. */
  foundInAnswer(body: string, reader: string): string[] {
    return this.found(body, ({ owner }) => owner !== reader).map(
      ({ what, owner }) => `It shows ${what}${owner ? ` of ${owner}` : ''}.`,
    );
  }

  /** What a log holds that no log may hold. */
  foundInLog(log: string, name: string): string[] {
    return this.found(log, () => true).map(
      ({ what, text }) => `${name} holds ${what}: ${lineWith(log, text)}`,
    );
  }

  private found(text: string, counts: (mark: Mark) => boolean): Mark[] {
    return this.marks.filter(
      (mark) => counts(mark) && mark.spellings.some((spelling) => text.includes(spelling)),
    );
  }
}

function spellingsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  return [text, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex'), encodeURIComponent(text)];
}

/** Enough of the line to find it, without repeating all of what it should not hold. */
function lineWith(log: string, text: string): string {
  const line = log.split('\n').find((candidate) => candidate.includes(text)) ?? '';
  const at = Math.max(line.indexOf(text), 0);
  return line.slice(Math.max(at - 120, 0), at + 120);
}
