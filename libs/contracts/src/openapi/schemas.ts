import { aboutOf } from '../about';
import { membersOf, type Dto, type Member } from '../member';
import type { Components, Json } from './components';

/**
 * `answered`: new members may come in a later version, so a client takes what it does not know.
 * `sent`: JSON from a client. An unknown member is refused, and files do not fit in.
 * `uploaded`: the same as a form, which holds files too.
 * `legacySent`, `legacyUploaded`: the same on the legacy surfaces, which ignore unknown members.
 */
export type Direction = 'sent' | 'uploaded' | 'legacySent' | 'legacyUploaded' | 'answered';

interface Traits {
  readonly nameOf: (name: string) => string;
  readonly refusesUnknown?: true;
  readonly holdsFiles?: true;
  /** The direction of the objects inside. */
  readonly inside: Direction;
}

const traits: Readonly<Record<Direction, Traits>> = {
  answered: { nameOf: (name) => name, inside: 'answered' },
  sent: { nameOf: (name) => name, refusesUnknown: true, inside: 'sent' },
  uploaded: { nameOf: (name) => `${name}Form`, refusesUnknown: true, holdsFiles: true, inside: 'sent' },
  legacySent: { nameOf: (name) => `Legacy${name}`, inside: 'legacySent' },
  legacyUploaded: { nameOf: (name) => `Legacy${name}Form`, holdsFiles: true, inside: 'legacySent' },
};

/** The reference to the schema of a DTO class, which is put among the components under the name of the class. */
export function schemaOf(dto: Dto, direction: Direction, components: Components): Json {
  return components.add('schemas', traits[direction].nameOf(dto.name), dtoSchema(dto, direction, components));
}

/** The schema of a DTO class itself. */
export function dtoSchema(dto: Dto, direction: Direction, components: Components): Json {
  const { refusesUnknown, holdsFiles, inside } = traits[direction];
  const members = [...membersOf(dto).values()].filter(({ kind }) => holdsFiles || !kind.isFile);
  const words = aboutOf(dto);
  return {
    ...(words !== undefined && { description: words }),
    ...objectSchema(
      Object.fromEntries(
        members.map((member) => [
          member.name,
          memberSchema(member, (nested) => schemaOf(nested, inside, components)),
        ]),
      ),
      { required: members.filter(({ mayBeAbsent }) => !mayBeAbsent).map(({ name }) => name) },
    ),
    ...(refusesUnknown && { additionalProperties: false }),
  };
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
