import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { natsUsers } from '@chat/bus/users';
import { natsBinary } from '@chat/local-servers';
import { root } from './testing/manifests';

const run = promisify(execFile);
const passwords = Object.fromEntries(Object.values(natsUsers.passwordVariables).map((name) => [name, 'p1']));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deployment-'));
  await cp(join(root, 'k8s/data/users.conf'), join(folder, 'users.conf'));
});

afterEach(() => rm(folder, { recursive: true }));

/** Returns the output of `nats-server -t` for a configuration next to `users.conf`. */
async function check(configuration: string): Promise<string> {
  const file = join(folder, 'nats.conf');
  await writeFile(file, configuration);
  const result = await run(await natsBinary(() => undefined), ['-t', '-c', file], { env: passwords }).catch(
    (error: { stderr: string }) => error,
  );
  return result.stderr;
}

/** The configuration that the chart renders from our values, for the first of its servers. */
async function chartConfiguration(): Promise<string> {
  const { config } = parse(await readFile(join(root, 'k8s/data/nats-values.yaml'), 'utf8')) as {
    config: {
      merge: Record<string, string>;
      cluster: { replicas: number };
      jetstream: { fileStore: { maxSize: string } };
    };
  };
  const routes = Array.from(
    { length: config.cluster.replicas },
    (_, index) => `"nats://nats-${index}.nats-headless:6222"`,
  );
  const merged = Object.entries(config.merge).map(([key, value]) =>
    key.endsWith('$include') ? `include ${value}` : `${key}: ${value.replaceAll(/<<|>>/g, '')}`,
  );
  return [
    'server_name: nats-0',
    'port: 4222',
    `cluster { name: nats, port: 6222, routes: [${routes.join(', ')}] }`,
    `jetstream { store_dir: ${JSON.stringify(folder)}, max_file_store: ${config.jetstream.fileStore.maxSize} }`,
    ...merged,
  ].join('\n');
}

describe('the configuration of NATS', () => {
  it('of compose.yaml passes the check of the server', async () => {
    const text = await readFile(join(root, 'docker/nats.conf'), 'utf8');
    expect(await check(text.replace('"/data"', JSON.stringify(folder)))).toMatch(/is valid/);
  });

  it('of the chart passes the check of the server, with our users in it', async () => {
    const text = await chartConfiguration();
    expect(text).toContain('include users.conf');
    expect(await check(text)).toMatch(/is valid/);
  });

  it('is refused when a user is invalid', async () => {
    await writeFile(join(folder, 'users.conf'), 'authorization { users = [{ user: crm, permision: {} }] }');
    expect(await check(await chartConfiguration())).not.toMatch(/is valid/);
  });
});
