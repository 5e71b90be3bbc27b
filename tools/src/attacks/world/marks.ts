/** What must never be seen where it does not belong. */
interface Mark {
  readonly text: string;
  /** As in `the secret of an API key`. */
  readonly what: string;
  /** Who may see it in answers; null: nobody. */
  readonly owner: string | null;
}

/** So many characters of all marks are looked for first: thousands of phone numbers begin alike. */
const START = 6;

/** The texts that were planted: secrets, numbers, message bodies, names. */
export class Marks {
  /** Each by the start of every spelling of it. */
  private readonly byStart = new Map<string, { spelling: string; mark: Mark }[]>();

  /** @param owner the name of the tenant that may read it. */
  plant(text: string, what: string, owner: string | null): void {
    for (const spelling of spellingsOf(text)) {
      const start = spelling.slice(0, START);
      const alike = this.byStart.get(start) ?? [];
      this.byStart.set(start, alike);
      alike.push({ spelling, mark: { text, what, owner } });
    }
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
    const alike = [...this.byStart].flatMap(([start, marks]) => (text.includes(start) ? marks : []));
    const marks = alike.filter(({ spelling, mark }) => counts(mark) && text.includes(spelling));
    return [...new Map(marks.map(({ mark }) => [mark.text, mark])).values()];
  }
}

/** The text, and as base64, hexadecimal or a URL would write it. */
function spellingsOf(text: string): Set<string> {
  const bytes = Buffer.from(text);
  return new Set([
    text,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
    encodeURIComponent(text),
  ]);
}

/** Enough of the line to find it, without repeating all of what it should not hold. */
function lineWith(log: string, text: string): string {
  const line = log.split('\n').find((candidate) => candidate.includes(text)) ?? '';
  const at = Math.max(line.indexOf(text), 0);
  return line.slice(Math.max(at - 120, 0), at + 120);
}
