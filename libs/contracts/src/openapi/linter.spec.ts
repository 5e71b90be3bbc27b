import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from '.';

describe('the OpenAPI document', () => {
  it('satisfies a linter that nobody here wrote', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // The code is not licensed to the public.
        'info-license': 'off',
        // Health checks and the document itself refuse nobody.
        'operation-4xx-response': 'off',
      },
    });
    const source = JSON.stringify(openApiDocument('https://api.chat.test'));
    const problems = await lintFromString({ source, config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });
});
