/** A DTO class. Its members carry the decorators of `fields.ts`, `structures.ts`, `presence.ts` and `about.ts`. */
export type Dto<T extends object = object> = new () => T;

export type JsonSchema = Record<string, unknown>;

/** What the texts of paths, query strings and forms say, which know nothing but text. */
export type TextForm = 'text' | 'integer' | 'decimal' | 'boolean' | 'json';

/** What values a member takes. */
export interface Kind {
  /** The value in English, as in "must be a whole number", and several of them, as in "a list of whole numbers". */
  readonly one: string;
  readonly many: string;
  /** The rule. Of an object it checks what can be seen from outside; its members have rules of their own. */
  readonly accepts: (value: unknown) => boolean;
  /** @param refer returns the reference to the schema of another DTO class. */
  readonly schema: (refer: (dto: Dto) => JsonSchema) => JsonSchema;
  readonly textForm: TextForm;
  /** White space around the text is trimmed before it is measured and stored. */
  readonly isTrimmed?: true;
  /** Where the member may be absent or null, a text of nothing but white space counts as null. */
  readonly blankIsNull?: true;
  /** The class of an object, if the kind knows one for it. */
  readonly classOf?: (value: Record<string, unknown>) => Dto | undefined;
  /** Of a list: what its items are, and how many it has at most. */
  readonly items?: { readonly kind: Kind; readonly max: number };
  /** A value for the documentation, where the schema alone does not lead to one. */
  readonly example?: unknown;
  /** The value is a file. JSON cannot carry one; the service gets a reference to the stored bytes. */
  readonly isFile?: true;
}

/** All that is known of one member. Validation, the coercion of texts and the documentation read nothing else. */
export interface Member {
  readonly name: string;
  readonly kind: Kind;
  readonly mayBeAbsent: boolean;
  readonly mayBeNull: boolean;
  /** Null says the same as nothing at all, and is left out. */
  readonly nullIsAbsent: boolean;
  /** What counts when the member is absent. */
  readonly standard?: unknown;
  /** Words for the documentation, where the name is not enough. */
  readonly about?: string;
  /** The value that the documentation shows. */
  readonly example?: unknown;
}

type Part = Partial<Omit<Member, 'name'>>;

const declared = new Map<object, Map<string, Part>>();
const resolved = new Map<Dto, ReadonlyMap<string, Member>>();

/** A decorator that adds to the record of a member. */
export function memberPart(part: Part): PropertyDecorator {
  return (prototype, key) => {
    const name = String(key);
    const members = declared.get(prototype) ?? new Map<string, Part>();
    declared.set(prototype, members.set(name, { ...members.get(name), ...part }));
  };
}

/** The members of a DTO class by name, its own before those of its base class. */
export function membersOf(dto: Dto): ReadonlyMap<string, Member> {
  let members = resolved.get(dto);
  if (!members) {
    members = resolve(dto);
    resolved.set(dto, members);
  }
  return members;
}

/** Whether a client has to send the member: it may leave out what may be absent, and what has a default. */
export function isRequired({ mayBeAbsent, standard }: Member): boolean {
  return !mayBeAbsent && standard === undefined;
}

/** Whether the member takes the value. */
export function isAccepted(member: Member, value: unknown): boolean {
  if (value === undefined) return member.mayBeAbsent;
  if (value === null && member.mayBeNull) return true;
  return member.kind.accepts(value);
}

/** What a value of this member must be, as a sentence for the client who sent `value`. */
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

/** From the class itself to its base classes: what stands in the class has the last word. */
function* prototypesOf(dto: Dto): Iterable<object> {
  let prototype = dto.prototype as object | null;
  for (; prototype; prototype = Object.getPrototypeOf(prototype) as object | null) yield prototype;
}
