import { newTemplate } from './template.schema';
import { templateProblem } from './template.rules';

const text = (words: string, examples: string[] = []) => ({
  type: 'BODY',
  text: words,
  ...(examples.length > 0 && { example: { body_text: [examples] } }),
});
const header = (words: string, examples?: string[]) => ({
  type: 'HEADER',
  format: 'TEXT',
  text: words,
  ...(examples && { example: { header_text: examples } }),
});
const buttons = (...all: object[]) => ({ type: 'BUTTONS', buttons: all });
const quick = { type: 'QUICK_REPLY', text: 'Yes' };
const url = { type: 'URL', text: 'Open', url: 'https://a.example' };
const phone = { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+4915100000001' };
const otp = (more: object = {}) => buttons({ type: 'OTP', otp_type: 'COPY_CODE', ...more });
const app = { package_name: 'a.b', signature_hash: 'x' };

/** The subcode, or else the title, of the problem with a template; null when it is valid. */
function verdict(components: object[], more: object = {}): number | string | null {
  const template = newTemplate.parse({
    name: 'order_ready',
    language: 'en_US',
    category: 'UTILITY',
    components,
    ...more,
  });
  const problem = templateProblem(template);
  return problem && (problem.subcode ?? problem.title);
}

describe('a template', () => {
  const fine = text('Hello {{1}}, your order is ready.', ['Ana']);

  it.each<[string, object[], object, number | string | null]>([
    ['with a variable and its example', [fine], {}, null],
    [
      'with every part',
      [
        header('For {{1}}', ['Ana']),
        fine,
        { type: 'FOOTER', text: 'Bye' },
        buttons(quick, quick, url, phone),
      ],
      {},
      null,
    ],
    ['with a name in capitals', [fine], { name: 'Order' }, 'Invalid template name'],
    ['in an unknown language', [fine], { language: 'en-US' }, 'Invalid language'],
    ['with two bodies', [fine, fine], {}, 'Invalid components'],
    ['without an example', [text('Hello {{1}}, it is ready.')], {}, 2388072],
    ['with one example too many', [text('Hello {{1}}, it is ready.', ['a', 'b'])], {}, 2388072],
    ['whose variables begin at 2', [text('Hello {{2}}, it is ready.', ['a'])], {}, 2388072],
    ['with a hash in a variable', [text('Hello {{#1}}, it is ready.', ['a'])], {}, 2388072],
    [
      'that mixes names and numbers',
      [text('Hello {{1}} and {{name}}, it is ready.', ['a', 'b'])],
      {},
      2388072,
    ],
    ['that begins with a variable', [text('{{1}}, your order is ready.', ['a'])], {}, 2388299],
    ['that ends with a variable', [text('Your order is ready, {{1}}', ['a'])], {}, 2388299],
    ['with two variables side by side', [text('So {{1}} {{2}} it goes on and on.', ['a', 'b'])], {}, 2388293],
    ['with a title of 61 characters', [header('a'.repeat(61)), fine], {}, 2388040],
    ['with two variables in its title', [header('{{1}} {{2}}', ['a', 'b']), fine], {}, 2388047],
    ['with a bold title', [header('*Hi*'), fine], {}, 2388047],
    ['with a picture and no sample', [{ type: 'HEADER', format: 'IMAGE' }, fine], {}, 2388047],
    ['with a footer of 61 characters', [fine, { type: 'FOOTER', text: 'a'.repeat(61) }], {}, 2388040],
    ['with eleven buttons', [fine, buttons(...Array<object>(11).fill(quick))], {}, 'Invalid buttons'],
    ['with three links', [fine, buttons(url, url, url)], {}, 'Invalid buttons'],
    ['with two phones', [fine, buttons(phone, phone)], {}, 'Invalid buttons'],
    ['with replies on both sides of a link', [fine, buttons(quick, url, quick)], {}, 'Invalid buttons'],
    [
      'with a variable inside its link',
      [fine, buttons({ ...url, url: 'https://a.example/{{1}}/x' })],
      {},
      'Invalid buttons',
    ],
    [
      'with a link and no example',
      [fine, buttons({ ...url, url: 'https://a.example/{{1}}' })],
      {},
      'Invalid buttons',
    ],
    [
      'with a link and its example',
      [fine, buttons({ ...url, url: 'https://a.example/{{1}}', example: ['https://a.example/x'] })],
      {},
      null,
    ],
    [
      'with a code of 16 characters',
      [fine, buttons({ type: 'COPY_CODE', example: 'x'.repeat(16) })],
      {},
      'Invalid buttons',
    ],
    ['with a time to live of 29 seconds', [fine], { message_send_ttl_seconds: 29 }, 'Invalid time to live'],
    ['with the maximum time to live', [fine], { message_send_ttl_seconds: -1 }, null],
  ])('%s is judged %#', (_, components, more, expected) => expect(verdict(components, more)).toBe(expected));

  it.each<[string, object[], number | string | null]>([
    ['with its button', [{ type: 'BODY' }, otp()], null],
    ['with a text of its own', [text('Your code'), otp()], 2388072],
    ['without a button', [{ type: 'BODY' }], 'Invalid buttons'],
    [
      'with two buttons',
      [{ type: 'BODY' }, buttons({ type: 'OTP', otp_type: 'COPY_CODE' }, quick)],
      'Invalid buttons',
    ],
    ['with a footer text', [{ type: 'BODY' }, { type: 'FOOTER', text: 'a' }, otp()], 2388073],
    ['of one tap without an app', [{ type: 'BODY' }, otp({ otp_type: 'ONE_TAP' })], 'Invalid buttons'],
    ['of one tap with an app', [{ type: 'BODY' }, otp({ otp_type: 'ONE_TAP', supported_apps: [app] })], null],
    [
      'of zero tap without its terms',
      [{ type: 'BODY' }, otp({ otp_type: 'ZERO_TAP', supported_apps: [app] })],
      'Invalid buttons',
    ],
  ])('of authentication %s is judged %#', (_, components, expected) =>
    expect(verdict(components, { category: 'AUTHENTICATION' })).toBe(expected),
  );
});
