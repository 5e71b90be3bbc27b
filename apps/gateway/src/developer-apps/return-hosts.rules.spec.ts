import { hostsOf } from './return-hosts.rules';

describe('the hosts that people may be sent back to', () => {
  it.each([
    ['are none without a redirect URI', [], []],
    [
      'are those of the redirect URIs, without ports and paths, each once',
      ['https://crm.example.com/a', 'https://crm.example.com:8443/b', 'http://127.0.0.1:5000/'],
      ['127.0.0.1', 'crm.example.com'],
    ],
  ])('%s', (_, uris, hosts) => expect(hostsOf(uris)).toEqual(hosts));
});
