import { isBlank } from './blank';
import { memberPart, type Kind } from './member';

/**
 * A decorator for a member that holds a single value. It also carries its kind (a rule, an English description and a
 * JSON schema), so that other kinds can be built from it, as in `ListOf(Id())`.
 */
export type Field = PropertyDecorator & { readonly kind: Kind };

/** The largest integer that client code can be expected to hold unless the schema says int64. */
const INT32_MAX = 2 ** 31 - 1;

const EXAMPLE_TIME = '2026-01-31T10:20:30.000+00:00';
const EXAMPLE_UUID = '3f2b8c5e-9d41-4c76-8a0e-1b5d7f9c2e34';
const EXAMPLE_NUMBER = '14155550123';

/** Returns the decorator that gives a member its kind. */
export function field(kind: Kind): Field {
  return Object.assign(memberPart({ kind }), { kind });
}

/** A safe integer within the inclusive bounds. */
export function Int({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}): Field {
  const format = max > INT32_MAX && { format: 'int64' };
  return field({
    one: `a whole number ${wholeRange(min, max)}`,
    many: `whole numbers ${wholeRange(min, max)}`,
    accepts: (value) => isSafeInteger(value) && value >= min && value <= max,
    schema: () => ({ type: 'integer', ...format, minimum: min, maximum: max }),
    textForm: 'integer',
  });
}

/** The identifier of a record. */
export function Id(): Field {
  return field({
    one: 'the identifier of a record, a positive whole number',
    many: 'identifiers of records, positive whole numbers',
    accepts: (value) => isSafeInteger(value) && value > 0,
    schema: () => ({ type: 'integer', format: 'int64', minimum: 1 }),
    textForm: 'integer',
  });
}

/** An identifier to filter a list by. 0 is accepted and matches nothing, since no record has it. */
export function FilterId(): Field {
  return Int({ min: 0 });
}

/** A finite number within the inclusive bounds. */
export function Decimal({ min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = {}): Field {
  return field({
    one: `a number from ${min} to ${max}`,
    many: `numbers from ${min} to ${max}`,
    accepts: (value) => typeof value === 'number' && value >= min && value <= max,
    schema: () => ({ type: 'number', minimum: min, maximum: max }),
    textForm: 'decimal',
  });
}

/** True or false. */
export function Bool(): Field {
  return field({
    one: 'true or false',
    many: 'values true or false',
    accepts: (value) => typeof value === 'boolean',
    schema: () => ({ type: 'boolean' }),
    textForm: 'boolean',
  });
}

/**
 * A name, label or subject of `min` to `max` code points. Surrounding white space and characters that hide or reorder
 * text are removed before it is measured and stored.
 */
export function Text({ min = 1, max }: { min?: number; max: number }): Field {
  return field({
    one: `text of ${textRange(min, max)} characters`,
    many: `texts of ${textRange(min, max)} characters each`,
    accepts: isText(min, max),
    schema: () => ({ type: 'string', minLength: min, maxLength: max }),
    textForm: 'text',
    isName: true,
    blankIsNull: true,
  });
}

/** Text stored unchanged: message bodies, descriptions, cursors, secrets. With `min` it must not be blank. */
export function Verbatim({ min = 0, max = Number.MAX_SAFE_INTEGER } = {}): Field {
  const isBounded = max < Number.MAX_SAFE_INTEGER;
  const isLongEnough = isText(min, max);
  return field({
    one: isBounded ? `text of ${textRange(min, max)} characters` : 'text',
    many: isBounded ? `texts of ${textRange(min, max)} characters each` : 'texts',
    accepts: (value) => isLongEnough(value) && (min === 0 || !isBlank(value as string)),
    schema: () => ({
      type: 'string',
      ...(min > 0 && { minLength: min }),
      ...(isBounded && { maxLength: max }),
    }),
    textForm: 'text',
    blankIsNull: true,
  });
}

/** A word that the service itself accepts or rejects. Stored unchanged; a blank one is not turned into null. */
export function Word({ max }: { max?: number } = {}): Field {
  return field({ ...Verbatim({ max }).kind, blankIsNull: undefined });
}

/** `min` to `max` decimal digits, as in phone numbers and dial codes. */
export function Digits({ min = 1, max = 15 } = {}): Field {
  const pattern = new RegExp(`^[0-9]{${min},${max}}$`);
  const count = min === max ? `${max}` : `${min} to ${max}`;
  return field({
    one: `text of ${count} digits, without +, spaces or dashes`,
    many: `texts of ${count} digits each, without +, spaces or dashes`,
    accepts: (value) => typeof value === 'string' && pattern.test(value),
    schema: () => ({ type: 'string', pattern: pattern.source }),
    textForm: 'text',
    blankIsNull: true,
    example: EXAMPLE_NUMBER.slice(0, max),
  });
}

/**
 * A dial code or a national number from a client. Its maximum length is generous, so that a number with too many digits
 * reaches the check against the phone metadata, which returns `invalid_phone`.
 */
export function PhoneDigits(): Field {
  return Digits({ max: 32 });
}

/** One of these words. */
export function OneOf<const V extends readonly string[]>(values: V): Field {
  return field({
    one: `one of ${values.join(', ')}`,
    many: `words, each one of ${values.join(', ')}`,
    accepts: (value) => typeof value === 'string' && values.includes(value),
    schema: () => ({ type: 'string', enum: values }),
    textForm: 'text',
  });
}

/** A UUID in upper or lower case. */
export function Uuid(): Field {
  const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
  return field({
    one: `a UUID, as in ${EXAMPLE_UUID}`,
    many: `UUIDs, as in ${EXAMPLE_UUID}`,
    accepts: (value) => typeof value === 'string' && pattern.test(value),
    schema: () => ({ type: 'string', format: 'uuid' }),
    textForm: 'text',
    example: EXAMPLE_UUID,
  });
}

/** ISO 8601 with milliseconds, in UTC with the offset `+00:00`. */
export function Timestamp(): Field {
  const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
  return field({
    one: `a timestamp in UTC, as in ${EXAMPLE_TIME}`,
    many: `timestamps in UTC, as in ${EXAMPLE_TIME}`,
    accepts: (value) => typeof value === 'string' && pattern.test(value),
    schema: () => ({ type: 'string', format: 'date-time' }),
    textForm: 'text',
    example: EXAMPLE_TIME,
  });
}

function textRange(min: number, max: number): string {
  return min > 0 ? `${min} to ${max}` : `at most ${max}`;
}

/** The largest safe integer is not worth mentioning to clients as a limit. */
function wholeRange(min: number, max: number): string {
  return max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `of at least ${min}`;
}

function isSafeInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isText(min: number, max: number): (value: unknown) => boolean {
  return (value) => {
    if (typeof value !== 'string' || value.length > max * 2) return false;
    const codePoints = value.length > max || value.length < min * 2 ? [...value].length : value.length;
    return codePoints >= min && codePoints <= max;
  };
}
