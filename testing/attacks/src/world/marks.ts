/** A text that must not appear where it does not belong. */
interface Mark {
  readonly text: string;
  /** A description, such as `the secret of an API key`. */
  readonly what: string;
  /** The tenant that may see it in answers; null for nobody. */
  readonly owner: string | null;
}

/** Length of the prefix by which marks are looked up; thousands of phone numbers share a beginning. */
const START = 6;

const SECRET = /secret|token/;

/** The marks in the data of a run: secrets, numbers, message bodies, names. */
export class Marks {
  /** The marks by the prefix of each of their spellings. */
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

  /** Returns the marks in an answer that the reader must not see. */
  foundInAnswer(body: string, reader: string): string[] {
    return this.found(body, ({ owner }) => owner !== reader).map(
      ({ what, owner }) => `It shows ${what}${owner ? ` of ${owner}` : ''}.`,
    );
  }

  /** Returns the marks in a log, where none may appear. */
  foundInLog(log: string, name: string): string[] {
    return this.found(log, () => true).map(
      ({ what, text }) => `${name} holds ${what}: ${lineWith(log, text)}`,
    );
  }

  /** Returns the secrets in what holds texts and numbers rightly. */
  foundSecrets(text: string, name: string): string[] {
    return this.found(text, ({ what }) => SECRET.test(what)).map(({ what }) => `${name} holds ${what}.`);
  }

  private found(text: string, counts: (mark: Mark) => boolean): Mark[] {
    const alike = [...this.byStart].flatMap(([start, marks]) => (text.includes(start) ? marks : []));
    const marks = alike.filter(({ spelling, mark }) => counts(mark) && text.includes(spelling));
    return [...new Map(marks.map(({ mark }) => [mark.text, mark])).values()];
  }
}

/** The text itself, and its base64, hexadecimal and URL encodings. */
function spellingsOf(text: string): Set<string> {
  const bytes = Buffer.from(text);
  return new Set([
    text,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
    encodeURIComponent(text),
  ]);
}

/** The beginning of the line: enough to find it, without repeating the mark. */
function lineWith(log: string, text: string): string {
  const line = log.split('\n').find((candidate) => candidate.includes(text)) ?? '';
  const at = Math.max(line.indexOf(text), 0);
  return line.slice(Math.max(at - 120, 0), at + 120);
}
