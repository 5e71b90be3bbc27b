import { createSecretKey, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from './signature';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const keyOf = (secret: string) => createSecretKey(Buffer.from(secret.slice('whsec_'.length), 'base64'));

it('is valid for either secret during a rotation, and for no other', () => {
  const [current, former, foreign] = [newSecret(), newSecret(), newSecret()];
  const body = JSON.stringify({ data: 'Café \u0000 谢谢 📦' });
  const seconds = Math.floor(Date.now() / 1_000);
  const headers = signedHeaders([current, former].map(keyOf), 'id', seconds, body);
  for (const secret of [current, former]) {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  }
  expect(() => new Webhook(foreign).verify(body, headers)).toThrow();
});

it('contains one signature per secret, that of the current one first', () => {
  const [current, former] = [keyOf(newSecret()), keyOf(newSecret())];
  const of = (...keys: (typeof current)[]) => signedHeaders(keys, 'id', 1, '{}')['webhook-signature'];
  expect(of(current, former)).toBe(`${of(current)} ${of(former)}`);
});
