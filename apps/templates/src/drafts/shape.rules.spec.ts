import { toComponents } from './components.rules';
import type { Draft } from '@chat/contracts/template-drafts';
import { keptButtons, readShape, readVariables } from './shape.rules';

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

  it('lists the parts that take values in each send', () => {
    expect(readVariables(shaped(toComponents(draft, null)))).toEqual({
      header: { text: draft.header_text, count: 1 },
      body: { text: draft.body, count: 1 },
      buttons: [
        { index: 1, kind: 'url', prefix: 'https://a.de/' },
        { index: 2, kind: 'copy_code', prefix: '' },
      ],
      sample_url: null,
    });
  });

  it('restores the button of an authentication template, which the provider turns into a URL', () => {
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
      editable: true,
    });
    expect(readVariables(shaped(components, 'AUTHENTICATION'))).toEqual({
      header: null,
      body: { text: '*{{1}}* is your code.', count: 1 },
      buttons: [],
      sample_url: null,
    });
  });

  describe('restores for resubmission a button', () => {
    const kept = (button: object, category = 'AUTHENTICATION') =>
      keptButtons({ category, components: [{ type: 'BUTTONS', buttons: [button] }] });
    const readBack = (asked: string) => ({
      type: 'URL',
      text: 'Copy code',
      url: `https://www.whatsapp.com/otp/code/?${asked}&code=otp{{1}}`,
    });
    const app = { package_name: 'com.example.shop', signature_hash: 'K8a/AINcGX7' };
    const other = { package_name: 'com.example.pay', signature_hash: 'U4hoZi+kgMN' };
    const both =
      'package_name=com.example.shop%2Ccom.example.pay&signature_hash=K8a%2FAINcGX7%2CU4hoZi%2BkgMN';
    const oneTap = {
      type: 'OTP',
      otp_type: 'ONE_TAP',
      autofill_text: 'Fill in',
      supported_apps: [app, other],
    };

    it.each<[string, object, string, object]>([
      [
        'of a type that requests do not have',
        { type: 'VOICE_CALL', text: 'Call us' },
        'UTILITY',
        { type: 'VOICE_CALL', text: 'Call us' },
      ],
      [
        'with a member that requests do not have',
        {
          type: 'URL',
          text: 'See',
          url: 'https://a.de/{{1}}',
          example: ['https://a.de/1'],
          app_deep_link: {},
        },
        'UTILITY',
        { type: 'URL', text: 'See', url: 'https://a.de/{{1}}', example: 'https://a.de/1', app_deep_link: {} },
      ],
      ['as it was submitted', oneTap, 'AUTHENTICATION', oneTap],
      [
        'that copies the code',
        readBack('otp_type=COPY_CODE'),
        'AUTHENTICATION',
        { type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy code' },
      ],
      [
        'that fills the code in',
        readBack(`otp_type=ONE_TAP&cta_display_name=Fill+in&${both}`),
        'AUTHENTICATION',
        { ...oneTap, text: 'Copy code' },
      ],
      [
        'that nobody taps',
        readBack(`otp_type=ZERO_TAP&${both}`),
        'AUTHENTICATION',
        {
          type: 'OTP',
          otp_type: 'ZERO_TAP',
          text: 'Copy code',
          supported_apps: [app, other],
          zero_tap_terms_accepted: true,
        },
      ],
    ])('%s', (_, button, category, expected) => expect(kept(button, category)).toEqual([expected]));

    it.each(['otp_type=ONE_TAP', 'otp_type=ANOTHER', 'otp_type=ONE_TAP&package_name=a,b&signature_hash=c'])(
      'only if its URL shows more than %s',
      (asked) => expect(kept(readBack(asked))).toBeNull(),
    );
  });

  const body = { type: 'BODY', text: 'Hello there' };
  it.each<[string, object[]]>([
    ['a carousel', [body, { type: 'CAROUSEL', cards: [] }]],
    ['a place in the header', [{ type: 'HEADER', format: 'LOCATION' }, body]],
    ['a list of products', [body, { type: 'BUTTONS', buttons: [{ type: 'MPM', text: 'See' }] }]],
  ])('is not sendable with %s', (_, components) => {
    expect(readShape(shaped(components, 'MARKETING'))).toMatchObject({ sendable: false, editable: false });
  });

  it.each<[string, object]>([
    ['a quick reply', { type: 'QUICK_REPLY', text: 'Yes' }],
    ['a fixed URL', { type: 'URL', text: 'See', url: 'https://a.de' }],
    ['a number', { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+49301234567' }],
    ['a call', { type: 'VOICE_CALL', text: 'Call' }],
    ['a catalogue', { type: 'CATALOG', text: 'See' }],
  ])('is sendable with a button for %s, which takes no value', (_, button) => {
    const made = shaped([body, { type: 'BUTTONS', buttons: [button] }]);
    expect(readShape(made).sendable).toBe(true);
    expect(readVariables(made).buttons).toEqual([]);
  });

  it('has named variables in both texts, which a send fills in but an edit would lose', () => {
    const named = shaped(
      [
        {
          type: 'HEADER',
          format: 'TEXT',
          text: 'Order {{order}}',
          example: { header_text_named_params: [{ param_name: 'order', example: '17' }] },
        },
        {
          type: 'BODY',
          text: 'Dear {{first_name}}, {{order}} is ready. Bye, {{first_name}}!',
          example: {
            body_text_named_params: [
              { param_name: 'first_name', example: 'Ana' },
              { param_name: 'order', example: '17' },
            ],
          },
        },
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'See', url: 'https://a.de/{{code}}' }] },
      ],
      'UTILITY',
      'NAMED',
    );
    expect(readShape(named)).toMatchObject({
      header_example: '17',
      body_examples: ['Ana', '17'],
      sendable: true,
      editable: false,
    });
    expect(readVariables(named)).toMatchObject({
      header: { count: 1, names: ['order'] },
      body: { count: 2, names: ['first_name', 'order'] },
      buttons: [{ index: 0, kind: 'url', prefix: 'https://a.de/', name: 'code' }],
    });
  });

  it.each([
    ['its link', 'https://media.example.com/1', 'https://media.example.com/1'],
    ['no link for a handle', '4::aW', null],
  ])('shows of the sample in its header %s', (_, handle, url) => {
    const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: [handle] } };
    expect(readVariables(shaped([header, body])).sample_url).toBe(url);
  });
});
