import { readClientCredentials } from './client-credentials.rules';
import { Parameters } from './parameters.rules';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const read = (authorizations: string | string[] | undefined, form: Record<string, string>) =>
  readClientCredentials([authorizations ?? []].flat(), new Parameters(new URLSearchParams(form)));

describe('the credentials of a client', () => {
  it.each([
    ['in the header', basic('app_1:aps_1'), {}, { clientId: 'app_1', secret: 'aps_1' }],
    ['in the header, encoded', basic('app%5F1:a%3Ab+c'), {}, { clientId: 'app_1', secret: 'a:b c' }],
    [
      'in the header, with the same id in the body',
      basic('app_1:s'),
      { client_id: 'app_1' },
      { clientId: 'app_1', secret: 's' },
    ],
    [
      'in the body',
      undefined,
      { client_id: 'app_1', client_secret: 's' },
      { clientId: 'app_1', secret: 's' },
    ],
    ['without a secret', undefined, { client_id: 'app_1' }, { clientId: 'app_1', secret: null }],
    ['without a secret in the header', basic('app_1:'), {}, { clientId: 'app_1', secret: null }],
  ])('may stand %s', (_, authorization, form, expected) => {
    expect(read(authorization, form as Record<string, string>)).toEqual(expected);
  });

  it.each([
    ['neither', undefined, {}, 'invalid_client'],
    ['two methods', basic('app_1:s'), { client_id: 'app_1', client_secret: 's' }, 'invalid_request'],
    ['two ids', basic('app_1:s'), { client_id: 'app_2' }, 'invalid_request'],
    ['two headers', [basic('app_1:s'), basic('app_1:s')], {}, 'invalid_request'],
    ['a bearer token', 'Bearer at_1', {}, 'invalid_client'],
    ['no colon', basic('app_1'), {}, 'invalid_client'],
    ['no id', basic(':s'), {}, 'invalid_client'],
    ['broken encoding', basic('app_1:%zz'), {}, 'invalid_client'],
  ])('are refused with %s', (_, authorization, form, code) => {
    expect(() => read(authorization, form as Record<string, string>)).toThrow(
      expect.objectContaining({ code }) as Error,
    );
  });
});
