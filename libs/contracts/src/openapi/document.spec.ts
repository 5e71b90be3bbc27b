import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '.';

const file = join(__dirname, '../../../../docs/openapi.json');

/** Returns every value of this member, at any depth. */
function valuesOf(member: string, part: unknown): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]): unknown[] =>
    name === member ? [value] : valuesOf(member, value),
  );
}

describe('the OpenAPI document', () => {
  const document = openApiDocument();

  it('matches its committed copy; to regenerate: UPDATE_SCHEMAS=1 npx jest libs/contracts', async () => {
    const printed = `${JSON.stringify(document, null, 2)}\n`;
    if (process.env.UPDATE_SCHEMAS) await writeFile(file, printed);
    expect(printed).toBe(await readFile(file, 'utf8'));
  });

  it('refers to each of its components and to no others', () => {
    const { securitySchemes, ...referable } = document.components;
    const names = Object.entries(referable).flatMap(([section, parts]) =>
      Object.keys(parts).map((name) => `#/components/${section}/${name}`),
    );
    expect([...new Set(valuesOf('$ref', document))].sort()).toEqual(names.sort());
    expect([
      ...new Set(
        valuesOf('security', document)
          .flat()
          .flatMap((one) => Object.keys(one as object)),
      ),
    ]).toEqual(Object.keys(securitySchemes!));
  });

  it('has the version of the build', () => {
    const manifest = readFileSync(join(__dirname, '../../../../package.json'), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    expect(document['info']).toMatchObject({ version });
  });

  it('names the body of every success, and gives a response no name of another schema', () => {
    const { responses, schemas } = document.components as Record<string, Record<string, object>>;
    const successes = Object.keys(responses!).filter((name) => name.endsWith('Response'));
    expect(successes.length).toBeGreaterThan(50);
    for (const name of successes) {
      const schema = { $ref: `#/components/schemas/${name}` };
      expect(responses![name]).toMatchObject({ content: { 'application/json': { schema } } });
    }
    expect(Object.keys(responses!).filter((name) => name in schemas! && !successes.includes(name))).toEqual(
      [],
    );
  });

  it('requires the body of every operation that takes one, but for a sync of everything', () => {
    const bodies = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).filter((operation) => operation['requestBody'] !== undefined),
    ) as { operationId: string; requestBody: { required: boolean } }[];
    const optional = bodies.filter(({ requestBody }) => !requestBody.required);
    expect(optional.map(({ operationId }) => operationId)).toEqual(['syncTemplates']);
  });

  it('contains the URL of the API', () => {
    expect(openApiDocument('https://api.example.com/chat')['servers']).toEqual([
      { url: 'https://api.example.com/chat' },
    ]);
  });

  it('gives every operation a unique id and lists its error codes', () => {
    const ids = valuesOf('operationId', document);
    expect(new Set(ids).size).toBe(ids.length);
    expect(document.paths['/v1/contacts']!['post']).toMatchObject({
      operationId: 'createContact',
      responses: {
        '201': { $ref: '#/components/responses/ContactResultResponse' },
        '409': { $ref: '#/components/responses/duplicate_contact' },
        '422': { $ref: '#/components/responses/validation_error_or_invalid_phone' },
      },
    });
  });
});
