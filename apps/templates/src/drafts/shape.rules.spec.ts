import { toComponents } from './components.rules';
import type { Draft } from './draft.rules';
import { readShape, readVariables } from './shape.rules';

const draft: Draft = {
  name: 'order_ready',
  language: 'en_US',
  category: 'UTILITY',
  header_format: 'TEXT',
  header_text: 'Order {{1}} here',
  header_example: '17',
  samples: [],
  body: 'Dear {{1}}, it is ready.',
  body_examples: ['Ana'],
  footer: 'Bye',
  buttons: [
    { type: 'QUICK_REPLY', text: 'Thanks' },
    { type: 'URL', text: 'Track', url: 'https://a.de/{{1}}', example: 'https://a.de/1' },
    { type: 'COPY_CODE', example: 'SAVE20' },
  ],
  add_security_recommendation: null,
  code_expiration_minutes: null,
};
const shaped = (components: object[], category = 'UTILITY', parameter_format = 'POSITIONAL') => ({
  category,
  parameter_format,
  components,
});

describe('the shape of a template', () => {
  it('is what was submitted', () => {
    const shape = readShape(shaped(toComponents(draft, null)));
    expect(shape).toMatchObject({
      header_format: 'TEXT',
      header_text: draft.header_text,
      header_example: '17',
      body: draft.body,
      body_examples: ['Ana'],
      footer: 'Bye',
      sendable: true,
    });
    expect(shape.buttons.map(({ type, text, url, example }) => [type, text, url, example])).toEqual([
      ['QUICK_REPLY', 'Thanks', null, null],
      ['URL', 'Track', 'https://a.de/{{1}}', 'https://a.de/1'],
      ['COPY_CODE', null, null, 'SAVE20'],
    ]);
  });

  it('says what takes values with each send', () => {
    expect(readVariables(shaped(toComponents(draft, null)))).toEqual({
      header: { text: draft.header_text, count: 1 },
      body: { text: draft.body, count: 1 },
      buttons: [
        { index: 1, kind: 'url', prefix: 'https://a.de/' },
        { index: 2, kind: 'copy_code', prefix: '' },
      ],
    });
  });

  it('of an authentication template has its button back, which the provider turns into a URL', () => {
    const components = [
      { type: 'BODY', text: '*{{1}}* is your code.', add_security_recommendation: true },
      { type: 'FOOTER', text: 'It expires in 5 minutes.', code_expiration_minutes: 5 },
      {
        type: 'BUTTONS',
        buttons: [{ type: 'URL', text: 'Copy', url: 'https://w.com/otp/?otp_type=COPY_CODE&code={{1}}' }],
      },
    ];
    expect(readShape(shaped(components, 'AUTHENTICATION'))).toEqual({
      header_format: 'NONE',
      header_text: null,
      header_example: null,
      body: null,
      body_examples: [],
      footer: null,
      buttons: [
        { type: 'OTP', text: 'Copy', url: null, phone_number: null, example: null, otp_type: 'COPY_CODE' },
      ],
      add_security_recommendation: true,
      code_expiration_minutes: 5,
      sendable: true,
    });
    expect(readVariables(shaped(components, 'AUTHENTICATION'))).toEqual({
      header: null,
      body: { text: '*{{1}}* is your code.', count: 1 },
      buttons: [],
    });
  });

  const body = { type: 'BODY', text: 'Hello there' };
  it.each<[string, object[], string]>([
    ['named variables', [body], 'NAMED'],
    ['a carousel', [body, { type: 'CAROUSEL', cards: [] }], 'POSITIONAL'],
    ['a place in the header', [{ type: 'HEADER', format: 'LOCATION' }, body], 'POSITIONAL'],
    ['a catalogue', [body, { type: 'BUTTONS', buttons: [{ type: 'CATALOG', text: 'See' }] }], 'POSITIONAL'],
  ])('that has %s cannot be sent', (_, components, format) => {
    expect(readShape(shaped(components, 'MARKETING', format)).sendable).toBe(false);
  });
});
