import { blobKey, isBlobKey } from './blob-key.rules';

const uuid = '0b9b3c57-1f4e-4f5e-9a55-0a2f3a1c9d10';

describe('blobKey', () => {
  it('consists of account, day in UTC and uuid', () => {
    expect(blobKey(42, uuid, new Date('2026-01-31T23:59:59.999Z'))).toBe(`42/2026-01-31/${uuid}`);
  });

  it('has the shape of a key', () => {
    expect(isBlobKey(blobKey(Number.MAX_SAFE_INTEGER, uuid, new Date()))).toBe(true);
  });
});

describe('isBlobKey', () => {
  it.each([
    '',
    '/',
    '../../etc/passwd',
    `42/2026-01-31/../${uuid}`,
    `42/2026-01-31/${uuid}/`,
    `42/2026-01-31/${uuid}\n`,
    `42/2026-01-31/${uuid.toUpperCase()}`,
    `-1/2026-01-31/${uuid}`,
    `42\\2026-01-31\\${uuid}`,
    `/42/2026-01-31/${uuid}`,
    `42/2026-01-31/${uuid}\0`,
  ])('refuses %j', (text) => {
    expect(isBlobKey(text)).toBe(false);
  });
});
