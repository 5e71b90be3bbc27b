import { aboutOf } from '../about';
import { isRequired, membersOf, type Dto, type Member } from '../member';
import type { Components, Json } from './components';

/**
 * How a value travels: as `json`, which cannot contain files, or as a `form`, which can. The legacy surfaces ignore
 * unknown members in both.
 */
export type Shape = 'json' | 'form' | 'legacyJson' | 'legacyForm';

interface Traits {
  readonly nameOf: (name: string) => string;
  readonly isOpen?: true;
  readonly holdsFiles?: true;
  /** The shape of nested objects. */
  readonly inside: Shape;
}

const traits: Readonly<Record<Shape, Traits>> = {
  json: { nameOf: (name) => name, inside: 'json' },
  form: { nameOf: (name) => `${name}Form`, holdsFiles: true, inside: 'json' },
  legacyJson: { nameOf: (name) => `Legacy${name}`, isOpen: true, inside: 'legacyJson' },
  legacyForm: { nameOf: (name) => `Legacy${name}Form`, isOpen: true, holdsFiles: true, inside: 'legacyJson' },
};

/**
 * Returns a reference to the schema of a DTO class, and adds the schema to the components under the name of the class.
 */
export function schemaOf(dto: Dto, shape: Shape, components: Components): Json {
  return components.add('schemas', traits[shape].nameOf(dto.name), dtoSchema(dto, shape, components));
}

/** Returns the schema of a DTO class. */
export function dtoSchema(dto: Dto, shape: Shape, components: Components): Json {
  const { isOpen, holdsFiles, inside } = traits[shape];
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
      { required: members.filter(isRequired).map(({ name }) => name) },
    ),
    ...(isOpen && { additionalProperties: true }),
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

/** Returns the schema of an object that has exactly these members; all of them are required by default. */
export function objectSchema(properties: Json, { required = Object.keys(properties) } = {}): Json {
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties,
    additionalProperties: false,
  };
}

function orNull(schema: Json): Json {
  if ('$ref' in schema || 'oneOf' in schema) return { anyOf: [schema, { type: 'null' }] };
  // A schema without a type already accepts anything, including null.
  if (!('type' in schema)) return schema;
  const values = schema['enum'] as unknown[] | undefined;
  return { ...schema, type: [schema['type'], 'null'], ...(values && { enum: [...values, null] }) };
}
