import { isBlank } from './blank';
import { isAccepted, membersOf, sentenceOf, type Dto, type Kind, type Member } from './member';
import { visibleName } from './names';
import { Problems } from './problems';
import { isPlainObject } from './structures';

/**
 * How undeclared members are treated. From clients they are `refused`. Between services they are `dropped`, so that two
 * versions of the code can run at the same time.
 */
export type UnknownMembers = 'refused' | 'dropped';

/**
 * Validates a value against a DTO class and returns it as an instance of that class, with names cleaned and defaults
 * filled in.
 * @throws AppError `validation_error` with every problem, by member.
 */
export function parse<T extends object>(dto: Dto<T>, value: unknown, unknown: UnknownMembers): T {
  const problems = new Problems();
  const instance = parsePart(dto, value, unknown, problems);
  problems.throwIfAny();
  return instance as T;
}

/**
 * Like `parse`, for one part of a request: its problems are added to those of the whole request.
 * @returns the members that could be read, without those that break the contract; null if the value is not an object.
 */
export function parsePart<T extends object>(
  dto: Dto<T>,
  value: unknown,
  unknown: UnknownMembers,
  problems: Problems,
): Partial<T> | null {
  if (isPlainObject(value)) return new Reader(unknown, problems).instance(dto, value, '');
  problems.add('body', 'Send a JSON object.');
  return null;
}

class Reader {
  constructor(
    private readonly unknown: UnknownMembers,
    private readonly problems: Problems,
  ) {}

  /** Returns an instance with the declared members that are valid. */
  instance<T extends object>(dto: Dto<T>, value: Record<string, unknown>, path: string): T {
    const members = membersOf(dto);
    if (this.unknown === 'refused') this.refuseUnknown(members, value, path);
    const instance = new dto() as Record<string, unknown>;
    for (const member of members.values()) {
      if (this.problems.isFull) break;
      const { name } = member;
      const read = this.member(member, Object.hasOwn(value, name) ? value[name] : undefined, path);
      if (!isAccepted(member, read)) this.problems.add(path + name, sentenceOf(member, read));
      else if (read !== undefined) instance[name] = read;
    }
    return instance as T;
  }

  private refuseUnknown(members: ReadonlyMap<string, Member>, value: object, path: string): void {
    for (const name of Object.keys(value)) {
      if (this.problems.isFull) return;
      if (!members.has(name)) this.problems.addUnknown(path + name, name);
    }
  }

  private member(member: Member, given: unknown, path: string): unknown {
    const { name, kind } = member;
    const mayBeEmpty = member.mayBeNull || member.nullIsAbsent;
    const isNull = given === null || (mayBeEmpty && kind.blankIsNull && isBlankText(kind, given));
    const value = isNull ? null : given;
    if (value === undefined || (value === null && member.nullIsAbsent)) return member.standard;
    return this.value(kind, value, path + name);
  }

  /** Does not inspect a value where no object is allowed, so that neither its size nor its names matter. */
  private value(kind: Kind, value: unknown, path: string): unknown {
    if (typeof value === 'string') return kind.isName ? visibleName(value) : value;
    const { items } = kind;
    if (items && Array.isArray(value) && value.length <= items.max) {
      return (value as unknown[]).map((item, index) =>
        this.problems.isFull ? item : this.value(items.kind, item, `${path}.${index}`),
      );
    }
    const dto = isPlainObject(value) ? kind.classOf?.(value) : undefined;
    return dto ? this.instance(dto, value as Record<string, unknown>, `${path}.`) : value;
  }
}

function isBlankText({ isName }: Kind, value: unknown): boolean {
  return typeof value === 'string' && isBlank(isName ? visibleName(value) : value);
}
