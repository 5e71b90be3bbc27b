import { FairQueue } from './fair-queue';
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

  it('never match without a hash, which costs as much as a wrong one', async () => {
    const hash = await passwords.hash('right');
    const derivations = jest.spyOn(FairQueue.prototype, 'run');
    expect(await passwords.matches('client', '', null)).toBe(false);
    expect(derivations).toHaveBeenCalledTimes(1);
    expect(await passwords.matches('client', 'wrong', hash)).toBe(false);
    expect(derivations).toHaveBeenCalledTimes(2);
  });
});
