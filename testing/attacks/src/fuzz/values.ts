import fc from 'fast-check';

type Json = Record<string, unknown>;
type Arbitrary = fc.Arbitrary<unknown>;

/** Longer texts and lists make requests larger without finding more. */
const LONGEST_TEXT = 200;
const LONGEST_LIST = 4;

/** Values that a schema of the document allows, with an emphasis on edge cases. */
export function valuesOf(schema: Json, document: Json): Arbitrary {
  const {
    $ref,
    enum: words,
    anyOf,
    oneOf,
    type,
  } = schema as {
    $ref?: string;
    enum?: unknown[];
    anyOf?: Json[];
    oneOf?: Json[];
    type?: string | string[];
  };
  if ($ref !== undefined) return valuesOf(at(document, $ref), document);
  if (words) return fc.constantFrom(...words);
  const choices =
    anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((one) => ({ ...schema, type: one })) : null);
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, document)));
  return ofType(schema, document);
}

/** Values that are probably invalid for any member. */
export const strangeValues: Arbitrary = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', ' ', 0, -1, 2 ** 53, 1e308, [], {}, [[]], '\u0000', '\ud800'),
  fc.string({ unit: 'binary', maxLength: LONGEST_TEXT }),
  fc.jsonValue({ maxDepth: 3 }),
);

function ofType(schema: Json, document: Json): Arbitrary {
  switch (schema['type']) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer': {
      const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema as Record<string, number>;
      return fc.maxSafeInteger().map((value) => Math.min(Math.max(value, minimum), maximum));
    }
    case 'number': {
      const { minimum: min = -1e9, maximum: max = 1e9 } = schema as Record<string, number>;
      return fc.double({ min, max, noNaN: true });
    }
    case 'string':
      return texts(schema);
    case 'array':
      return fc.array(valuesOf(schema['items'] as Json, document), { maxLength: LONGEST_LIST });
    case 'object':
      return objects(schema, document);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function texts({ pattern, format, minLength = 0, maxLength = LONGEST_TEXT }: Json): Arbitrary {
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const max = Math.max(Math.min(maxLength as number, LONGEST_TEXT), minLength as number);
  // A grapheme may be of several code points, which is what a schema counts.
  return fc
    .string({ unit: 'grapheme', minLength: minLength as number, maxLength: max })
    .map((text) => [...text].slice(0, max).join(''));
}

function objects({ properties = {}, required = [] }: Json, document: Json): Arbitrary {
  const members = Object.entries(properties as Record<string, Json>).map(([name, schema]) => [
    name,
    valuesOf(schema, document),
  ]);
  return fc.record(Object.fromEntries(members) as Record<string, Arbitrary>, {
    requiredKeys: required as string[],
  });
}

/** Resolves a JSON pointer. */
export function at(document: Json, pointer: string): Json {
  const names = pointer.split('/').slice(1);
  return names.reduce<Json>((part, name) => part[name.replaceAll('~1', '/')] as Json, document);
}
