import fc from 'fast-check';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { openApiDocument } from '@chat/contracts/openapi';
import { valuesOf } from './values';

const document = openApiDocument();
const bodies = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(
    methods as Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>,
  ).flatMap(([method, { requestBody }]) => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema ? [[`${method} ${path}`, schema] as const] : [];
  }),
);

describe('the values of a schema', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  ajv.addSchema(document, 'document');

  it.each(bodies)('are allowed by the schema: %s', (_, schema) => {
    const { $ref } = schema as { $ref: string };
    const isValid = ajv.compile({ $ref: `document${$ref}` });
    const values = fc.sample(valuesOf(schema as Record<string, unknown>, document), { numRuns: 50, seed: 7 });
    expect(values.filter((value) => !isValid(value))).toEqual([]);
  });

  it('are the same for the same seed', () => {
    const sample = () =>
      fc.sample(valuesOf({ type: 'string', maxLength: 20 }, document), { numRuns: 20, seed: 3 });
    expect(sample()).toEqual(sample());
  });
});
