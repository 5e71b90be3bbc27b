import { AppError } from '@chat/errors';

/** Enough to correct a request; an answer that repeated a whole body would be of no use. */
const MAX_PROBLEMS = 50;
const MAX_BYTES = 16 * 1024;
/** Maximum length of a client-chosen name or path in an answer. */
const MAX_NAME_LENGTH = 100;

/** The problems of a request, collected so that one answer can list all of them. */
export class Problems {
  // No prototype, so that a member named __proto__ is listed like any other.
  private readonly errors = Object.create(null) as Record<string, string[]>;
  private count = 0;
  private bytes = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** True once no further problem is listed. */
  get isFull(): boolean {
    return this.count >= MAX_PROBLEMS || this.bytes >= MAX_BYTES;
  }

  /** @param path of the value, as in `items.1.name`. */
  add(path: string, sentence: string): void {
    if (this.isFull) return;
    const place = shortened(path);
    (this.errors[place] ??= []).push(sentence);
    this.count += 1;
    this.bytes += Buffer.byteLength(JSON.stringify([place, sentence]));
  }

  /** Adds an undeclared member. */
  addUnknown(path: string, name: string): void {
    if (!this.isFull) this.add(path, unknownMember(name));
  }

  /** The sentences by the path of the value that they describe. */
  get list(): Readonly<Record<string, string[]>> {
    return this.errors;
  }

  /** @throws AppError `validation_error` if there is any problem. */
  throwIfAny(): void {
    if (!this.isEmpty) throw new AppError('validation_error', { errors: this.errors });
  }
}

/** Returns the sentence for an undeclared member. */
export function unknownMember(name: string): string {
  return `${shortened(name) || '""'} is not a field of this request. Remove it.`;
}

/** Truncates a client-chosen name or path to a length that an answer can repeat. */
export function shortened(name: string): string {
  // A cut through a surrogate pair would leave an invalid string.
  return name.length > MAX_NAME_LENGTH
    ? `${name.slice(0, MAX_NAME_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`
    : name;
}
