import type { TemplateComponents } from '../templates/template.schema';
import { parameterProblem } from './template-parameters.rules';

const text = (value: string, name?: string) => ({
  type: 'text',
  text: value,
  ...(name && { parameter_name: name }),
});
const body = (...values: string[]) => ({
  type: 'body' as const,
  parameters: values.map((value) => text(value)),
});
const header = (...parameters: ({ type: string } & Record<string, unknown>)[]) => ({
  type: 'header' as const,
  parameters,
});
const button = (index: number, subType: string, parameter: { type: string } & Record<string, unknown>) => ({
  type: 'button' as const,
  sub_type: subType,
  index,
  parameters: [parameter],
});
const image = { type: 'image', image: { id: '1' } };

const plain: TemplateComponents = [{ type: 'BODY', text: 'Hello {{1}}, it is {{2}} now.' }];
const picture: TemplateComponents = [
  { type: 'HEADER', format: 'IMAGE' },
  { type: 'BODY', text: 'Look.' },
];
const titled: TemplateComponents = [
  { type: 'HEADER', format: 'TEXT', text: 'For {{1}}' },
  { type: 'BODY', text: 'Look.' },
];
const linked: TemplateComponents = [
  { type: 'BODY', text: 'Look.' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Yes' },
      { type: 'URL', text: 'Open', url: 'https://a.example/{{1}}' },
      { type: 'COPY_CODE', example: 'SAVE' },
    ],
  },
];
const url = button(1, 'url', text('x'));
const coupon = button(2, 'copy_code', { type: 'coupon_code', coupon_code: 'SAVE10' });

describe('a template', () => {
  it.each<[string, TemplateComponents, Parameters<typeof parameterProblem>[1], number | undefined]>([
    ['with all its values', plain, [body('Ana', 'noon')], undefined],
    ['with one value too few', plain, [body('Ana')], 132000],
    ['with one value too many', plain, [body('Ana', 'noon', 'x')], 132000],
    ['with an empty value', plain, [body('Ana', '')], 131008],
    ['with a tab in a value', plain, [body('Ana', 'a\tb')], 132018],
    ['with four spaces in a value', plain, [body('Ana', 'a    b')], undefined],
    ['with five spaces in a value', plain, [body('Ana', 'a     b')], 132018],
    [
      'with a picture in place of a text',
      plain,
      [{ type: 'body', parameters: [text('Ana'), image] }],
      132012,
    ],
    ['that becomes too long', plain, [body('Ana', 'x'.repeat(1_020))], 132005],
    ['with its picture', picture, [header(image)], undefined],
    ['without its picture', picture, [], 132012],
    [
      'with a video in place of its picture',
      picture,
      [header({ type: 'video', video: { id: '1' } })],
      132012,
    ],
    ['with its title', titled, [header(text('Ana'))], undefined],
    ['without its title', titled, [], 132000],
    ['with all its buttons', linked, [url, coupon], undefined],
    ['without the suffix of a URL', linked, [coupon], 131008],
    ['with another type of button', linked, [button(1, 'quick_reply', text('x')), coupon], 132012],
    [
      'with a code that is too long',
      linked,
      [url, button(2, 'copy_code', { type: 'coupon_code', coupon_code: 'x'.repeat(16) })],
      132018,
    ],
    [
      'with a payload for a quick reply',
      linked,
      [button(0, 'quick_reply', { type: 'payload', payload: 'y' }), url, coupon],
      undefined,
    ],
    ['with a button that it does not have', linked, [url, coupon, button(3, 'url', text('x'))], 132000],
  ])('%s is answered %s', (_, components, given, code) =>
    expect(
      parameterProblem({ category: 'UTILITY', parameterFormat: 'POSITIONAL', components }, given)?.code,
    ).toBe(code),
  );

  it.each([
    ['its names', 'first', undefined],
    ['another name', 'second', 132000],
    ['no name', undefined, 100],
    ['an empty name', '', 100],
  ])('with named variables requires %s', (_, name, code) => {
    const inBody: TemplateComponents = [{ type: 'BODY', text: 'Hello {{first}}, welcome.' }];
    const inHeader: TemplateComponents = [
      { type: 'HEADER', format: 'TEXT', text: 'For {{first}}' },
      { type: 'BODY', text: 'Look.' },
    ];
    const named = { category: 'UTILITY', parameterFormat: 'NAMED' };
    const given = [text('Ana', name)];
    expect([
      parameterProblem({ ...named, components: inBody }, [{ type: 'body', parameters: given }])?.code,
      parameterProblem({ ...named, components: inHeader }, [header(...given)])?.code,
    ]).toEqual([code, code]);
  });
});
