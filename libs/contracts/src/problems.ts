import { AppError } from '@chat/errors';

/** Enough to mend a request; an answer that repeats a whole body would be of no use. */
const MAX_PROBLEMS = 50;
const MAX_BYTES = 16 * 1024;
/** What is repeated of a name or a path that a client chose. */
const MAX_NAME_LENGTH = 100;

/** Everything that is wrong with a request, collected so that one answer can list it. */
export class Problems {
  // Without a prototype, so that a member named __proto__ is listed like any other.
  private readonly errors = Object.create(null) as Record<string, string[]>;
  private count = 0;
  private bytes = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** Nothing more is listed. */
  get isFull(): boolean {
    return this.count >= MAX_PROBLEMS || this.bytes >= MAX_BYTES;
  }

  /** @param path where the value stands, as in `items.1.name`. */
  add(path: string, sentence: string): void {
    if (this.isFull) return;
    const place = shortened(path);
    (this.errors[place] ??= []).push(sentence);
    this.count += 1;
    this.bytes += Buffer.byteLength(JSON.stringify([place, sentence]));
  }

  /** A member that nobody declared. */
  addUnknown(path: string, name: string): void {
    if (!this.isFull) this.add(path, unknownMember(name));
  }

  /** The sentences by the paths of the values that they are about. */
  get list(): Readonly<Record<string, string[]>> {
    return this.errors;
  }

  /** @throws AppError `validation_error` when something is wrong. */
  throwIfAny(): void {
    if (!this.isEmpty) throw new AppError('validation_error', { errors: this.errors });
  }
}

/** What is said of a member that nobody declared. */
export function unknownMember(name: string): string {
  return `${shortened(name) || '""'} is not a field of this request. Remove it.`;
}

/** A name or path that a client chose, cut to a length that an answer can repeat. */
export function shortened(name: string): string {
  // Half of a surrogate pair at the end of the cut would be no text any more.
  return name.length > MAX_NAME_LENGTH
    ? `${name.slice(0, MAX_NAME_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`
    : name;
}
