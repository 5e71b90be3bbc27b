import { Passwords } from './passwords';

describe('passwords', () => {
  const passwords = new Passwords();

  it('match their own hash and no other, however their characters are composed', async () => {
    const hash = await passwords.hash('pässword ﬁne');
    expect(hash).toMatch(/^scrypt\$[^$]+\$[^$]+$/);
    expect(await passwords.matches('client', 'pässword fine'.normalize('NFD'), hash)).toBe(true);
    expect(await passwords.matches('client', 'password fine', hash)).toBe(false);
    expect(await passwords.matches('client', 'pässword ﬁne', await passwords.hash('another one'))).toBe(
      false,
    );
  });

  it('never match without a hash', async () => {
    expect(await passwords.matches('client', '', null)).toBe(false);
  });
});
