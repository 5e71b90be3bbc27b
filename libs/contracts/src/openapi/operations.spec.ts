import { Bool, OneOf, Verbatim } from '../fields';
import type { FeatureFlag } from '../flags';
import { operation } from '../operation';
import { Optional } from '../presence';
import { anyOf } from '../scopes';
import { AnyJson, ListOf, StoredFile, Union, UploadedFile } from '../structures';
import { Components } from './components';
import { operationObject } from './operations';

class TextContent {
  @OneOf(['text']) type!: 'text';
}

class PlaceContent {
  @OneOf(['location']) type!: 'location';
}

class SendThing {
  @Verbatim({ min: 1, max: 20 }) text!: string;
  @Optional() @Bool() ptt?: boolean;
  @Optional() @Union(() => [TextContent, PlaceContent]) content?: TextContent | PlaceContent;
  @Optional() @ListOf(Verbatim({ max: 5 }), { maxItems: 3 }) examples?: string[];
  @Optional() @AnyJson({ max: 50 }) product?: unknown;
  @Optional() @UploadedFile() image?: StoredFile;
  @Optional() @UploadedFile() document?: StoredFile;
}

class Thing {
  @Verbatim() text!: string;
}

const experiment: FeatureFlag = { name: 'FEATURE_EXPERIMENT_V1', default: 'off', summary: 'An experiment.' };
const established: FeatureFlag = { name: 'FEATURE_ESTABLISHED_V1', default: 'on', summary: 'A routine.' };

const sendThing = operation({
  http: 'POST /v1/messages/things',
  summary: 'Send a thing',
  scope: anyOf('templates:read', 'templates:write'),
  explicitScope: true,
  flags: [experiment, established],
  idempotency: 'required',
  upload: { image: 'image', document: 'document' },
  subject: 'rpc.spec.thing.send',
  effect: 'send',
  body: SendThing,
  output: Thing,
});

function document(definition: Parameters<typeof operationObject>[0]) {
  const components = new Components();
  const described = operationObject(definition, 'sendThing', components) as Record<string, unknown> & {
    description: string;
    requestBody: { content: Record<string, { schema: unknown }> };
    responses: Record<string, { $ref: string }>;
  };
  return { described, schemas: components.print().schemas as Record<string, Record<string, unknown>> };
}

describe('an operation in the document', () => {
  const { described, schemas } = document(sendThing);

  it('documents its scopes and feature flags', () => {
    expect(described.description).toContain(
      'Needs the scope `templates:read` or `templates:write`. The key must list it',
    );
    expect(described.description).toContain(
      'if the setting `FEATURE_EXPERIMENT_V1` is off, which is the default.',
    );
    expect(described.description).toContain('if the setting `FEATURE_ESTABLISHED_V1` is off.');
  });

  it('documents the errors for an unexpected body or query on every route, including GET', () => {
    const { described: read } = document({
      ...sendThing,
      http: 'GET /v1/messages/things',
      upload: undefined,
    });
    const statuses = (one: typeof described) => Object.keys(one.responses);
    expect(statuses(read)).toEqual(expect.arrayContaining(['413', '415', '422']));
    expect(statuses(described)).toEqual(expect.arrayContaining(['413', '415', '422']));
  });

  it.each(['required', 'optional'] as const)(
    'documents the header Idempotency-Key if it is %s',
    (idempotency) => {
      const { described: one } = document({ ...sendThing, idempotency });
      expect(one['parameters']).toEqual([
        expect.objectContaining({
          name: 'Idempotency-Key',
          in: 'header',
          required: idempotency === 'required',
        }),
      ]);
      expect(one.responses['409']!.$ref).toContain('idempotency_conflict_or_idempotency_in_flight');
      expect(one.responses['422']!.$ref.includes('idempotency_key_required')).toBe(
        idempotency === 'required',
      );
    },
  );

  it('accepts JSON without files and a form with files', () => {
    expect(described.requestBody.content).toEqual({
      'application/json': {
        schema: { $ref: '#/components/schemas/SendThing' },
        examples: { example: { value: { text: 'Text' } } },
      },
      'multipart/form-data': { schema: { $ref: '#/components/schemas/SendThingForm' } },
    });
    const membersOf = (schema: Record<string, unknown>) => Object.keys(schema['properties'] as object);
    const members = ['text', 'ptt', 'content', 'examples', 'product'];
    expect(membersOf(schemas['SendThing']!)).toEqual(members);
    expect(membersOf(schemas['SendThingForm']!)).toEqual([...members, 'image', 'document']);
    expect(schemas['SendThingForm']).toMatchObject({
      required: ['text'],
      additionalProperties: false,
      properties: { image: { type: 'string', format: 'binary' } },
    });
    expect(described.description).toContain('`image` of at most 5 MiB, `document` of at most 100 MiB');
  });

  it('has schemas for unions, lists and arbitrary JSON', () => {
    const refs = ['TextContent', 'PlaceContent'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    expect(schemas['SendThing']!['properties']).toMatchObject({
      content: {
        anyOf: [
          {
            oneOf: refs,
            discriminator: {
              propertyName: 'type',
              mapping: { text: refs[0]!.$ref, location: refs[1]!.$ref },
            },
          },
          { type: 'null' },
        ],
      },
      examples: { type: ['array', 'null'], maxItems: 3, items: { type: 'string', maxLength: 5 } },
      product: { description: 'Any JSON of at most 50 characters.' },
    });
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['TextContent', 'PlaceContent']));
  });
});
