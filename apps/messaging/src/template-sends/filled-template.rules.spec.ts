import type { SendTemplate } from '@chat/contracts/messaging';
import type { TemplateToSend } from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { fillTemplate } from './filled-template.rules';

const file = { blob: 'b', filename: 'a.pdf', mime_type: 'application/pdf', size: 1, sha256: 'a'.repeat(64) };

const order: TemplateToSend = {
  template_id: 'tpl_1',
  name: 'order',
  language: 'en_US',
  category: 'UTILITY',
  header_format: 'TEXT',
  header: { text: 'Order {{1}} here', count: 1 },
  body: { text: 'Dear {{1}}, it comes on {{2}}. Bye, {{1}}!', count: 2 },
  buttons: [
    { index: 1, kind: 'url', prefix: 'https://example.com/' },
    { index: 2, kind: 'copy_code', prefix: '' },
  ],
  sample: null,
};
const plain: TemplateToSend = {
  ...order,
  header_format: 'NONE',
  header: null,
  body: { text: 'Hello there.', count: 0 },
  buttons: [],
};
const values = {
  body_variables: ['Ana', 'Monday'],
  header_variables: ['17'],
  button_variables: ['17', 'SAVE20'],
};

describe('a template that is filled in', () => {
  it('has its values in the order of the components, and a text that people read', () => {
    expect(fillTemplate(order, values)).toEqual({
      text: 'Dear Ana, it comes on Monday. Bye, Ana!',
      template: {
        name: 'order',
        language: { code: 'en_US', policy: 'deterministic' },
        components: [
          { type: 'header', parameters: [{ type: 'text', text: '17' }] },
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Ana' },
              { type: 'text', text: 'Monday' },
            ],
          },
          { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: '17' }] },
          {
            type: 'button',
            sub_type: 'copy_code',
            index: '2',
            parameters: [{ type: 'coupon_code', coupon_code: 'SAVE20' }],
          },
        ],
      },
    });
  });

  it('has no components where nothing varies', () => {
    expect(fillTemplate(plain, {}).template.components).toEqual([]);
  });

  it.each(['IMAGE', 'VIDEO', 'DOCUMENT'] as const)(
    'leaves a place for the media of a header %s',
    (format) => {
      const template = { ...plain, header_format: format };
      const kind = format.toLowerCase();
      const header = { type: 'header', parameters: [{ type: kind, [kind]: {} }] };
      for (const given of [
        { header_media_file: file },
        { media_file: file },
        { header_media_url: 'https://a/b' },
      ]) {
        expect(fillTemplate(template, given).template.components).toEqual([header]);
      }
      expect(fillTemplate({ ...template, sample: file }, {}).template.components).toEqual([header]);
    },
  );

  it('has the code of an authentication template twice', () => {
    const otp = {
      ...plain,
      category: 'AUTHENTICATION' as const,
      body: { text: 'Your code: {{1}}.', count: 1 },
    };
    const parameters = [{ type: 'text', text: '0042' }];
    expect(fillTemplate(otp, { body_variables: ['0042'] })).toMatchObject({
      text: 'Your code: 0042.',
      template: {
        components: [
          { type: 'body', parameters },
          { type: 'button', sub_type: 'url', index: '0', parameters },
        ],
      },
    });
  });

  const named: TemplateToSend = {
    ...order,
    header: { text: 'Order {{order}}', count: 1, names: ['order'] },
    body: { text: 'Dear {{name}}, {{order}} comes. Bye, {{ name }}!', count: 2, names: ['name', 'order'] },
    buttons: [{ index: 0, kind: 'url', prefix: 'https://example.com/', name: 'code' }],
  };
  const namedValues = {
    button_variables: ['17'],
    body_named_variables: { order: '17', name: 'Ana' },
    header_named_variables: { order: '17' },
  };

  it('repeats the names of named variables', () => {
    expect(fillTemplate(named, namedValues)).toMatchObject({
      text: 'Dear Ana, 17 comes. Bye, Ana!',
      template: {
        components: [
          { type: 'header', parameters: [{ type: 'text', parameter_name: 'order', text: '17' }] },
          {
            type: 'body',
            parameters: [
              { type: 'text', parameter_name: 'name', text: 'Ana' },
              { type: 'text', parameter_name: 'order', text: '17' },
            ],
          },
          {
            type: 'button',
            sub_type: 'url',
            index: '0',
            parameters: [{ type: 'text', parameter_name: 'code', text: '17' }],
          },
        ],
      },
    });
  });

  it('has the sample of the provider in its header', () => {
    const template = { ...plain, header_format: 'IMAGE' as const, sample_url: 'https://media.example.com/1' };
    expect(fillTemplate(template, {}).template.components).toEqual([
      { type: 'header', parameters: [{ type: 'image', image: {} }] },
    ]);
  });

  const long = { ...plain, body: { text: 'From {{1}} to {{2}}, {{3}} and {{4}}.', count: 4 } };
  const otp = { ...plain, category: 'AUTHENTICATION' as const, body: { text: '{{1}}', count: 1 } };
  const image = { ...plain, header_format: 'IMAGE' as const };
  it.each<[string, TemplateToSend, Partial<SendTemplate>, string[]]>([
    ['too few values', order, { ...values, body_variables: ['Ana'] }, ['body_variables']],
    ['too many values', order, { ...values, body_variables: ['a', 'b', 'c'] }, ['body_variables']],
    ['values without variables', plain, { body_variables: ['a'] }, ['body_variables']],
    ['a blank value', order, { ...values, body_variables: ['Ana', ' '] }, ['body_variables.1']],
    ['a line break', order, { ...values, body_variables: ['A\nna', 'b'] }, ['body_variables.0']],
    ['a tab', order, { ...values, header_variables: ['a\tb'] }, ['header_variables.0']],
    ['five spaces', order, { ...values, body_variables: ['a     b', 'c'] }, ['body_variables.0']],
    ['no value for the header', order, { ...values, header_variables: undefined }, ['header_variables']],
    ['no value for the buttons', order, { ...values, button_variables: [] }, ['button_variables']],
    ['white space in a URL', order, { ...values, button_variables: ['a b', 'C'] }, ['button_variables.0']],
    [
      'a code too long',
      order,
      { ...values, button_variables: ['a', 'C'.repeat(16)] },
      ['button_variables.1'],
    ],
    [
      'a URL too long',
      order,
      { ...values, button_variables: ['a'.repeat(2_000), 'C'] },
      ['button_variables.0'],
    ],
    [
      'values too long to be kept',
      long,
      { body_variables: Array(4).fill('a'.repeat(4_096)) },
      ['body_variables'],
    ],
    [
      'a text too long to be kept',
      { ...plain, body: { text: '{{1}} '.repeat(170), count: 1 } },
      { body_variables: ['a'.repeat(4_096)] },
      ['body_variables'],
    ],
    ['a code of 3 digits', otp, { body_variables: ['123'] }, ['body_variables']],
    ['a code of 9 digits', otp, { body_variables: ['123456789'] }, ['body_variables']],
    ['a code of letters', otp, { body_variables: ['12ab'] }, ['body_variables']],
    ['two codes', otp, { body_variables: ['1234', '1234'] }, ['body_variables']],
    ['no code', otp, {}, ['body_variables']],
    ['no media and no sample', image, {}, ['header_media_url']],
    ['media for no header', plain, { header_media_url: 'https://a/b' }, ['header_media_url']],
    ['media twice', image, { header_media_url: 'https://a/b', media_file: file }, ['media_file']],
    [
      'a missing and an unknown name',
      named,
      { ...namedValues, body_named_variables: { name: 'Ana', ordre: '17' } },
      ['body_named_variables', 'body_named_variables.ordre'],
    ],
    [
      'a line break in a named value',
      named,
      { ...namedValues, header_named_variables: { order: 'a\nb' } },
      ['header_named_variables.order'],
    ],
    [
      'a list for named variables',
      named,
      { ...namedValues, body_named_variables: undefined, body_variables: ['a', 'b'] },
      ['body_named_variables', 'body_variables'],
    ],
    [
      'names for numbered variables',
      order,
      { ...values, header_named_variables: { order: '17' } },
      ['header_named_variables'],
    ],
    ['names for a code', otp, { body_variables: ['1234'], body_named_variables: {} }, ['body_variables']],
    ['a file name for no document', { ...image, sample: file }, { filename: 'a.pdf' }, ['filename']],
    [
      'everything at once',
      order,
      { media_file: file },
      ['body_variables', 'button_variables', 'header_variables', 'media_file'],
    ],
  ])('refuses %s', (_, template, given, members) => {
    let refused: unknown;
    try {
      fillTemplate(template, given);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(AppError);
    expect(Object.keys((refused as AppError).details.errors!).sort()).toEqual(members);
  });

  it('takes four spaces and codes of 4 and 8 digits', () => {
    expect(() => fillTemplate(order, { ...values, body_variables: ['a    b', 'c'] })).not.toThrow();
    expect(() => fillTemplate(otp, { body_variables: ['1234'] })).not.toThrow();
    expect(() => fillTemplate(otp, { body_variables: ['12345678'] })).not.toThrow();
  });
});
