/** A DTO class. Its members carry the decorators of `fields.ts`, `structures.ts`, `presence.ts` and `about.ts`. */
export type Dto<T extends object = object> = new () => T;

export type JsonSchema = Record<string, unknown>;

/** How the text of a path, query string or form field, which has no other types, is converted. */
export type TextForm = 'text' | 'integer' | 'decimal' | 'boolean' | 'json';

/** The kind of value that a member holds. */
export interface Kind {
  /** The value in English, singular as in "must be a whole number" and plural as in "a list of whole numbers". */
  readonly one: string;
  readonly many: string;
  /** The rule. For an object it checks only the object itself; its members have rules of their own. */
  readonly accepts: (value: unknown) => boolean;
  /** @param refer returns the reference to the schema of another DTO class. */
  readonly schema: (refer: (dto: Dto) => JsonSchema) => JsonSchema;
  readonly textForm: TextForm;
  /** The text is a name: it is cleaned by `visibleName` before it is measured and stored. */
  readonly isName?: true;
  /** If the member may be absent or null, a text of white space only counts as null. */
  readonly blankIsNull?: true;
  /** The class of an object, if the kind knows one for it. */
  readonly classOf?: (value: Record<string, unknown>) => Dto | undefined;
  /** For a list: the kind of its items, and the maximum number of them. */
  readonly items?: { readonly kind: Kind; readonly max: number };
  /** A value for the documentation, if none can be derived from the schema. */
  readonly example?: unknown;
  /** The value is a file. JSON cannot contain one; the service receives a reference to the stored bytes. */
  readonly isFile?: true;
}

/**
 * Everything that is declared about one member. Validation, the coercion of texts and the documentation use only this.
 */
export interface Member {
  readonly name: string;
  readonly kind: Kind;
  readonly mayBeAbsent: boolean;
  readonly mayBeNull: boolean;
  /** Null counts as absent and is omitted. */
  readonly nullIsAbsent: boolean;
  /** The default if the member is absent. */
  readonly standard?: unknown;
  /** A description for the documentation, if the name is not enough. */
  readonly about?: string;
  /** The value that the documentation shows. */
  readonly example?: unknown;
}

type Part = Partial<Omit<Member, 'name'>>;

const declared = new Map<object, Map<string, Part>>();
const resolved = new Map<Dto, ReadonlyMap<string, Member>>();

/** Returns a decorator that adds to the declaration of a member. */
export function memberPart(part: Part): PropertyDecorator {
  return (prototype, key) => {
    const name = String(key);
    const members = declared.get(prototype) ?? new Map<string, Part>();
    declared.set(prototype, members.set(name, { ...members.get(name), ...part }));
  };
}

/** Returns the members of a DTO class by name, its own before those of its base class. */
export function membersOf(dto: Dto): ReadonlyMap<string, Member> {
  let members = resolved.get(dto);
  if (!members) {
    members = resolve(dto);
    resolved.set(dto, members);
  }
  return members;
}

/** Returns a DTO class without some members, which it does not know. */
export function withoutMembers(dto: Dto, names: readonly string[]): Dto {
  const narrowed = { [dto.name]: class extends dto {} }[dto.name]!;
  resolved.set(narrowed, new Map([...membersOf(dto)].filter(([name]) => !names.includes(name))));
  return narrowed;
}

/** Returns whether a client must send the member: it may omit one that may be absent or has a default. */
export function isRequired({ mayBeAbsent, standard }: Member): boolean {
  return !mayBeAbsent && standard === undefined;
}

/** Returns whether the value is valid for the member. */
export function isAccepted(member: Member, value: unknown): boolean {
  if (value === undefined) return member.mayBeAbsent;
  if (value === null && member.mayBeNull) return true;
  return member.kind.accepts(value);
}

/** Returns a sentence for the client who sent `value` that says what the member must be. */
export function sentenceOf({ name, kind }: Member, value: unknown): string {
  switch (value) {
    case undefined:
      return `${name} is required. It must be ${kind.one}.`;
    case null:
      return `${name} cannot be null. It must be ${kind.one}.`;
    default:
      return `${name} must be ${kind.one}.`;
  }
}

function resolve(dto: Dto): Map<string, Member> {
  const parts = new Map<string, Part>();
  for (const prototype of prototypesOf(dto)) {
    for (const [name, part] of declared.get(prototype) ?? []) {
      parts.set(name, { ...part, ...parts.get(name) });
    }
  }
  return new Map([...parts].map(([name, part]) => [name, toMember(dto, name, part)]));
}

function toMember(dto: Dto, name: string, { kind, ...part }: Part): Member {
  if (!kind) throw new Error(`Say what ${dto.name}.${name} is, as in @Text({ max: 100 }).`);
  return { mayBeAbsent: false, mayBeNull: false, nullIsAbsent: false, ...part, name, kind };
}

/** Yields the class and then its base classes: declarations in the class take precedence. */
function* prototypesOf(dto: Dto): Iterable<object> {
  let prototype = dto.prototype as object | null;
  for (; prototype; prototype = Object.getPrototypeOf(prototype) as object | null) yield prototype;
}
