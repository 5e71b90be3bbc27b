import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '@chat/test-kit';
import { blocksOf } from './page-commands';

const run = promisify(execFile);

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: [],
  rootDir: '.',
};

/**
 * An integrator's program: creates a contact, finds it by walking the list, and deletes it; then verifies a webhook.
 */
const program = (load: string) => `${load}
declare const process: { env: Record<string, string>; versions: { node: string } };
const { CHAT_URL, CHAT_ID, CHAT_SECRET } = process.env as { CHAT_URL: string; CHAT_ID: string; CHAT_SECRET: string };

export async function use(): Promise<string> {
  const chat = new ChatApi({ baseUrl: CHAT_URL, clientId: CHAT_ID, clientSecret: CHAT_SECRET });
  const mobile = '4157' + String(Date.now()).slice(-6);
  const { contact } = await chat.createContact({ firstname: 'Ada', mobile_code: '1', mobile });
  const names: string[] = [];
  for await (const { id, firstname } of chat.listContacts({ per_page: 1 })) if (id === contact.id) names.push(firstname);
  await chat.deleteContact({ id: contact.id });
  const failed: unknown = await chat.deleteContact({ id: contact.id }).catch((error: unknown) => error);
  const code = failed instanceof ChatApiError ? failed.code : 'another failure';
  // @ts-expect-error A message without a receiver's number is none.
  void ((): unknown => chat.sendMessage({ mobile_code: 1 }));
  return ['v' + process.versions.node.split('.')[0], ...names, await verified(), code].join(' ');
}

async function verified(): Promise<string> {
  const secret = btoa('0123456789abcdef0123456789abcdef');
  const body = '{"type":"webhook.test","timestamp":"2026-01-31T10:20:30.000+00:00","data":{"webhook_id":5}}';
  const timestamp = String(Math.floor(Date.now() / 1000));
  const bytes = (text: string) => new TextEncoder().encode(text);
  const raw = Uint8Array.from(atob(secret), (one) => one.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes('evt_1.' + timestamp + '.' + body)));
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': 'v1,' + btoa(String.fromCharCode(...signed)),
  };
  const event = await verifyWebhook('whsec_' + secret, headers, body);
  return event.type === 'webhook.test' && event.data.webhook_id === 5 ? event.type : 'another event';
}

void use().then((line) => console.log(line));
`;

/** The programs of the client guide, which are only type-checked, since they need the reader's own setup. */
async function guidePrograms(root: string): Promise<Record<string, string>> {
  const blocks = blocksOf(await readFile(join(root, 'docs/guides/client.md'), 'utf8'));
  const programs = blocks.filter(({ language }) => language === 'ts');
  return Object.fromEntries(programs.map(({ line, code }) => [`line-${line}.mts`, code]));
}

/** An empty project with the packed client installed, whose programs have been type-checked and compiled. */
export class ClientProject {
  private constructor(private readonly folder: string) {}

  /** @param baseUrl of an installation, which serves the package. */
  static async install(root: string, baseUrl: string): Promise<ClientProject> {
    const folder = await mkdtemp(join(tmpdir(), 'chat-client-'));
    const packed = 'chat-client.tgz';
    const served = await until(
      async () => {
        const response = await fetch(`${baseUrl}/docs/${packed}`);
        return response.ok && response.arrayBuffer();
      },
      { describe: 'the client to be packed', timeoutMs: 120_000 },
    );
    await writeFile(join(folder, packed), Buffer.from(served));
    await requireContents(packed, folder);
    const names = 'ChatApi, ChatApiError, verifyWebhook';
    const guide = await guidePrograms(root);
    // The types of Node do not pass the strictest check themselves.
    const withNode = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')], skipLibCheck: true };
    const files = {
      'package.json': JSON.stringify({ name: 'integrator', private: true }),
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['use.mts', 'use.cts'] }),
      'tsconfig.guide.json': JSON.stringify({
        compilerOptions: { ...compilerOptions, ...withNode, noEmit: true },
        files: Object.keys(guide),
      }),
      'use.mts': program(`import { ${names} } from '@chat/client';`),
      'use.cts': program(`import client = require('@chat/client');\nconst { ${names} } = client;`),
      ...guide,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${packed}`], {
      cwd: folder,
    });
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const compile = (config: string) =>
      run(process.execPath, [compiler, '-p', join(folder, config)]).catch((error: { stdout: string }) => {
        throw new Error(`What uses the client does not satisfy the compiler:\n${error.stdout}`);
      });
    await Promise.all(['tsconfig.json', 'tsconfig.guide.json'].map(compile));
    return new ClientProject(folder);
  }

  /** Runs one of its programs. @returns its output. */
  async run(node: string, file: string, environment: Record<string, string>): Promise<string> {
    return (await run(node, [file], { cwd: this.folder, env: { ...process.env, ...environment } })).stdout;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** @throws Error if the package lacks what people expect in one, or has what is not for them. */
async function requireContents(packed: string, folder: string): Promise<void> {
  const { stdout } = await run('tar', ['-tzf', packed], { cwd: folder });
  const files = stdout
    .trim()
    .split('\n')
    .map((name) => name.replace(/^package\//, ''));
  const expected = [
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'package/cjs/index.d.ts',
    'package/esm/index.js',
    'dist/index.js',
  ];
  const missing = expected.filter((name) => !files.includes(name));
  const foreign = files.filter((name) => /\.(map|tgz)$|spec|^src/.test(name));
  if (missing.length + foreign.length > 0)
    throw new Error(
      `The package lacks ${missing.join(', ') || 'nothing'}, and has ${foreign.join(', ') || 'nothing'} too much.`,
    );
}
