import { createHmac, randomBytes } from 'node:crypto';
import { judge } from './verify.rules';

const NOW = 1_800_000_000_000;
const key = randomBytes(24);
const secret = `whsec_${key.toString('base64')}`;
const body = '{"type":"message.received","data":{"text":"¡Hola!\\n"}}';
const signed = (seconds = NOW / 1_000, content = body) => {
  const hmac = createHmac('sha256', key).update(`id_1.${seconds}.${content}`).digest('base64');
  return `webhook-id: id_1\nwebhook-timestamp: ${seconds}\nWebhook-Signature: v1,AAAA v1,${hmac}`;
};

describe('a request that somebody pasted', () => {
  it.each([
    ['as it came', { headers: signed(), body }, 'genuine'],
    ['with a body that is no JSON', { headers: signed(undefined, 'ok'), body: 'ok' }, 'genuine'],
    ['five minutes old', { headers: signed(NOW / 1_000 - 300), body }, 'genuine'],
    ['older than that', { headers: signed(NOW / 1_000 - 301), body }, 'old'],
    ['of the future', { headers: signed(NOW / 1_000 + 301), body }, 'early'],
    ['with a line break after it', { headers: signed(), body: `${body}\n` }, 'whitespace'],
    [
      'parsed and written anew',
      { headers: signed(), body: JSON.stringify(JSON.parse(body), null, 2) },
      'reserialized',
    ],
    ['with another body', { headers: signed(), body: body.replace('Hola', 'Adiós') }, 'wrong'],
    [
      'with a time that is none',
      { headers: signed().replace(/timestamp: /, 'timestamp: x'), body },
      'badTimestamp',
    ],
  ] as const)('%s is judged: %s', async (_, request, kind) => {
    expect(await judge({ secret, ...request }, NOW)).toEqual({ kind });
  });

  it('may have headers as tools show them', async () => {
    const asJson = signed()
      .split('\n')
      .map((line) => line.replace(/^([\w-]+): (.*)$/, '  "$1": "$2",'))
      .join('\n');
    expect(await judge({ secret, headers: `{\n${asJson}\n}`, body }, NOW)).toEqual({ kind: 'genuine' });
    const ofCurl = signed().replaceAll(/^/gm, '< ');
    expect(await judge({ secret: ` ${secret}\n`, headers: ofCurl, body }, NOW)).toEqual({ kind: 'genuine' });
  });

  it('needs its headers, and a secret that is one', async () => {
    const headers = signed().split('\n').slice(1).join('\n');
    expect(await judge({ secret, headers, body }, NOW)).toEqual({ kind: 'missing', header: 'webhook-id' });
    expect(await judge({ secret: 'whsec_?', headers: signed(), body }, NOW)).toEqual({ kind: 'badSecret' });
    const other = `whsec_${randomBytes(24).toString('base64')}`;
    expect(await judge({ secret: other, headers: signed(), body }, NOW)).toEqual({ kind: 'wrong' });
  });
});
