import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { needsFile } from './operations';
import { openApiDocument } from '.';
import { Example } from '../about';
import { Empty } from '../empty';
import { Bool, Digits, Id, Int, OneOf, Text, Timestamp } from '../fields';
import { parse } from '../parse';
import { IfGiven, Nullable, Optional } from '../presence';
import { ListOf, Nested } from '../structures';
import { operationNames } from '../table';
import { exampleOf } from './examples';

class Part {
  @Id() id!: number;
  @Text({ min: 6, max: 9 }) name!: string;
}

class Sample {
  @Example(7) @Id() id!: number;
  @Int({ min: 3 }) count!: number;
  @Bool() isNew!: boolean;
  @OneOf(['a', 'b']) choice!: 'a' | 'b';
  @Digits({ max: 4 }) code!: string;
  @Timestamp() at!: string;
  @Nullable() @Id() gone!: number | null;
  @Optional() @Id() extra?: number;
  @Example('here') @IfGiven() @Text({ max: 9 }) given?: string;
  @Example({ id: 9 }) @Nullable() @Nested(() => Part) part!: Part | null;
  @ListOf(() => Part) parts!: Part[];
}

const sample = {
  id: 7,
  count: 3,
  isNew: true,
  choice: 'a',
  code: '1415',
  at: '2026-01-31T10:20:30.000+00:00',
  gone: null,
  given: 'here',
  part: { id: 9, name: 'TextText' },
  parts: [{ id: 1, name: 'TextText' }],
};

describe('the example of a DTO class', () => {
  it('uses the examples of its members, and valid values where they have none', () => {
    expect(exampleOf(Sample)).toEqual(sample);
    expect(() => parse(Sample, exampleOf(Sample), 'refused')).not.toThrow();
  });

  it('applies overrides at any depth', () => {
    const differences = { choice: 'b', gone: 4, part: { name: 'Harbour' } };
    expect(exampleOf(Sample, differences)).toEqual({
      ...sample,
      choice: 'b',
      gone: 4,
      part: { id: 1, name: 'Harbour' },
    });
  });
});

interface Described {
  readonly schema: object;
  /** The example of a parameter. */
  readonly example?: unknown;
  readonly examples?: Record<string, { value: unknown }>;
}

const document = openApiDocument();

/** Yields every place of the document that has a schema and may have examples, with its JSON pointer. */
function* placesIn(part: unknown, pointer = ''): Iterable<[string, Described]> {
  if (typeof part !== 'object' || part === null) return;
  if ('schema' in part && !('properties' in part)) yield [pointer, part as Described];
  for (const [name, value] of Object.entries(part)) {
    yield* placesIn(value, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

const places = [...placesIn(document)];
const isJson = ([pointer]: (typeof places)[number]) => pointer.endsWith('/application~1json');
const examplesOf = ({ example, examples = {} }: Described) => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map(({ value }) => value),
];

describe('the examples of the document', () => {
  it('exist for every JSON body except the document itself', () => {
    const bare = places.filter(isJson).filter(([, place]) => examplesOf(place).length === 0);
    expect(bare.map(([pointer]) => pointer)).toEqual([
      '/paths/~1openapi.json/get/responses/200/content/application~1json',
    ]);
  });

  it('are valid against their schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(ajv);
    ajv.addSchema(document, 'document');
    const wrong = places.flatMap(([pointer, place]) => {
      const validate = ajv.compile({ $ref: `document#${encodeURI(pointer)}/schema` });
      return examplesOf(place)
        .filter((example) => !validate(example))
        .map(() => [pointer, validate.errors]);
    });
    expect(wrong).toEqual([]);
  });

  it('are accepted by the operations', () => {
    for (const [{ http, role, body, examples }] of operationNames) {
      if (!http || role || !body || body === Empty || needsFile(body)) continue;
      for (const example of Object.values(examples ?? { one: exampleOf(body) })) {
        expect(() => parse(body, example, 'refused')).not.toThrow();
      }
    }
  });
});
