import { fill, previewOf, type PreviewSource } from './preview.rules';

const order: PreviewSource = {
  category: 'UTILITY',
  header_format: 'NONE',
  header_text: null,
  body: 'Dear {{1}}, {{2}}',
  footer: null,
  buttons: [],
  add_security_recommendation: null,
  code_expiration_minutes: null,
};

describe('a template on a phone', () => {
  it('is shown with what is filled in so far', () => {
    expect(fill('Dear {{1}}, {{2}}', 'body', { 'body-1': '{{2}} $& Ada' })).toBe('Dear {{2}} $& Ada, {{2}}');
    const shown = previewOf(
      { ...order, header_format: 'TEXT', header_text: 'To {{name}}', footer: 'Bye' },
      { 'header-name': 'Ada', 'body-1': '', 'body-2': 'hello' },
    );
    expect(shown).toEqual({
      header: 'To Ada',
      media: null,
      body: 'Dear {{1}}, hello',
      footer: 'Bye',
      buttons: [],
    });
  });

  it('has its picture instead of a text above it, and names its buttons', () => {
    const buttons = [
      { type: 'QUICK_REPLY', text: 'Yes' },
      { type: 'COPY_CODE', text: null },
    ];
    expect(previewOf({ ...order, header_format: 'IMAGE', header_text: 'Hidden', buttons }, {})).toMatchObject(
      {
        header: null,
        media: 'IMAGE',
        buttons: ['Yes', 'Copy offer code'],
      },
    );
  });

  it('of authentication has the text of the provider', () => {
    const otp = {
      ...order,
      category: 'AUTHENTICATION',
      body: null,
      buttons: [{ type: 'OTP', text: null }],
      add_security_recommendation: true,
      code_expiration_minutes: 5,
    };
    expect(previewOf(otp, { code: '8431' })).toEqual({
      header: null,
      media: null,
      body: '*8431* is your verification code. For your security, do not share this code.',
      footer: 'This code expires in 5 minutes.',
      buttons: ['Copy code'],
    });
  });
});
