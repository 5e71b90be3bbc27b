import type { TemplateButton } from '@chat/contracts/templates';
import type { Draft } from '@chat/contracts/template-drafts';
import { draftProblems } from './draft-problems';

const order: Draft = {
  name: 'order_ready',
  language: 'en_US',
  category: 'UTILITY',
  header_format: 'NONE',
  header_text: null,
  header_example: null,
  samples: [],
  body: 'Dear {{1}}, your order {{2}} is ready.',
  body_examples: ['Ana', '17'],
  footer: null,
  buttons: [],
  add_security_recommendation: null,
  code_expiration_minutes: null,
};
const otp: Draft = {
  ...order,
  category: 'AUTHENTICATION',
  body: null,
  body_examples: [],
  buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }],
};
const app = { package_name: 'com.example', signature_hash: 'K8a/AINcGX7' };
const reply = (text: string): TemplateButton => ({ type: 'QUICK_REPLY', text });
const link: TemplateButton = { type: 'URL', text: 'Track', url: 'https://example.com/track' };
const text = (body: string, examples: string[] = []): Partial<Draft> => ({ body, body_examples: examples });
const header = (header_text: string, header_example: string | null = null): Partial<Draft> => ({
  header_format: 'TEXT',
  header_text,
  header_example,
});

const membersOf = (draft: Draft) => Object.keys(draftProblems(draft).list).sort();

