import { answerShapes, callbackShapes, shapeNamed, type Facts } from '.';

const facts: Facts = {
  wabaId: '100000000000001',
  phoneNumberId: '200000000000002',
  business: '4930100000001',
  appId: '900000000000001',
  now: 1_790_000_000,
  id: 'wamid.SHAPE',
  theirs: 'wamid.THEIRS',
  ours: 'wamid.OURS',
  media: { id: '1339017321000001', sha256: 'yDQsnRLlfYmiSXyRSbQe9CyVzL6cWlvVHkL4PMdbMLA=' },
  template: '1689556908129832',
};
const shapes = [...callbackShapes, ...answerShapes];

describe("the provider's shapes", () => {
  it('have different names', () => {
    const names = shapes.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(shapes)('name a public source: $name', ({ source }) => {
    expect(source).toMatch(/^https:\/\/(developers\.facebook\.com|github\.com\/david-lev\/pywa)\/\S+$/);
  });

  it.each(shapes)('are what JSON can say: $name', ({ body }) => {
    expect(JSON.parse(JSON.stringify(body(facts)))).toEqual(body(facts));
  });

  it('follow shapes that exist', () => {
    const followed = shapes.flatMap(({ after }) => after ?? []);
    expect(followed.map((name) => shapeNamed(name).name)).toEqual(followed);
  });
});
