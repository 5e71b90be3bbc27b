import { parsePart, Problems } from '@chat/contracts';
import { CreateTemplate } from '@chat/contracts/templates';
import { draftOf, type Draft } from '@chat/contracts/template-drafts';
import { draftProblems } from '../drafts/draft-problems';
import { randomOf, RandomDrafts } from '../testing/random-drafts';

/** A different seed generates different templates. */
const SEED = Number(process.env.TEMPLATE_SEED ?? 20_261_122);
const ROUNDS = 300;

/** Returns the paths at which the contract or a rule finds a problem. */
function pathsOf(body: object): string[] {
  const problems = new Problems();
  const read = parsePart(CreateTemplate, body, 'refused', problems)!;
  const broken = Object.keys(problems.list);
  return [...broken, ...Object.keys(draftProblems(draftOf(read), broken).list)].sort();
}

const order = {
  name: 'order_ready',
  language: 'en_US',
  category: 'UTILITY',
  body: 'Dear {{1}}, your order {{2}} is ready.',
  body_examples: ['Ana', '17'],
};
const reply = { type: 'QUICK_REPLY', text: 'Yes' };
const link = {
  type: 'URL',
  text: 'Track',
  url: 'https://example.com/{{1}}',
  example: 'https://example.com/1',
};
const long = 'x'.repeat(61);

describe('a request that breaks the contract and the rules', () => {
  it.each<[string, object, string[]]>([
    ['a text that is none, and another that is too long', { name: 5, footer: long }, ['footer', 'name']],
    ['a member too many', { nobody: 1, name: 'Order' }, ['name', 'nobody']],
    ['nothing of what is required', { name: undefined, language: undefined }, ['language', 'name']],
    [
      'an unknown category',
      { category: 'utility', footer: long, name: 'Order', buttons: [{ ...link, url: 'x{{1}}' }] },
      ['buttons.0.url', 'category', 'footer', 'name'],
    ],
    [
      'an unknown header format',
      { header_format: 'text', header_text: long, footer: long },
      ['footer', 'header_format', 'header_text'],
    ],
    [
      'a list that is none',
      { body: `{{1}} ${order.body}`, body_examples: 'Ana', buttons: {} },
      ['body', 'body_examples', 'buttons'],
    ],
    [
      'a button of an unknown type beside another without text',
      { buttons: [{ type: 'LINK', text: long }, { type: 'QUICK_REPLY' }] },
      ['buttons.0.text', 'buttons.0.type', 'buttons.1.text'],
    ],
    [
      'a broken member beside a wrong one',
      { buttons: [{ ...link, text: 5, example: '', nobody: 1 }] },
      ['buttons.0.example', 'buttons.0.nobody', 'buttons.0.text'],
    ],
    [
      'an authentication template of two buttons',
      {
        category: 'AUTHENTICATION',
        body: undefined,
        body_examples: undefined,
        code_expiration_minutes: '5',
        buttons: [
          { type: 'OTP', otp_type: 'COPY' },
          { type: 'OTP', otp_type: 'ONE_TAP' },
        ],
      },
      ['buttons', 'buttons.0.otp_type', 'buttons.1.supported_apps', 'code_expiration_minutes'],
    ],
  ])('gets all problems at once: %s', (_, change, paths) => {
    expect(pathsOf({ ...order, ...change })).toEqual(paths);
  });

  it.each<[string, object, string[]]>([
    ['the body of an unknown category', { category: 'otp', body: null, body_examples: null }, ['category']],
    ['the validity of a code, in one', { category: 'otp', code_expiration_minutes: 5 }, ['category']],
    [
      'the texts of an unknown category with an OTP button',
      { category: 'otp', body: null, body_examples: null, buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
      ['category'],
    ],
    ['the text of an unknown header', { header_format: 'text', header_text: 'Hi' }, ['header_format']],
    ['the sample of one', { header_format: 'image', header_media_url: 'https://a.de/b' }, ['header_format']],
    ['the sample that is missing in one', { header_format: 'image' }, ['header_format']],
    [
      'the example for a text that is none',
      { header_format: 'TEXT', header_text: 5, header_example: 'Ana' },
      ['header_text'],
    ],
    ['examples for a body that is none', { body: 5 }, ['body']],
    ['examples that are none', { body_examples: [1, 2] }, ['body_examples']],
    [
      'buttons that are none',
      { category: 'AUTHENTICATION', body: null, body_examples: null, buttons: 5 },
      ['buttons'],
    ],
    [
      'the order of buttons of unknown types',
      { buttons: [reply, { type: 'LINK' }, reply] },
      ['buttons.1.type'],
    ],
    ['the example for a URL that is none', { buttons: [{ ...link, url: 5 }] }, ['buttons.0.url']],
    [
      'an example that is too long',
      { buttons: [{ ...link, example: 'x'.repeat(5_000) }] },
      ['buttons.0.example'],
    ],
  ])('gets no problem that depends on the broken part: %s', (_, change, paths) => {
    expect(pathsOf({ ...order, ...change })).toEqual(paths);
  });

  it(`gets exactly the problems of a broken member and of a rule that another breaks (seed ${SEED})`, () => {
    const drafts = new RandomDrafts(randomOf(SEED));
    const random = randomOf(SEED + 1);
    /** The other members on which the rules of a member depend. */
    const dependsOn: Readonly<Record<string, readonly string[]>> = {
      header_example: ['header_text'],
      body_examples: ['body'],
      // Whether quick replies are grouped depends on all types, and an OTP button implies a category.
      buttons: ['category'],
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { draft, member } = drafts.invalid();
      const others = Object.keys(requestOf(draft)).filter(
        (name) => name !== member && !dependsOn[member]?.includes(name),
      );
      const broken = others[Math.floor(random() * others.length)]!;
      const body = { ...requestOf(draft), [broken]: { no: 'value' } };
      const members = pathsOf(body).map((path) => path.split('.')[0]!);
      expect([body, [...new Set(members)]]).toEqual([body, [broken, member].sort()]);
    }
  });
});

/** Returns the request for a draft without a sample. */
function requestOf({ samples: _, ...members }: Draft): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
