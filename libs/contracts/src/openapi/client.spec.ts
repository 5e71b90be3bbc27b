import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTypescript, { type OpenAPI3 } from 'openapi-typescript';
import { createPrinter, createSourceFile, factory, ListFormat, ScriptTarget } from 'typescript';
import { openApiDocument } from '.';
import { printRoutes } from '../testing/print-client';

const generated = join(__dirname, '../../../client/src/generated');

describe('the generated code of the client', () => {
  it.each([
    ['openapi.ts', printTypes],
    ['routes.ts', () => printRoutes(openApiDocument())],
  ])(
    'matches its committed copy: %s; to regenerate: UPDATE_SCHEMAS=1 npx jest libs/contracts',
    async (name, print) => {
      const printed = await print();
      const file = join(generated, name);
      if (process.env.UPDATE_SCHEMAS) await writeFile(file, printed);
      expect(printed === (await readFile(file, 'utf8'))).toBe(true);
    },
  );
});

/** Prints the types of openapi-typescript, with Blob as the type of files. */
async function printTypes(): Promise<string> {
  const nodes = await openapiTypescript(openApiDocument() as unknown as OpenAPI3, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // A member with a default is optional in requests.
    defaultNonNullable: false,
    transform: ({ format }) => (format === 'binary' ? factory.createTypeReferenceNode('Blob') : undefined),
  });
  const file = createSourceFile('openapi.ts', '', ScriptTarget.ES2022);
  const printed = createPrinter().printList(ListFormat.MultiLine, factory.createNodeArray(nodes), file);
  return `/* Generated from docs/openapi.json by openapi-typescript. */\n/* eslint-disable */\n\n${printed}`;
}
