import { aboutOf } from '../about';
import { membersOf, type Dto, type Member } from '../member';
import type { Components, Json } from './components';

/**
 * `answered`: new members may come in a later version, so a client takes what it does not know.
 * `sent`: JSON from a client. An unknown member is refused, and files do not fit in.
 * `uploaded`: the same as a form, which holds files too.
 */
export type Direction = 'sent' | 'uploaded' | 'answered';

/** The reference to the schema of a DTO class, which is put among the components under the name of the class. */
export function schemaOf(dto: Dto, direction: Direction, components: Components): Json {
  const part = direction === 'uploaded' ? 'sent' : direction;
  const members = [...membersOf(dto).values()].filter(({ kind }) => !kind.isFile || direction !== 'sent');
  const words = aboutOf(dto);
  return components.add('schemas', direction === 'uploaded' ? `${dto.name}Form` : dto.name, {
    ...(words !== undefined && { description: words }),
    ...objectSchema(
      Object.fromEntries(
        members.map((member) => [
          member.name,
          memberSchema(member, (nested) => schemaOf(nested, part, components)),
        ]),
      ),
      { required: members.filter(({ mayBeAbsent }) => !mayBeAbsent).map(({ name }) => name) },
    ),
    ...(direction !== 'answered' && { additionalProperties: false }),
  });
}

/** @param refer returns the reference to the schema of a nested class. */
export function memberSchema(member: Member, refer: (nested: Dto) => Json): Json {
  const schema = member.kind.schema(refer);
  const isNullable = (member.mayBeNull || member.nullIsAbsent) && !member.kind.isFile;
  return {
    ...(isNullable ? orNull(schema) : schema),
    ...(member.about !== undefined && { description: member.about }),
    ...(member.standard !== undefined && { default: member.standard }),
  };
}

/** The schema of an object; all of its members are required by default. */
export function objectSchema(properties: Json, { required = Object.keys(properties) } = {}): Json {
  return { type: 'object', ...(required.length > 0 && { required }), properties };
}

function orNull(schema: Json): Json {
  if ('$ref' in schema || 'oneOf' in schema) return { anyOf: [schema, { type: 'null' }] };
  // A schema without a type lets anything pass, null too.
  if (!('type' in schema)) return schema;
  const values = schema['enum'] as unknown[] | undefined;
  return { ...schema, type: [schema['type'], 'null'], ...(values && { enum: [...values, null] }) };
}
