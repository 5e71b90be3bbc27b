import { SecretBox } from './secret-box';

const key = Buffer.alloc(32, 1);

describe('SecretBox', () => {
  const box = new SecretBox(key, 'endpoints');

  it('opens what it sealed, for the same row only', () => {
    const sealed = box.seal('whsec_ü', 'row 1');
    expect(box.open(sealed, 'row 1')).toBe('whsec_ü');
    expect(() => box.open(sealed, 'row 2')).toThrow();
  });

  it('never seals alike and keeps no plain text', () => {
    expect(box.seal('secret', 'row').equals(box.seal('secret', 'row'))).toBe(false);
    expect(box.seal('secret', 'row').includes('secret')).toBe(false);
  });

  it('refuses bytes that were changed', () => {
    const sealed = box.seal('secret', 'row');
    sealed[sealed.length - 1]! ^= 1;
    expect(() => box.open(sealed, 'row')).toThrow();
  });

  it('has keys of its own for every purpose', () => {
    const other = new SecretBox(key, 'credentials');
    expect(() => other.open(box.seal('secret', 'row'), 'row')).toThrow();
    expect(other.matches('secret', box.digest('secret'))).toBe(false);
  });

  it('matches a digest with its secret only', () => {
    expect(box.matches('secret', box.digest('secret'))).toBe(true);
    expect(box.matches('Secret', box.digest('secret'))).toBe(false);
  });
});
