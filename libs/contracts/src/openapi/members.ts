import { getMetadataStorage, type MetadataStorage } from 'class-validator';
import { aboutOf, defaultOf } from '../about';
import { nestedType, type Dto, type FieldSchema } from '../fields';
import { memberNames } from '../parse';
import type { Json } from './components';

type Rule = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

/** A member of a DTO class as the documentation shows it. */
export interface Member {
  name: string;
  schema: Json;
  isRequired: boolean;
}

/**
 * The members of a DTO class, in the order of their declaration.
 * @param refer gives the reference to the schema of a nested class.
 */
export function membersOf(dto: Dto, refer: (nested: Dto) => Json): Member[] {
  return [...memberNames(dto)].map((name) => {
    const rules = rulesOf(dto, name);
    const schema = typeOf(dto, name, rules, refer);
    const isNullable = isAccepted(rules, name, null);
    const words = aboutOf(dto, name);
    const standard = defaultOf(dto, name);
    return {
      name,
      schema: {
        ...(isNullable ? orNull(schema) : schema),
        ...(words !== undefined && { description: words }),
        ...(standard !== undefined && { default: standard }),
      },
      isRequired: !isAccepted(rules, name, undefined),
    };
  });
}

function rulesOf(dto: Dto, member: string): Rule[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  return rules.filter(({ propertyName }) => propertyName === member);
}

function typeOf(dto: Dto, member: string, rules: Rule[], refer: (nested: Dto) => Json): Json {
  const [schema] = rules.find(({ name }) => name === 'field')!.constraints as [FieldSchema];
  const nested = nestedType(dto, member);
  if (!nested) return schema;
  return schema['type'] === 'array' ? { ...schema, items: refer(nested) } : refer(nested);
}

/** Whether validation lets a value pass unseen: asked of its own conditions, so that the two cannot differ. */
function isAccepted(rules: Rule[], member: string, value: null | undefined): boolean {
  const conditions = rules.filter(({ type }) => type === 'conditionalValidation');
  return conditions.some(({ constraints: [isChecked] }) => {
    const check = isChecked as (object: object, value: unknown) => boolean;
    return !check({ [member]: value }, value);
  });
}

function orNull(schema: Json): Json {
  if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] };
  const values = schema['enum'] as unknown[] | undefined;
  return { ...schema, type: [schema['type'], 'null'], ...(values && { enum: [...values, null] }) };
}
