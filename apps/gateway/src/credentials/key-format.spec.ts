import { isClientId, newClientId, newClientSecret } from './key-format';

describe('the format of API keys', () => {
  it('makes ids and secrets of prefix, 32 random characters and 6 of checksum', () => {
    expect(newClientId()).toMatch(/^ck_[0-9A-Za-z]{38}$/);
    expect(newClientSecret()).toMatch(/^cs_[0-9A-Za-z]{38}$/);
    expect(newClientId()).not.toBe(newClientId());
  });

  it('knows its own ids, whatever their checksum begins with', () => {
    for (let round = 0; round < 200; round += 1) expect(isClientId(newClientId())).toBe(true);
    expect(isClientId('ck_00000000000000000000000000000000' + '2wvWQ7')).toBe(false);
  });

  it.each([
    ['nothing', () => ''],
    ['a secret', () => newClientSecret()],
    ['a character changed', () => changed(newClientId())],
    ['one character less', () => newClientId().slice(0, -1)],
    ['a line end more', () => `${newClientId()}\n`],
    ['NUL', () => '\0'],
    ['16 kB', () => 'ck_' + 'a'.repeat(16_000)],
  ])('refuses %s', (_, make) => {
    expect(isClientId(make())).toBe(false);
  });
});

function changed(id: string): string {
  return id.slice(0, 10) + (id[10] === 'x' ? 'y' : 'x') + id.slice(11);
}
