import { createCipheriv, createHmac, hkdfSync } from 'node:crypto';
import { SecretBox } from './secret-box';
import { secretKeysOf } from './secret-keys';

const [first, second, third] = [1, 2, 3].map((fill) => Buffer.alloc(32, fill)) as [Buffer, Buffer, Buffer];
const boxOf = (current: Buffer, ...accepted: Buffer[]) =>
  new SecretBox(secretKeysOf({ SECRET_KEY: current, SECRET_KEYS_ACCEPTED: accepted }), 'endpoints');

/** The format of values from before key versions. */
const unversioned = {
  seal(plain: string, context: string): Buffer {
    const key = Buffer.from(hkdfSync('sha256', first, '', 'endpoints/encrypt', 32));
    const nonce = Buffer.alloc(12, 9);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  },
  digest(secret: string): Buffer {
    const key = Buffer.from(hkdfSync('sha256', first, '', 'endpoints/digest', 32));
    return createHmac('sha256', key).update(secret).digest();
  },
};

describe('SecretBox', () => {
  const box = boxOf(first);

  it('decrypts what it encrypted, only with the context of the same row', () => {
    const sealed = box.seal('whsec_ü', 'row 1');
    expect(box.open(sealed, 'row 1')).toBe('whsec_ü');
    expect(() => box.open(sealed, 'row 2')).toThrow();
  });

  it('keeps bytes that are no text', () => {
    const bytes = Buffer.from([0, 255, 254, 128]);
    expect(box.openBytes(box.seal(bytes, 'row'), 'row')).toEqual(bytes);
  });

  it('never encrypts to the same bytes twice and stores no plain text', () => {
    expect(box.seal('secret', 'row').equals(box.seal('secret', 'row'))).toBe(false);
    expect(box.seal('secret', 'row').includes('secret')).toBe(false);
  });

  it('rejects altered bytes', () => {
    for (let index = 0; index < box.seal('secret', 'row').length; index += 1) {
      const sealed = box.seal('secret', 'row');
      sealed[index]! ^= 1;
      expect(() => box.open(sealed, 'row')).toThrow();
    }
    expect(() => box.open(Buffer.alloc(3), 'row')).toThrow();
  });

  it('has separate keys for every purpose', () => {
    const keys = secretKeysOf({ SECRET_KEY: first, SECRET_KEYS_ACCEPTED: [] });
    const other = new SecretBox(keys, 'credentials');
    expect(() => other.open(box.seal('secret', 'row'), 'row')).toThrow();
    expect(other.matches('secret', box.digest('secret'))).toBe(false);
  });

  it('matches a digest only with its own secret', () => {
    expect(box.matches('secret', box.digest('secret'))).toBe(true);
    expect(box.matches('Secret', box.digest('secret'))).toBe(false);
  });
});

describe('SecretBox with several keys', () => {
  const values = (box: SecretBox) => ({ sealed: box.seal('secret', 'row'), digest: box.digest('secret') });
  const reads = (box: SecretBox, { sealed, digest }: ReturnType<typeof values>) => ({
    opens: attempt(() => box.open(sealed, 'row')) === 'secret',
    matches: box.matches('secret', digest),
    isCurrent: box.isCurrent(sealed) && box.isCurrent(digest),
  });
  const old = { sealed: unversioned.seal('secret', 'row'), digest: unversioned.digest('secret') };

  it.each([
    ['the current key', boxOf(second, first), values(boxOf(second)), [true, true, true]],
    ['an older key', boxOf(second, first), values(boxOf(first)), [true, true, false]],
    ['the key that comes next', boxOf(first, second), values(boxOf(second)), [true, true, false]],
    ['an older key that is gone', boxOf(second, third), values(boxOf(first)), [false, false, false]],
    ['the only key, from before versions', boxOf(first), old, [true, true, false]],
    ['an older key, from before versions', boxOf(third, second, first), old, [true, true, false]],
    ['a key that is gone, from before versions', boxOf(second), old, [false, false, false]],
  ])('handles a value that depends on %s: %#', (_key, box, stored, [opens, matches, isCurrent]) => {
    expect(reads(box, stored)).toEqual({ opens, matches, isCurrent });
  });
});

describe('a digest whose key is gone', () => {
  const context = 'row';
  const digest = boxOf(first).digest('secret');
  const key = boxOf(second, first).retainKey(digest, { key: null, context })!;
  const matches = (box: SecretBox, retained: Buffer, secret = 'secret', row = context) =>
    box.matches(secret, digest, { key: retained, context: row });

  it('is verified by its retained key, for its own row and secret only', () => {
    expect(matches(boxOf(second), key)).toBe(true);
    expect(matches(boxOf(second), key, 'Secret')).toBe(false);
    expect(matches(boxOf(second), key, 'secret', 'another row')).toBe(false);
    expect(matches(boxOf(third), key)).toBe(false);
  });

  it('survives any number of further changes of the key', () => {
    const again = boxOf(third, second).retainKey(digest, { key, context })!;
    expect(boxOf(third, second).retainsCurrently(digest, key)).toBe(false);
    expect(boxOf(third).retainsCurrently(digest, again)).toBe(true);
    expect(matches(boxOf(third), again)).toBe(true);
  });

  it('is not verified by what was retained for another digest, even one of the same key', () => {
    const forged = boxOf(first).digest('forged');
    expect(boxOf(second).matches('forged', forged, { key, context })).toBe(false);
    const moved = Buffer.concat([forged, key.subarray(digest.length)]);
    expect(boxOf(second).matches('forged', forged, { key: moved, context })).toBe(false);
  });

  it('is lost without its key', () => {
    expect(boxOf(second).retainKey(digest, { key: null, context })).toBeNull();
    expect(boxOf(third).retainKey(digest, { key, context })).toBeNull();
  });

  it('is verified if it dates from before key versions', () => {
    const old = unversioned.digest('secret');
    const retained = boxOf(second, first).retainKey(old, { key: null, context });
    expect(boxOf(second).matches('secret', old, { key: retained, context })).toBe(true);
    expect(boxOf(second).matches('Secret', old, { key: retained, context })).toBe(false);
  });
});

function attempt(work: () => string): string | null {
  try {
    return work();
  } catch {
    return null;
  }
}
