import { field, Verbatim, Int, type Field } from './fields';
import { membersOf, type Dto, type Kind } from './member';
import { Nullable } from './presence';

/** The decorators of members that hold more than one value. */

/** Default of the maximum length of `AnyJson`, in characters. */
const DEFAULT_JSON_LENGTH = 65_536;

/** An object of the given DTO class. */
export function Nested(type: () => Dto): Field {
  return field({
    one: 'an object',
    many: 'objects',
    accepts: isPlainObject,
    schema: (refer) => refer(type()),
    textForm: 'json',
    classOf: type,
  });
}

/** An object of one of the given DTO classes, each of which is identified by `@OneOf(['…']) type`. */
export function Union(types: () => readonly Dto[]): Field {
  const classOf = ({ type }: Record<string, unknown>) =>
    typeof type === 'string' ? types().find((dto) => typeWordsOf(dto).includes(type)) : undefined;
  const words = () => types().flatMap(typeWordsOf).join(', ');
  return field({
    get one() {
      return `an object whose type is one of ${words()}`;
    },
    get many() {
      return `objects whose type is one of ${words()}`;
    },
    accepts: (value) => isPlainObject(value) && classOf(value) !== undefined,
    schema: (refer) => ({
      oneOf: types().map(refer),
      discriminator: { propertyName: 'type', mapping: mappingOf(types(), refer) },
    }),
    textForm: 'json',
    classOf,
  });
}

/**
 * A list. Items are of any kind (`ListOf(Text({ max: 50 }), …)`) or of a DTO class (`ListOf(() => Contact)`). Lists in
 * requests from clients always have `maxItems`.
 */
export function ListOf(item: Field | (() => Dto), { maxItems = Infinity } = {}): Field {
  const { kind } = 'kind' in item ? item : Nested(item);
  const limit = Number.isFinite(maxItems);
  const list = (several: string) => `${limit ? `of at most ${maxItems} ` : 'of '}${several}`;
  return field({
    get one() {
      return `a list ${list(kind.many)}`;
    },
    get many() {
      return `lists ${list(kind.many)}`;
    },
    accepts: (value) => Array.isArray(value) && value.length <= maxItems && value.every(kind.accepts),
    schema: (refer) => ({ type: 'array', ...(limit && { maxItems }), items: kind.schema(refer) }),
    textForm: 'json',
    items: { kind, max: maxItems },
  });
}

/** An object whose members have any name and values of one kind. */
export function RecordOf({ kind }: Field, { maxEntries }: { maxEntries: number }): Field {
  const entries = `with at most ${maxEntries} members, each of them ${kind.one}`;
  return field({
    one: `an object ${entries}`,
    many: `objects ${entries}`,
    accepts: (value) =>
      isPlainObject(value) &&
      Object.keys(value).length <= maxEntries &&
      Object.values(value).every(kind.accepts),
    schema: (refer) => ({
      type: 'object',
      maxProperties: maxEntries,
      additionalProperties: kind.schema(refer),
    }),
    textForm: 'json',
  });
}

/** Whether a value has at most `max` code points as JSON without spaces. */
export function isShortJson(value: unknown, max: number): boolean {
  const json = JSON.stringify(value);
  return json.length <= max || (json.length <= max * 2 && [...json].length <= max);
}

/** An object of any shape, of at most `max` characters when serialized without spaces. */
export function AnyObject({ max = Infinity } = {}): Field {
  const bound = Number.isFinite(max) ? ` of at most ${max} characters of JSON` : '';
  return field({
    one: `an object${bound}`,
    many: `objects${bound && `, each${bound}`}`,
    accepts: (value) => isPlainObject(value) && (!bound || isShortJson(value, max)),
    schema: () => ({ type: 'object', additionalProperties: true }),
    textForm: 'json',
  });
}

/** Any JSON value of at most `max` characters when serialized without spaces. */
export function AnyJson({ max = DEFAULT_JSON_LENGTH } = {}): Field {
  return field({
    one: `any JSON of at most ${max} characters`,
    many: `values, each any JSON of at most ${max} characters`,
    accepts: (value) => value !== undefined && isShortJson(value, max),
    schema: () => ({ description: `Any JSON of at most ${max} characters.` }),
    textForm: 'json',
  });
}

/** A reference to an uploaded file in the blob store, which services receive in place of its bytes. */
export class StoredFile {
  @Verbatim({ min: 1, max: 300 }) blob!: string;
  @Nullable() @Verbatim({ max: 255 }) filename!: string | null;
  @Verbatim({ max: 255 }) mime_type!: string;
  @Int({ min: 0 }) size!: number;
  /** Hash of the bytes, in hexadecimal. */
  @Verbatim({ min: 64, max: 64 }) sha256!: string;
}

/** Media that a service stores; the gateway sends its bytes to the client. */
export class StoredMedia {
  @Verbatim({ min: 1, max: 300 }) blob!: string;
  @Nullable() @Verbatim() filename!: string | null;
  @Verbatim() mime_type!: string;
  @Int({ min: 0 }) size!: number;
  @Verbatim() sha256!: string;
}

/** A text that the client saves as a file. */
export class TextFile {
  @Verbatim({ min: 1, max: 100 }) filename!: string;
  @Verbatim() text!: string;
}

/**
 * A file. Clients upload it as a part of a form, within the limits that the operation declares in `upload`; services
 * receive a `StoredFile`.
 */
export function UploadedFile(): Field {
  return field({
    ...Nested(() => StoredFile).kind,
    one: 'a file',
    many: 'files',
    schema: () => ({ type: 'string', format: 'binary' }),
    isFile: true,
  });
}

/** Returns whether a value is a JSON object. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the values of the member `type` that identify a class of a union. */
function typeWordsOf(dto: Dto): readonly string[] {
  const type = membersOf(dto).get('type');
  const words = type?.kind.schema(() => ({}))['enum'] as readonly string[] | undefined;
  if (!words) throw new Error(`${dto.name} stands in a union: give it @OneOf(['…']) type.`);
  return words;
}

function mappingOf(types: readonly Dto[], refer: Parameters<Kind['schema']>[0]): Record<string, unknown> {
  return Object.fromEntries(
    types.flatMap((dto) => typeWordsOf(dto).map((word) => [word, refer(dto)['$ref']])),
  );
}