describe('a draft of a template', () => {
  it.each<[string, Partial<Draft>]>([
    ['variables in the middle', {}],
    ['a variable twice', text('Dear {{1}}, we mean you, {{1}}, alone.', ['Ana'])],
    ['no variables', text('Hello, we are back.')],
    ['a body of 1024 characters', text('🙂'.repeat(1024))],
    ['a text header', header('Your order')],
    ['a variable in the header', header('Order {{1}} here', '17')],
    ['a header of 60 characters', header('ä'.repeat(60))],
    ['a sample by URL', { header_format: 'IMAGE', samples: ['header_media_url'] }],
    ['a sample by its id', { header_format: 'VIDEO', samples: ['header_media_id'] }],
    ['a sample by file', { header_format: 'DOCUMENT', samples: ['header_media_file'] }],
    ['the sample that is kept', { header_format: 'VIDEO', samples: ['sample'] }],
    ['a kept sample and a new one', { header_format: 'VIDEO', samples: ['header_media_url', 'sample'] }],
    ['a footer of 60 characters', { footer: 'x'.repeat(60) }],
    ['ten quick replies', { buttons: Array.from({ length: 10 }, (_, index) => reply(`Reply ${index}`)) }],
    ['quick replies after others', { buttons: [link, link, reply('Yes'), reply('No')] }],
    ['quick replies before others', { buttons: [reply('Yes'), reply('No'), link] }],
    [
      'a URL with a variable',
      { buttons: [{ ...link, url: 'https://a.de/{{1}}', example: 'https://a.de/1' }] },
    ],
    [
      'an example as a list of one',
      { buttons: [{ ...link, url: 'https://a.de/{{1}}', example: ['https://a.de/1'] }] },
    ],
    ['a number', { buttons: [{ type: 'PHONE_NUMBER', text: 'Call', phone_number: '+4915112345678' }] }],
    ['a code to copy', { buttons: [{ type: 'COPY_CODE', example: 'SAVE20' }] }],
    ['a code to copy in an authentication template', otp],
    [
      'one tap',
      {
        ...otp,
        buttons: [{ type: 'OTP', otp_type: 'ONE_TAP', autofill_text: 'Fill', supported_apps: [app] }],
      },
    ],
    [
      'zero tap',
      {
        ...otp,
        code_expiration_minutes: 90,
        add_security_recommendation: true,
        buttons: [
          { type: 'OTP', otp_type: 'ZERO_TAP', supported_apps: [app], zero_tap_terms_accepted: true },
        ],
      },
    ],
  ])('may have %s', (_, change) => {
    expect(draftProblems({ ...order, ...change }).list).toEqual(Object.create(null));
  });

  it.each<[string, Partial<Draft>, string[]]>([
    ['a name in capitals', { name: 'Order' }, ['name']],
    ['a name too long', { name: 'a'.repeat(513) }, ['name']],
    ['an unknown language', { language: 'xx' }, ['language']],
    ['a language of the wrong form', { language: 'en-US' }, ['language']],
    ['no body', { body: null, body_examples: [] }, ['body']],
    ['a body too long', text('x'.repeat(1025)), ['body']],
    ['a variable first', text('{{1}}, your order is ready.', ['Ana']), ['body']],
    ['a variable last', text('Your order is ready, {{1}}', ['Ana']), ['body']],
    ['a gap in the numbers', text('Dear {{1}}, your order {{3}} is ready.', ['a', 'b']), ['body']],
    ['numbers out of order', text('Dear {{2}}, your order {{1}} is ready.', ['a', 'b']), ['body']],
    ['a named variable', text('Dear {{name}}, it is ready.'), ['body']],
    ['spaces in the braces', text('Dear {{ 1 }}, it is ready.'), ['body']],
    ['braces that stay open', text('Dear {{1, it is ready.'), ['body']],
    ['variables side by side', text('Dear {{1}} {{2}}, your order is ready.', ['a', 'b']), ['body']],
    ['too few words', text('A {{1}} b {{2}} - {{3}} .', ['a', 'b', 'c']), ['body']],
    ['no examples', { body_examples: [] }, ['body_examples']],
    ['too many examples', { body_examples: ['a', 'b', 'c'] }, ['body_examples']],
    ['a blank example', { body_examples: ['a', ' '] }, ['body_examples.1']],
    ['no header text', { header_format: 'TEXT' }, ['header_text']],
    ['a header text without its format', { header_text: 'Hi' }, ['header_text']],
    ['a header too long', header('x'.repeat(61)), ['header_text']],
    ['an emoji in the header', header('Hi 🙂 there'), ['header_text']],
    ['formatting in the header', header('Hi *there* you'), ['header_text']],
    ['a line break in the header', header('Hi\nthere'), ['header_text']],
    ['two variables in the header', header('Hi {{1}} and {{2}} there', 'a'), ['header_text']],
    ['no example for the header', header('Hi {{1}} there'), ['header_example']],
    ['an example for no variable', header('Hi there', 'a'), ['header_example']],
    ['no sample', { header_format: 'IMAGE' }, ['header_media_url']],
    [
      'two samples',
      { header_format: 'IMAGE', samples: ['header_media_url', 'header_media_file'] },
      ['header_media_file'],
    ],
    [
      'a sample by URL and by id',
      { header_format: 'IMAGE', samples: ['header_media_url', 'header_media_id'] },
      ['header_media_id'],
    ],
    ['a sample by id for no header', { samples: ['header_media_id'] }, ['header_media_id']],
    ['a sample for no header', { samples: ['header_media_url'] }, ['header_media_url']],
    ['a footer too long', { footer: 'x'.repeat(61) }, ['footer']],
    ['a variable in the footer', { footer: 'Hi {{1}}!' }, ['footer']],
    ['eleven buttons', { buttons: Array.from({ length: 11 }, (_, index) => reply(`${index}`)) }, ['buttons']],
    ['three URLs', { buttons: [link, link, link] }, ['buttons']],
    ['quick replies apart', { buttons: [reply('a'), link, reply('b')] }, ['buttons.2']],
    ['a button without text', { buttons: [{ type: 'QUICK_REPLY' }] }, ['buttons.0.text']],
    ['a button text too long', { buttons: [link, reply('x'.repeat(26))] }, ['buttons.1.text']],
    ['a URL that is none', { buttons: [{ ...link, url: 'example.com' }] }, ['buttons.0.url']],
    ['a variable inside a URL', { buttons: [{ ...link, url: 'https://a.de/{{1}}/b' }] }, ['buttons.0.url']],
    ['no example for a URL', { buttons: [{ ...link, url: 'https://a.de/{{1}}' }] }, ['buttons.0.example']],
    [
      'an example for a fixed URL',
      { buttons: [{ ...link, example: 'https://a.de' }] },
      ['buttons.0.example'],
    ],
    ['an example that is no text', { buttons: [{ ...link, example: { a: 1 } }] }, ['buttons.0.example']],
    [
      'a number that is none',
      { buttons: [{ type: 'PHONE_NUMBER', text: 'a', phone_number: 'x' }] },
      ['buttons.0.phone_number'],
    ],
    ['a code too long', { buttons: [{ type: 'COPY_CODE', example: 'x'.repeat(16) }] }, ['buttons.0.example']],
    ['a URL on a quick reply', { buttons: [{ ...reply('a'), url: 'https://a.de' }] }, ['buttons.0.url']],
    ['an OTP button', { buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] }, ['buttons.0.type']],
    ['the validity of a code', { code_expiration_minutes: 5 }, ['code_expiration_minutes']],
    ['a body for authentication', { ...otp, body: 'Your code' }, ['body']],
    ['a footer for authentication', { ...otp, footer: 'Bye' }, ['footer']],
    [
      'a header for authentication',
      { ...otp, header_format: 'TEXT', header_text: 'a' },
      ['header_format', 'header_text'],
    ],
    ['no button for authentication', { ...otp, buttons: [] }, ['buttons']],
    ['two buttons for authentication', { ...otp, buttons: [...otp.buttons, ...otp.buttons] }, ['buttons']],
    ['another button for authentication', { ...otp, buttons: [link] }, ['buttons.0.type']],
    ['no otp_type', { ...otp, buttons: [{ type: 'OTP' }] }, ['buttons.0.otp_type']],
    [
      'no apps for one tap',
      { ...otp, buttons: [{ type: 'OTP', otp_type: 'ONE_TAP' }] },
      ['buttons.0.supported_apps'],
    ],
    [
      'no terms for zero tap',
      { ...otp, buttons: [{ type: 'OTP', otp_type: 'ZERO_TAP', supported_apps: [app] }] },
      ['buttons.0.zero_tap_terms_accepted'],
    ],
    ['a validity of 91 minutes', { ...otp, code_expiration_minutes: 91 }, ['code_expiration_minutes']],
    [
      'everything at once',
      {
        name: 'Order!',
        language: 'xx',
        ...header('{{1}}'),
        ...text('{{1}}', []),
        footer: 'x{{1}}',
        buttons: [{ type: 'URL' }],
      },
      [
        'body',
        'body_examples',
        'buttons.0.text',
        'buttons.0.url',
        'footer',
        'header_example',
        'header_text',
        'language',
        'name',
      ],
    ],
  ])('may not have %s', (_, change, members) => {
    expect(membersOf({ ...order, ...change })).toEqual(members);
  });

  it('has the positions of its problems reported in characters', () => {
    const { list } = draftProblems({ ...order, ...text('🙂🙂 Dear {{name}}, it is ready.') });
    expect(list.body).toEqual([expect.stringContaining('{{name}} at character 9')]);
  });
});
