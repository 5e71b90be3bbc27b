import { About, Default } from '../about';
import { Id, Int, OneOf, Text } from '../fields';
import { IfGiven, Nullable, Optional } from '../presence';
import { ListOf, Nested } from '../structures';
import { Components } from './components';
import { schemaOf, type Shape } from './schemas';

class Part {
  @Text({ max: 3 }) name!: string;
}

@About('A sample.')
class Sample {
  @Id() id!: number;
  @About('How many.') @Default(1) @Optional() @Int({ min: 1, max: 5 }) count?: number;
  @Default(2) @Int({ min: 1 }) size!: number;
  @Nullable() @OneOf(['a', 'b']) choice!: string | null;
  @IfGiven() @Int({ min: 0 }) change?: number;
  @IfGiven() @Nullable() @Text({ max: 3 }) clearable?: string | null;
  @Nested(() => Part) part!: Part;
  @Nullable() @Nested(() => Part) gone!: Part | null;
  @ListOf(() => Part) parts!: Part[];
}

function schemasOf(dto: new () => object, shape: Shape): Record<string, unknown> {
  const components = new Components();
  schemaOf(dto, shape, components);
  return components.print().schemas;
}

describe('the schema of a DTO class', () => {
  const part = { $ref: '#/components/schemas/Part' };

  it('describes what validation accepts for each member', () => {
    expect(schemasOf(Sample, 'json')['Sample']).toEqual({
      description: 'A sample.',
      type: 'object',
      required: ['id', 'choice', 'part', 'gone', 'parts'],
      properties: {
        id: { type: 'integer', format: 'int64', minimum: 1 },
        count: { type: ['integer', 'null'], minimum: 1, maximum: 5, description: 'How many.', default: 1 },
        size: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 2 },
        choice: { type: ['string', 'null'], enum: ['a', 'b', null] },
        change: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        clearable: { type: ['string', 'null'], minLength: 1, maxLength: 3 },
        part,
        gone: { anyOf: [part, { type: 'null' }] },
        parts: { type: 'array', items: part },
      },
      additionalProperties: false,
    });
  });

  it('allows only declared members, at any depth', () => {
    expect(schemasOf(Sample, 'json')['Part']).toMatchObject({ additionalProperties: false });
  });

  it('has a unique name', () => {
    const other = { Part: class Part extends Sample {} }.Part;
    const components = new Components();
    schemaOf(Part, 'json', components);
    expect(() => schemaOf(other, 'json', components)).toThrow('Two different schemas are named Part.');
  });
});
