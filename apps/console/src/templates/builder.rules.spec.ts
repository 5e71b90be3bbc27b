import type { Template } from '@chat/client';
import { draftOf } from '@chat/contracts/template-drafts';
import {
  blank,
  changesOf,
  namesIn,
  numbered,
  problemsOf,
  requestOf,
  withVariable,
  writtenOf,
  type Written,
} from './builder.rules';

const order: Written = {
  ...blank,
  name: 'order_ready',
  body: 'Dear {{1}}, your order {{2}} is ready.',
  examples: ['Ada', '7'],
};
const shown = (members: Partial<Template>) =>
  ({
    name: 'order_ready',
    language: 'en_US',
    category: 'UTILITY',
    header_format: 'NONE',
    header_text: null,
    body: 'Dear {{1}}, your order is ready.',
    body_examples: ['Ada'],
    footer: null,
    buttons: [],
    add_security_recommendation: false,
    code_expiration_minutes: null,
    ...members,
  }) as Template;

describe('a template that is being written', () => {
  it.each<[string, Partial<Written>, string[]]>([
    ['as it should be', {}, []],
    ['without a name', { name: 'Order Ready' }, ['name']],
    ['with a variable at the end', { body: 'Your order is {{1}}', examples: ['ready'] }, ['body']],
    ['with an example that is missing', { examples: ['Ada'] }, ['body_examples.1']],
    ['with a header without text', { header: 'TEXT' }, ['header_text']],
    ['with an emoji in the header', { header: 'TEXT', headerText: 'Hello 🙂' }, ['header_text']],
    ['with a picture that is not chosen', { header: 'IMAGE' }, ['header_media_url']],
    ['with a picture', { header: 'IMAGE', mediaId: 'med_1' }, []],
    ['with a long footer', { footer: 'x'.repeat(61) }, ['footer']],
    [
      'with a button to nowhere',
      { buttons: [{ type: 'URL', text: 'Track', value: 'shop', example: '' }] },
      ['buttons.0.url'],
    ],
    ['of codes', { category: 'AUTHENTICATION' }, []],
    [
      'of codes that last a day',
      { category: 'AUTHENTICATION', minutes: '1440' },
      ['code_expiration_minutes'],
    ],
    [
      'of codes that last for words',
      { category: 'AUTHENTICATION', minutes: 'ten' },
      ['code_expiration_minutes'],
    ],
    [
      'of codes for an app, whose terms are not accepted',
      {
        category: 'AUTHENTICATION',
        otpKind: 'ZERO_TAP',
        apps: [{ package_name: 'a.b', signature_hash: 'K8a/AINcGX7' }],
      },
      ['buttons.0.zero_tap_terms_accepted'],
    ],
  ])('%s breaks the rules at %j', (_, change, paths) => {
    expect(Object.keys(problemsOf({ ...order, ...change }, null))).toEqual(paths);
  });

  it('asks for what it says, and for nothing that is hidden', () => {
    const hidden = { headerText: 'Hello', headerExample: 'x', mediaId: 'med_1', minutes: '5' };
    expect(requestOf({ ...order, ...hidden })).toEqual({
      name: 'order_ready',
      language: 'en_US',
      category: 'UTILITY',
      header_format: 'NONE',
      body: 'Dear {{1}}, your order {{2}} is ready.',
      body_examples: ['Ada', '7'],
    });
    expect(requestOf({ ...order, ...hidden, category: 'AUTHENTICATION' })).toEqual({
      name: 'order_ready',
      language: 'en_US',
      category: 'AUTHENTICATION',
      buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }],
      add_security_recommendation: true,
      code_expiration_minutes: 5,
    });
  });

  it('is read by the API as it is by the page', () => {
    expect(draftOf(requestOf(order) as Parameters<typeof draftOf>[0])).toMatchObject({
      samples: [],
      buttons: [],
    });
  });

  it('changes of a template what is different', () => {
    const template = shown({ footer: 'Bye', header_format: 'IMAGE' });
    const written = writtenOf(template);
    expect([changesOf(template, written), problemsOf(written, template)]).toEqual([{}, {}]);
    expect(changesOf(template, { ...written, footer: '', body: 'Hello.' })).toEqual({
      body: 'Hello.',
      body_examples: null,
      footer: null,
    });
  });

  it('keeps the example of a header and the apps of a button, which the API does not show', () => {
    const header = shown({ header_format: 'TEXT', header_text: 'Order {{1}} here' });
    expect(problemsOf(writtenOf(header), header)).toEqual({});
    const otp = shown({
      category: 'AUTHENTICATION',
      body: null,
      body_examples: [],
      buttons: [
        { type: 'OTP', text: null, url: null, phone_number: null, example: null, otp_type: 'ONE_TAP' },
      ],
    });
    const written = { ...writtenOf(otp), minutes: '5' };
    expect([problemsOf(written, otp), changesOf(otp, written)]).toEqual([{}, { code_expiration_minutes: 5 }]);
  });

  it('numbers its variables', () => {
    expect([withVariable(''), withVariable('Dear {{1}},')]).toEqual(['{{1}}', 'Dear {{1}}, {{2}}']);
    const named = 'Dear {{first_name}}, {{ order }} of {{first_name}}';
    expect(namesIn(named)).toEqual(['first_name', 'order']);
    expect(numbered(named)).toBe('Dear {{1}}, {{2}} of {{1}}');
    expect(namesIn(numbered(named))).toEqual([]);
  });
});
