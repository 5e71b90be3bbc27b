import { createSecretKey, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { signedHeaders } from './signature';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const keyOf = (secret: string) => createSecretKey(Buffer.from(secret.slice('whsec_'.length), 'base64'));
const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** Texts that programs get wrong: other scripts, escapes, line ends, nothing. */
const pieces = ['', 'Café', '谢谢 📦', '\u0000\u2028', '"\\', ' \r\n', '\u{10FFFF}', 'null'];

function randomBody(): string {
  const words = Array.from({ length: randomInt(20) }, () => pieces[randomInt(pieces.length)]!);
  const data = {
    id: randomInt(2 ** 40),
    message: words.join(''),
    nothing: null,
    noise: randomBytes(9).toString('base64'),
  };
  return JSON.stringify({ type: 'message.received', timestamp: new Date().toISOString(), data });
}

/** One bit of the body is another. */
function flipped(body: string): string {
  const bytes = Buffer.from(body);
  const at = randomInt(bytes.length);
  bytes[at] = bytes[at]! ^ (1 << randomInt(7));
  return bytes.toString();
}

const judges = [
  ['standardwebhooks', (secret: string) => new StandardWebhook(secret)],
  ['svix', (secret: string) => new SvixWebhook(secret)],
] as const;

describe.each(judges)('by %s', (_, judgeOf) => {
  it('5,000 random deliveries are verified, by either secret during a rotation, and none that was changed', () => {
    const [current, former, foreign] = [newSecret(), newSecret(), newSecret()];
    for (let count = 0; count < 5_000; count += 1) {
      const isRotating = count % 2 === 1;
      const secrets = isRotating ? [current, former] : [current];
      const body = randomBody();
      const headers = signedHeaders(secrets.map(keyOf), randomUUID(), nowSeconds(), body);
      for (const secret of secrets) {
        expect(judgeOf(secret).verify(body, headers)).toEqual(JSON.parse(body));
        if (count % 10 < 2) expect(() => judgeOf(secret).verify(flipped(body), headers)).toThrow();
      }
      const stranger = isRotating ? foreign : former;
      expect(() => judgeOf(stranger).verify(body, headers)).toThrow();
    }
  });
});

it('says each secret’s signature, the current one first', () => {
  const [current, former] = [keyOf(newSecret()), keyOf(newSecret())];
  const of = (...keys: (typeof current)[]) => signedHeaders(keys, 'id', 1, '{}')['webhook-signature'];
  expect(of(current, former)).toBe(`${of(current)} ${of(former)}`);
});
