import { personOf } from './person.rules';

const ana = { wa_id: '4915112345678', user_id: 'DE.1', profile: { name: 'Ana' } };
const lena = { user_id: 'DE.2', profile: { name: 'Lena' } };

describe('a person whom a callback names', () => {
  it.each([
    ['by number', { number: '4915112345678' }, '4915112345678', 'DE.1'],
    ['by the provider’s id', { userId: 'DE.1' }, '4915112345678', 'DE.1'],
    ['by both', { number: '4915112345678', userId: 'DE.1' }, '4915112345678', 'DE.1'],
    ['without a number', { userId: 'DE.2' }, null, 'DE.2'],
    ['who is not described', { number: '4915100000009' }, '4915100000009', null],
    ['by nothing', {}, null, null],
  ])('%s is found among several', (_, given, phone, providerUserId) => {
    const person = personOf(
      { number: null, userId: null, ...given },
      { contacts: [ana, lena], isAlone: false },
    );
    expect(person).toMatchObject({ phone, providerUserId });
  });

  it('is the only one described, where nothing else is told', () => {
    const nobody = { number: undefined, userId: undefined };
    expect(personOf(nobody, { contacts: [lena], isAlone: true })).toMatchObject({ providerUserId: 'DE.2' });
    expect(personOf(nobody, { contacts: [lena], isAlone: false })).toMatchObject({ providerUserId: null });
    expect(personOf(nobody, { contacts: [ana, lena], isAlone: true })).toMatchObject({ phone: null });
  });

  it.each([
    ['the number of another', { number: '4915100000009', userId: null }],
    ['the id of another', { number: null, userId: 'DE.9' }],
  ])('never gets %s', (_, given) => {
    expect(personOf(given, { contacts: [ana], isAlone: true }).contact).toBeUndefined();
  });
});
