import type { SendTemplate } from '@chat/contracts/messaging';
import { fingerprintOfTemplate } from './template-fingerprint.rules';

const file = {
  blob: 'a/1',
  filename: 'a.pdf',
  mime_type: 'application/pdf',
  size: 3,
  sha256: 'a'.repeat(64),
};
const body: SendTemplate = {
  template_id: 'tpl_1',
  mobile_code: '1',
  mobile: '2025550123',
  body_variables: ['a', 'b'],
  header_media_file: file,
};
const of = (change: Partial<SendTemplate> = {}) =>
  fingerprintOfTemplate({ ...body, ...change }).toString('hex');

describe('the fingerprint of a template send', () => {
  it('is the same for reordered members, another name or place of the file, and its other member', () => {
    const reordered = Object.fromEntries(Object.entries(body).reverse()) as unknown as SendTemplate;
    expect(fingerprintOfTemplate(reordered).toString('hex')).toBe(of());
    expect(of({ header_media_file: { ...file, filename: 'b.pdf', blob: 'a/2' } })).toBe(of());
    expect(of({ header_media_file: undefined, media_file: file })).toBe(of());
    expect(of({ filename: 'c.pdf' })).toBe(of());
  });

  it.each<[string, Partial<SendTemplate>]>([
    ['template', { template_id: 'tpl_2' }],
    ['receiver', { mobile: '2025550124' }],
    ['channel', { chat_account_id: 7 }],
    ['values', { body_variables: ['b', 'a'] }],
    ['named values', { body_named_variables: { name: 'a' } }],
    ['header', { header_variables: ['a'] }],
    ['bytes', { header_media_file: { ...file, sha256: 'b'.repeat(64) } }],
    ['URL', { header_media_file: undefined, header_media_url: 'https://a/b' }],
  ])('is another for another %s', (_, change) => {
    expect(of(change)).not.toBe(of());
  });

  it('is that of the bytes, also if they were uploaded before', () => {
    const named = { ...body, header_media_file: undefined, header_media_id: 'med_1' };
    const ofNamed = (sha256: string) => fingerprintOfTemplate(named, { sha256 }).toString('hex');
    expect(ofNamed(file.sha256)).toBe(of());
    expect(ofNamed('b'.repeat(64))).not.toBe(of());
  });
});
