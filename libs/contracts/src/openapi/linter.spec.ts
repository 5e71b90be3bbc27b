import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Document, Spectral, type RulesetDefinition } from '@stoplight/spectral-core';
import * as Parsers from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';
import { openApiDocument } from '.';

const source = JSON.stringify(openApiDocument('https://api.chat.test'));

/** The linters run their rule sets as published, warnings included: no rule is disabled and no path is excluded. */
describe('the OpenAPI document', () => {
  it("satisfies Redocly's recommended-strict rules", async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source, config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it("satisfies Spectral's oas rules", async () => {
    const spectral = new Spectral();
    spectral.setRuleset(oas as RulesetDefinition);
    const problems = await spectral.run(new Document(source, Parsers.Json));
    expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
  });
});
