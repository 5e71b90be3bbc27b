import { aboutOf } from '../about';
import type { Dto } from '../fields';
import type { Components, Json } from './components';
import { membersOf } from './members';

/**
 * `answered`: new members may come in a later version, so a client takes what it does not know.
 * `sent`: an unknown member is refused.
 */
export type Direction = 'sent' | 'answered';

/** The reference to the schema of a DTO class, which is put among the components under the name of the class. */
export function schemaOf(dto: Dto, direction: Direction, components: Components): Json {
  const members = membersOf(dto, (nested) => schemaOf(nested, direction, components));
  const words = aboutOf(dto);
  return components.add('schemas', dto.name, {
    ...(words !== undefined && { description: words }),
    ...objectSchema(Object.fromEntries(members.map(({ name, schema }) => [name, schema])), {
      required: members.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    }),
    ...(direction === 'sent' && { additionalProperties: false }),
  });
}

/** The schema of an object; all of its members are required unless told. */
export function objectSchema(properties: Json, { required = Object.keys(properties) } = {}): Json {
  return { type: 'object', ...(required.length > 0 && { required }), properties };
}
