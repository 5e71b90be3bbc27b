import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { welcome } from './welcome';

describe('what npm start prints', () => {
  const provider = {
    base_url: '',
    app_id: '',
    app_secret: '',
    verify_token: '',
    config_id: '',
    callback_url: '',
  };
  const demo = {
    base_url: 'http://127.0.0.1:3000',
    sandbox_url: 'http://127.0.0.1:3100',
    phones_url: 'http://127.0.0.1:3100',
    account_id: 1,
    client_id: 'ck_1',
    client_secret: 'cs_1',
    user: { email: 'demo-1@example.com', password: 'secret' },
    provider,
  };

  afterEach(() => jest.restoreAllMocks());

  it.each(['.data', 'data of mine', "ada's data"])('can be pasted into a shell: %s', (folder) => {
    jest.replaceProperty(process, 'env', { ...process.env, DATA_DIR: folder });
    const tokenFile = resolve(folder, 'token');
    const number = { phone_number: '1', waba_id: '2', phone_number_id: '3', token_file: tokenFile };
    const command = welcome(demo, number, resolve(folder))
      .split('Cloud channel:\n')[1]!
      .split('\n\nStop')[0]!;

    const words = command.replace('npm run -s admin --', `sh -c 'printf "%s\\n" "$DATA_DIR" "$@"' sh`);
    const printed = execFileSync('sh', ['-c', words.trim()], { encoding: 'utf8' }).trim().split('\n');
    expect([printed[0], printed.at(-1)]).toEqual([folder, `${folder}/token`]);
  });

  it.each([
    ['of the sandbox', demo.sandbox_url, 'http://127.0.0.1:3100'],
    ['of the network for tests', 'http://127.0.0.1:3300', 'http://127.0.0.1:3300'],
    ['real ones', null, ''],
  ])('gives the variables that the guides use, where phones are %s', (_, phones_url, phones) => {
    const text = welcome({ ...demo, phones_url }, null, '.data');
    expect(text).toMatch(/Documentation +http:\/\/127\.0\.0\.1:3000\/docs\n/);
    const [line] = /export .*/.exec(text)!;
    const script = `unset PHONES; ${line}; printf '%s ' "$BASE" "$ID" "$SECRET" "$PHONES"`;
    const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
    expect(printed).toBe(`http://127.0.0.1:3000 ck_1 cs_1 ${phones} `);
  });

  it('names the console, and who can sign in there', () => {
    const text = welcome(demo, null, '.data');
    expect(text).toMatch(/Console +http:\/\/127\.0\.0\.1:3000\/console\/\n/);
    expect(text).toMatch(/Sign in as +demo-1@example\.com\n +Password +secret\n/);
  });

  it.each([
    ['the sandbox', demo.sandbox_url, 'of the sandbox', true],
    ['the network for tests', 'http://127.0.0.1:3300', 'of the network for tests', true],
    ['nobody here', null, 'real ones', false],
  ])('offers the demo where its phones are those of %s', (_, phones_url, told, isOffered) => {
    const text = welcome({ ...demo, phones_url }, null, '.data');
    expect(text).toMatch(new RegExp(`Phones +${told}`));
    expect(/npm run demo$/m.test(text)).toBe(isOffered);
    expect(text).toContain('npm run demo -- cloud');
  });
});
