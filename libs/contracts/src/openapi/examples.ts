import type { Dto, Kind, Member } from '../member';
import { membersOf } from '../member';
import { isPlainObject } from '../structures';
import type { Json } from './components';

/**
 * Returns a valid object of a DTO class, made of the examples of its members. A member without an example is omitted if
 * it may be absent, null if it may be null, and otherwise has a value that its kind allows.
 * @param differences override those examples, at any depth.
 */
export function exampleOf(dto: Dto, differences: Json = {}): Json {
  const entries = [...membersOf(dto).values()]
    .filter(({ kind }) => !kind.isFile)
    .map((member) => [member.name, memberExample(member, differences[member.name])]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Json;
}

/** Returns the example of one member; undefined if the documentation shows none. */
export function memberExample(member: Member, difference?: unknown): unknown {
  const { kind, example, mayBeAbsent, mayBeNull, standard } = member;
  if (difference !== undefined) return isPlainObject(difference) ? valueOf(kind, difference) : difference;
  if (example !== undefined) return isPlainObject(example) ? valueOf(kind, example) : example;
  if (mayBeAbsent) return undefined;
  if (standard !== undefined) return standard;
  return mayBeNull ? null : valueOf(kind);
}

function valueOf(kind: Kind, differences: Json = {}): unknown {
  if (kind.example !== undefined) return kind.example;
  if (kind.items) return [valueOf(kind.items.kind)];
  const classes: Dto[] = [];
  const schema = kind.schema((dto) => {
    classes.push(dto);
    return {};
  });
  return classes[0] ? exampleOf(classes[0], differences) : ofSchema(schema, differences);
}

function ofSchema(schema: Json, differences: Json): unknown {
  const { minimum = 1, minLength = 1, maxLength = 100 } = schema as Readonly<Record<string, number>>;
  const words = schema['enum'] as unknown[] | undefined;
  if (words) return words[0];
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return Math.max(minimum, 1);
    case 'boolean':
      return true;
    case 'string':
      return 'Text'.repeat(Math.ceil(minLength / 4)).slice(0, maxLength);
    default:
      return differences;
  }
}
