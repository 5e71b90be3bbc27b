import { readAppContact } from './app-contacts.rules';

const now = new Date('2026-03-01T00:00:00.000Z');
const at = new Date(1_700_000_000_000);
const word = (change: object = {}, contact: object = {}) => ({
  type: 'contact',
  contact: { full_name: 'Ana Silva', first_name: 'Ana', phone_number: '+49 151 12345678', ...contact },
  action: 'add',
  metadata: { timestamp: '1700000000' },
  ...change,
});
const ana = { phone: '4915112345678', providerUserId: null, at, fullName: 'Ana Silva', firstName: 'Ana' };

describe('a contact of the business app', () => {
  it.each([
    ['that exists', word(), ana],
    [
      'that was removed',
      word({ action: 'remove' }, { full_name: undefined }),
      { ...ana, fullName: null, firstName: null },
    ],
    ['without a time', word({ metadata: null }), { ...ana, at: now }],
    [
      'without a number',
      word({}, { phone_number: undefined, user_id: 'DE.77' }),
      { ...ana, phone: null, providerUserId: 'DE.77' },
    ],
    ['with a first name only', word({}, { full_name: '' }), { ...ana, fullName: 'Ana' }],
    [
      'with characters that Postgres cannot store',
      word({}, { full_name: 'A\0na\ud800' }),
      { ...ana, fullName: 'Ana\ufffd' },
    ],
  ])('%s is read', (_, given, expected) => {
    expect(readAppContact(given, now)).toEqual(expected);
  });

  it.each([
    ['another type', word({ type: 'label' })],
    ['no contact', word({ contact: null })],
    ['no number', word({}, { phone_number: 'none' })],
    ['no name', word({}, { full_name: ' ', first_name: null })],
    ['another action', word({ action: 'block' })],
  ])('is ignored when it has %s', (_, given) => {
    expect(readAppContact(given, now)).toBeNull();
  });
});
