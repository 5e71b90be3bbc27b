import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expandAppStateKeys, hkdf, LTHashAntiTampering, md5 } from 'whatsapp-rust-bridge';

/** What the original package (0.5.4) returned, in hexadecimal. */
interface Vectors {
  md5: { of: string; is: string }[];
  hkdf: { key: string; length: number; salt: string | null; info: string | null; is: string }[];
  appStateKeys: { of: string; are: Record<string, string> };
  setHash: { base: string; subtract: string[]; add: string[]; is: string }[];
}

const vectors = JSON.parse(readFileSync(join(__dirname, 'rust-bridge.vectors.json'), 'utf8')) as Vectors;
const bytes = (hex: string) => Buffer.from(hex, 'hex');
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex');

describe('the stand-in for whatsapp-rust-bridge', () => {
  it('is what the library gets', () => {
    expect(require.resolve('whatsapp-rust-bridge')).toBe(join(__dirname, '../rust-bridge/index.js'));
  });

  it('returns the bytes of the original', () => {
    expect(vectors.md5.map(({ of }) => hex(md5(bytes(of))))).toEqual(vectors.md5.map(({ is }) => is));

    const derived = vectors.hkdf.map(({ key, length, salt, info }) =>
      hex(hkdf(bytes(key), length, { salt: salt === null ? null : bytes(salt), info })),
    );
    expect(derived).toEqual(vectors.hkdf.map(({ is }) => is));

    const { of, are } = vectors.appStateKeys;
    const keys = Object.entries(expandAppStateKeys(bytes(of))).map(([name, key]) => [
      name,
      hex(key as Uint8Array),
    ]);
    expect(Object.fromEntries(keys)).toEqual(are);

    const hash = new LTHashAntiTampering();
    const sums = vectors.setHash.map(({ base, subtract, add }) =>
      hex(hash.subtractThenAdd(bytes(base), subtract.map(bytes), add.map(bytes))),
    );
    expect(sums).toEqual(vectors.setHash.map(({ is }) => is));
  });

  it('refuses what the original refuses', () => {
    expect(() => hkdf(bytes('00'), 255 * 32 + 1, {})).toThrow();
    expect(() => new LTHashAntiTampering().subtractThenAdd(bytes('00'), [], [])).toThrow();
  });
});
