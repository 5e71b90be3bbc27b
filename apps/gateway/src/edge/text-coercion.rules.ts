import 'reflect-metadata';
import { memberNames, type Dto } from '@chat/contracts';

/** What a path or a query string gives: a text for each name, or several where it was repeated. */
export type TextValues = Readonly<Record<string, unknown>>;

/**
 * Makes the function that turns the texts of a path or a query string into the types that a DTO class declares for
 * its members: plain digits into numbers, `true` and `false` into booleans. What does not fit stays as it is, for
 * validation to name.
 */
export function textCoercion(dto: Dto): (values: TextValues) => Record<string, unknown> {
  const types = new Map(
    [...memberNames(dto)].map((name) => [
      name,
      Reflect.getMetadata('design:type', dto.prototype as object, name) as unknown,
    ]),
  );
  return (values) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, coerceText(types.get(name), value)]),
    );
}

function coerceText(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === Number) return toSafeInteger(value) ?? value;
  if (type === Boolean && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** JSON has no word for an infinite number, so one that is not safe stays a text. */
function toSafeInteger(text: string): number | undefined {
  const value = /^-?\d+$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}
