import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Document, Spectral, type RulesetDefinition } from '@stoplight/spectral-core';
import * as Parsers from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';
import { openApiDocument } from '.';

const source = JSON.stringify(openApiDocument('https://api.chat.test'));

/** Their rules as they come, warnings included: none is switched off, and no place is left out. */
describe('the OpenAPI document satisfies linters that nobody here wrote:', () => {
  it("Redocly's recommended-strict", async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source, config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it("Spectral's oas", async () => {
    const spectral = new Spectral();
    spectral.setRuleset(oas as RulesetDefinition);
    const problems = await spectral.run(new Document(source, Parsers.Json));
    expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
  });
});
