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
        '201': { $ref: '#/components/responses/ContactResult' },
        '409': { $ref: '#/components/responses/duplicate_contact' },
        '422': { $ref: '#/components/responses/validation_error_or_invalid_phone' },
      },
    });
  });
});
