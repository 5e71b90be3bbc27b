import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettingFiles } from './setting-files';

describe('a setting of npm start in a file', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'setting-files-'));
    file = join(folder, 'secret');
    await writeFile(file, 'a secret\n');
  });

  afterEach(() => rm(folder, { recursive: true }));

  it.each(['DATABASE_URL', 'NATS_URL', 'SECRET_KEY', 'PROVIDER_APP_SECRET'])(
    'counts as %s, and the services do not get the file as well',
    (name) => {
      const env = { [`${name}_FILE`]: file };
      readSettingFiles(env);
      expect(env).toEqual({ [name]: 'a secret' });
    },
  );

  it('is left to the services if npm start does not use the setting', () => {
    const env = { NATS_TLS_CA_FILE: file, SSL_CERT_FILE: file };
    readSettingFiles(env);
    expect(env).toEqual({ NATS_TLS_CA_FILE: file, SSL_CERT_FILE: file });
  });

  it.each([
    [{ SECRET_KEY: 'x' }, /SECRET_KEY or SECRET_KEY_FILE/],
    [{ SECRET_KEY_FILE: '/nowhere/at/all' }, /SECRET_KEY_FILE names \/nowhere\/at\/all/],
  ])('is refused with the name of the setting: %j', (given, problem) => {
    expect(() => readSettingFiles({ SECRET_KEY_FILE: file, ...given })).toThrow(problem);
  });
});
