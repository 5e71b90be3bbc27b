import 'reflect-metadata';
import {
  IsOptional,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationArguments,
} from 'class-validator';

/**
 * The vocabulary of the DTOs: one decorator a member, each with one rule, one English sentence and the JSON schema
 * that the documentation is printed from.
 */

/** A DTO class. Members carry the decorators of this file. */
export type Dto<T extends object = object> = new () => T;

/** JSON schema of a member, kept as the constraint's first value. */
export type FieldSchema = Record<string, unknown>;

/** The most that programs hold in an integer unless the schema says int64. */
const INT32_MAX = 2 ** 31 - 1;

const TRIMMED = 'chat:trimmed';
const nestedTypes = new Map<object, Map<string, () => Dto>>();

/** The DTO class of a nested member, if it has one. */
export function nestedType(dto: Dto, member: string): Dto | undefined {
  for (
    let prototype = dto.prototype as object | null;
    prototype;
    prototype = Object.getPrototypeOf(prototype) as object
  ) {
    const type = nestedTypes.get(prototype)?.get(member);
    if (type) return type();
  }
  return undefined;
}

/** Whether white space around the texts of a member is trimmed. */
export function isTrimmed(dto: Dto, member: string): boolean {
  return Reflect.hasMetadata(TRIMMED, dto.prototype as object, member);
}

/** A safe integer within the bounds (both included). */
export function Int({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
} = {}): PropertyDecorator {
  return field(
    { type: 'integer', ...(max > INT32_MAX && { format: 'int64' }), minimum: min, maximum: max },
    (value) => Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max,
    `must be a whole number ${wholeRange(min, max)}`,
  );
}

/** The identifier of a record. */
export function Id(): PropertyDecorator {
  return field(
    { type: 'integer', format: 'int64', minimum: 1 },
    (value) => Number.isSafeInteger(value) && (value as number) > 0,
    'must be the identifier of a record, a positive whole number',
  );
}

/** A finite number within the bounds (both included). */
export function Decimal({ min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = {}): PropertyDecorator {
  return field(
    { type: 'number', minimum: min, maximum: max },
    (value) => typeof value === 'number' && value >= min && value <= max,
    `must be a number from ${min} to ${max}`,
  );
}

/** True or false. */
export function Bool(): PropertyDecorator {
  return field({ type: 'boolean' }, (value) => typeof value === 'boolean', 'must be true or false');
}

/** Text of `min` to `max` code points. White space around it is trimmed before it is measured and stored. */
export function Text({ min = 1, max }: { min?: number; max: number }): PropertyDecorator {
  return all(
    Reflect.metadata(TRIMMED, true),
    field(
      { type: 'string', minLength: min, maxLength: max },
      isText(min, max),
      `must be text of ${textRange(min, max)} characters`,
    ),
  );
}

/** Text kept as it came: message bodies, cursors, secrets. */
export function Verbatim({ min = 0, max = Number.MAX_SAFE_INTEGER } = {}): PropertyDecorator {
  const limits = {
    ...(min > 0 && { minLength: min }),
    ...(max < Number.MAX_SAFE_INTEGER && { maxLength: max }),
  };
  const sentence =
    max < Number.MAX_SAFE_INTEGER ? `must be text of ${textRange(min, max)} characters` : 'must be text';
  return field({ type: 'string', ...limits }, isText(min, max), sentence);
}

/** `min` to `max` decimal digits, as phone numbers and dial codes are written. */
export function Digits({ min = 1, max = 15 } = {}): PropertyDecorator {
  const pattern = new RegExp(`^[0-9]{${min},${max}}$`);
  return field(
    { type: 'string', pattern: pattern.source },
    (value) => typeof value === 'string' && pattern.test(value),
    `must be text of ${min} to ${max} digits, without +, spaces or dashes`,
  );
}

/** One of these words. */
export function OneOf<const V extends readonly string[]>(values: V): PropertyDecorator {
  return field(
    { type: 'string', enum: values },
    (value) => typeof value === 'string' && values.includes(value),
    `must be one of ${values.join(', ')}`,
  );
}

/** A list of texts, each of 1 to `max` code points. */
export function TextList({ max, maxItems }: { max: number; maxItems: number }): PropertyDecorator {
  const isItem = isText(1, max);
  return field(
    { type: 'array', maxItems, items: { type: 'string', minLength: 1, maxLength: max } },
    (value) => Array.isArray(value) && value.length <= maxItems && value.every(isItem),
    `must be a list of at most ${maxItems} texts of 1 to ${max} characters each`,
  );
}

/** ISO 8601 with milliseconds, in UTC written as `+00:00`. */
export function Timestamp(): PropertyDecorator {
  const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
  return field(
    { type: 'string', format: 'date-time' },
    (value) => typeof value === 'string' && pattern.test(value),
    'must be a timestamp in UTC, as in 2026-01-31T10:20:30.000+00:00',
  );
}

/** An object of any shape. */
export function AnyObject(): PropertyDecorator {
  return field({ type: 'object' }, isPlainObject, 'must be an object');
}

/** An object of the given DTO class. */
export function Nested(type: () => Dto): PropertyDecorator {
  return all(nested(type), field({ type: 'object' }, isPlainObject, 'must be an object'), ValidateNested());
}

/** A list of objects of the given DTO class. */
export function ListOf(type: () => Dto): PropertyDecorator {
  return all(
    nested(type),
    field(
      { type: 'array' },
      (value) => Array.isArray(value) && value.every(isPlainObject),
      'must be a list of objects',
    ),
    ValidateNested({ each: true }),
  );
}

/** The member may be left out; null counts as left out. For what clients send. */
export function Optional(): PropertyDecorator {
  return IsOptional();
}

/** The member may be left out, and what it says then stays as it is. For updates; null needs `Nullable` as well. */
export function IfGiven(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** The member may be null. What we answer is there all the same; an update (`IfGiven`) is cleared by it. */
export function Nullable(): PropertyDecorator {
  return ValidateIf((_, value) => value !== null);
}

function field(schema: FieldSchema, test: (value: unknown) => boolean, sentence: string): PropertyDecorator {
  return ValidateBy({
    name: 'field',
    constraints: [schema],
    validator: { validate: test, defaultMessage: (args) => describe(args, sentence) },
  });
}

function describe(args: ValidationArguments | undefined, sentence: string): string {
  const name = args?.property ?? 'The value';
  switch (args?.value) {
    case undefined:
      return `${name} is required. It ${sentence}.`;
    case null:
      return `${name} cannot be null. It ${sentence}.`;
    default:
      return `${name} ${sentence}.`;
  }
}

function textRange(min: number, max: number): string {
  return min > 0 ? `${min} to ${max}` : `at most ${max}`;
}

/** The largest number that is safe is no limit that anybody wants to read. */
function wholeRange(min: number, max: number): string {
  return max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `of at least ${min}`;
}

function nested(type: () => Dto): PropertyDecorator {
  return (prototype, member) => {
    const members = nestedTypes.get(prototype) ?? new Map<string, () => Dto>();
    nestedTypes.set(prototype, members.set(String(member), type));
  };
}

function all(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (prototype, member) => decorators.forEach((decorate) => decorate(prototype, member));
}

function isText(min: number, max: number): (value: unknown) => boolean {
  return (value) => {
    if (typeof value !== 'string' || value.length > max * 2) return false;
    const codePoints = value.length > max || value.length < min * 2 ? [...value].length : value.length;
    return codePoints >= min && codePoints <= max;
  };
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
