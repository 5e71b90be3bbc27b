import { answerShapes, callbackShapes, shapeNamed, exampleFacts } from '.';

const shapes = [...callbackShapes, ...Object.values(answerShapes)];

describe("the provider's shapes", () => {
  it('have different names', () => {
    const names = shapes.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(shapes)('name a public source: $name', ({ source }) => {
    expect(source).toMatch(/^https:\/\/(developers\.facebook\.com|github\.com\/david-lev\/pywa)\/\S+$/);
  });

  it.each(shapes)('are what JSON can say: $name', ({ body }) => {
    expect(JSON.parse(JSON.stringify(body(exampleFacts)))).toEqual(body(exampleFacts));
  });

  it('follow shapes that exist', () => {
    const followed = shapes.flatMap(({ after }) => after ?? []);
    expect(followed.map((name) => shapeNamed(name).name)).toEqual(followed);
  });
});
