import { deriveKey, isKey, newKey } from './key-format';

describe('the format of API keys', () => {
  it('makes ids and secrets of prefix, 32 random characters and 6 of checksum', () => {
    expect(newKey('clientId')).toMatch(/^ck_[0-9A-Za-z]{38}$/);
    expect(newKey('clientSecret')).toMatch(/^cs_[0-9A-Za-z]{38}$/);
    expect(newKey('clientId')).not.toBe(newKey('clientId'));
  });

  it('knows its own ids, whatever their checksum begins with', () => {
    for (let round = 0; round < 200; round += 1) expect(isKey('clientId', newKey('clientId'))).toBe(true);
    expect(isKey('clientId', 'ck_00000000000000000000000000000000' + '2wvWQ7')).toBe(false);
  });

  it('derives the same key from the same key and salt, and another one from any other', () => {
    const [key, salt] = [newKey('refreshToken'), Buffer.alloc(32, 1)];
    const derived = deriveKey('refreshToken', key, salt);
    expect(isKey('refreshToken', derived)).toBe(true);
    expect(deriveKey('refreshToken', key, salt)).toBe(derived);
    const others = [
      deriveKey('refreshToken', newKey('refreshToken'), salt),
      deriveKey('refreshToken', key, Buffer.alloc(32, 2)),
      deriveKey('accessToken', key, salt).replace('at_', 'rt_'),
    ];
    expect(new Set([derived, ...others]).size).toBe(4);
  });

  it.each([
    ['nothing', () => ''],
    ['a secret', () => newKey('clientSecret')],
    ['a character changed', () => changed(newKey('clientId'))],
    ['one character less', () => newKey('clientId').slice(0, -1)],
    ['a line end more', () => `${newKey('clientId')}\n`],
    ['NUL', () => '\0'],
    ['16 kB', () => 'ck_' + 'a'.repeat(16_000)],
  ])('refuses %s', (_, make) => {
    expect(isKey('clientId', make())).toBe(false);
  });
});

function changed(id: string): string {
  return id.slice(0, 10) + (id[10] === 'x' ? 'y' : 'x') + id.slice(11);
}
