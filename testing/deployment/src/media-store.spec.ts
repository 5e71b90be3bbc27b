import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCompose, root } from './testing/manifests';

interface Policy {
  readonly Statement: readonly {
    readonly Effect: string;
    readonly Principal: { readonly AWS: readonly string[] };
    readonly Action: readonly string[];
    readonly Resource: readonly string[];
  }[];
}

const { services } = readCompose();
/** The users of the store in compose.yaml, by the service that has their key. */
const keepers = Object.entries(services)
  .filter(([name, { environment }]) => name !== 'bucket' && environment?.BLOB_STORE === 's3')
  .map(([name, { environment }]) => ({ name, environment: environment! }));
const policy = JSON.parse(readFileSync(join(root, 'docker/media-policy.json'), 'utf8')) as Policy;
const grantsOf = (user: string) =>
  policy.Statement.filter(({ Principal }) => Principal.AWS.includes(user)).flatMap(({ Action, Resource }) =>
    Resource.flatMap((resource) => Action.map((action) => `${action} ${resource}`)),
  );

describe('the media store of compose.yaml', () => {
  it('has a user of its own for each service that keeps media, with a secret of its own', () => {
    expect(keepers.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'gateway',
        'messaging',
        'templates',
        'device-sessions',
        'cloud-connector',
        'admin',
      ]),
    );
    for (const { name, environment } of keepers) expect(environment.BLOB_S3_ACCESS_KEY_ID).toBe(name);
    const secrets = keepers.map(({ environment }) => environment.BLOB_S3_SECRET_ACCESS_KEY);
    expect(new Set([...secrets, services.bucket!.environment!.BLOB_S3_SECRET_ACCESS_KEY]).size).toBe(
      keepers.length + 1,
    );
  });

  it('starts with these users', () => {
    const folder = mkdtempSync(join(tmpdir(), 'storage-users-'));
    try {
      const env = { ...process.env, ...services.storage!.environment, VGW_IAM_DIR: folder };
      const started = execFileSync(join(root, 'docker/storage-users.sh'), ['echo', 'started'], {
        env,
        encoding: 'utf8',
      });
      expect(started).toBe('started\n');
      const users = JSON.parse(readFileSync(join(folder, 'users.json'), 'utf8')) as object;
      const expected = keepers.map(({ name, environment }) => [
        name,
        { access: name, secret: environment.BLOB_S3_SECRET_ACCESS_KEY, role: 'user' },
      ]);
      expect(users).toEqual({ accessAccounts: Object.fromEntries(expected) as object });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('lets them do with objects what their service does, and nothing with the bucket', () => {
    const bucket = 'arn:aws:s3:::chat-media';
    const find = `s3:ListBucket ${bucket}`;
    const read = `s3:GetObject ${bucket}/*`;
    const keep = ['s3:PutObject', 's3:AbortMultipartUpload', 's3:DeleteObject'].map(
      (action) => `${action} ${bucket}/*`,
    );
    const users = policy.Statement.flatMap(({ Principal }) => Principal.AWS);
    expect(new Set(users)).toEqual(new Set(keepers.map(({ name }) => name)));
    expect(policy.Statement.every(({ Effect }) => Effect === 'Allow')).toBe(true);
    for (const { name } of keepers) {
      const expected =
        name === 'admin' ? [find, read] : [find, ...keep, ...(name === 'templates' ? [] : [read])];
      expect([name, grantsOf(name)]).toEqual([name, expected]);
    }
  });
});
