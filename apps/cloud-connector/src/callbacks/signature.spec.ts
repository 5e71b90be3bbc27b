import { createHmac } from 'node:crypto';
import { isSigned } from './signature';

const raw = Buffer.from('{"object":"whatsapp_business_account"}');
const signedBy = (secret: string) => `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;

describe('the signature of a callback', () => {
  it.each([
    ['the secret of the app', signedBy('new'), ['new'], true],
    ['a further secret', signedBy('old'), ['new', 'old'], true],
    ['an unknown secret', signedBy('other'), ['new', 'old'], false],
    ['an empty secret, as without an app', signedBy(''), [''], false],
    ['any secret, when there is none', signedBy('new'), [], false],
    ['the right secret, in another form', signedBy('new').slice('sha256='.length), ['new'], false],
    ['nothing', undefined, ['new'], false],
  ])('by %s', (_, signature, secrets, isValid) => {
    expect(isSigned(raw, signature, secrets)).toBe(isValid);
  });
});
