import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, nodeBinary } from '@chat/local-servers';
import { Browser, decide, until } from '@chat/test-kit';
import { ClientProject } from './docs/client-project';
import { commandsOf, guides, pagesForOperators, root } from './docs/page-commands';
import { walkWithOAuth4webapi, walkWithOpenidClient, type Walker } from './access/oauth-walks';

const run = promisify(execFile);

/** npm takes longer to start than the admin tool to do its work, and the pages run it fifty times. */
const ADMIN_WITHOUT_NPM = `npm() {
  if [ "\${*:1:4}" = 'run -s admin --' ]; then node tools/run.mjs admin "\${@:5}"; else command npm "$@"; fi
}`;
/** For all commands of the documentation, on a machine that may be busy. */
const READING_MS = 900_000;

/** Ignores a process that is gone: an app also exits when it notices that its launcher is gone. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

interface Demo {
  account_id: number;
  base_url: string;
  sandbox_url: string;
  client_id: string;
  client_secret: string;
  user: { email: string; password: string };
}

/** `npm start` as a developer uses it, with its own data and ports. */
describe('npm start', () => {
  let dataDir: string;
  let launcher: ChildProcess;
  let environment: NodeJS.ProcessEnv;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'chat-start-'));
    environment = {
      ...process.env,
      DATA_DIR: dataDir,
      GATEWAY_PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      CALLBACK_PORT: String(await freePort()),
    };
    delete environment.NODE_ENV;
  });

  afterEach(async () => {
    launcher.kill('SIGKILL');
    await untilEverythingLeft();
    await rm(dataDir, { recursive: true, force: true });
  });

  const readJson = async <T>(name: string) => JSON.parse(await readFile(join(dataDir, name), 'utf8')) as T;

  /** Starts the launcher and resolves when it reports that the API is ready. */
  async function start(): Promise<void> {
    launcher = spawn(process.execPath, ['tools/run.mjs', 'start'], {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    launcher.stdout?.on('data', (text) => (output += String(text)));
    launcher.stderr?.on('data', (text) => (output += String(text)));
    await until(() => output.includes('The API is ready') || launcher.exitCode !== null, {
      describe: 'the API to be ready',
      timeoutMs: 200_000,
    });
    if (launcher.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
  }

  /** The processes that use this data: servers by their command line, apps by their recorded ids. */
  async function livingProcesses(): Promise<number[]> {
    const { stdout } = await run('ps', ['-eo', 'pid=,args=']);
    const lines = stdout.split('\n').map((line) => /^\s*(\d+) (.*)$/.exec(line));
    const pids = lines.filter((line) => line?.[2]?.includes(dataDir)).map((line) => Number(line![1]));
    const { app_pids: apps } = await readJson<{ app_pids: number[] }>('stack.json').catch(() => ({
      app_pids: [],
    }));
    return [
      ...pids,
      ...apps.filter((pid) =>
        lines.some((line) => Number(line?.[1]) === pid && line?.[2]?.includes('dist/main.js')),
      ),
    ];
  }

  const untilEverythingLeft = () =>
    until(async () => (await livingProcesses()).length === 0, {
      describe: 'everything to leave when its launcher is gone',
      timeoutMs: 60_000,
    });

  /** Runs commands as pasted by a reader into a shell, but with the data folder of this test. */
  const paste = (commands: string, more: Record<string, string> = {}) => {
    const script = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${ADMIN_WITHOUT_NPM}\n${commands.replaceAll('./.data', dataDir)}`;
    return run('bash', ['-euc', script], { cwd: root, env: { ...environment, ...more } });
  };

  /** What a reader of the guides enters: the address and the key, and where the sandbox's phones are. */
  const entered = async () => {
    const {
      base_url: BASE,
      client_id: ID,
      client_secret: SECRET,
      sandbox_url: PHONES,
    } = await readJson<Demo>('demo.json');
    return { BASE, ID, SECRET, PHONES };
  };

  const admin = async (command: string) => (await paste(`node tools/run.mjs admin ${command}`)).stdout;

  /** Registers an app, as whoever administers the account does. @returns what its developer gets. */
  const registerApp = async (redirectUri: string) => {
    const { account_id } = await readJson<Demo>('demo.json');
    const create = `app create --account ${account_id} --name "Acme CRM" --redirect-uri ${redirectUri} --json`;
    const app = JSON.parse(await admin(create)) as { client_id: string; client_secret: string };
    return { CLIENT_ID: app.client_id, CLIENT_SECRET: app.client_secret };
  };

  /** Creates a number at the sandbox's provider and connects it as a channel of the demo account. */
  const connectCloud = async (digits: string, name: string) => {
    const { account_id, sandbox_url } = await readJson<Demo>('demo.json');
    const response = await fetch(`${sandbox_url}/cloud/numbers/${digits}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    const number = (await response.json()) as Record<'waba_id' | 'phone_number_id' | 'access_token', string>;
    const ids = `--waba-id ${number.waba_id} --phone-number-id ${number.phone_number_id}`;
    await paste(
      `printf %s "$TOKEN" | node tools/run.mjs admin channel connect-cloud --account ${account_id} ${ids} --token-file -`,
      { TOKEN: number.access_token },
    );
  };

  /** Links a phone of the sandbox. @returns the channel's id. */
  const linkPhone = async (digits: string) => {
    const script = `api() { curl -s --fail-with-body -u "$ID:$SECRET" "$@"; }
pick() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"; }
JSON='content-type: application/json'
DEVICE=$(api "$BASE/v1/devices" -H "$JSON" -d '{"name": "Generated"}' | pick data.device.id)
QR=$(api -X POST "$BASE/v1/devices/$DEVICE/qr" | pick data.qr)
curl -sf "$PHONES/phones/${digits}/link" -H "$JSON" -d "{\\"qr\\": \\"$QR\\"}" >/dev/null
until [ "$(api "$BASE/v1/devices/$DEVICE/status" | pick data.connection_status)" = connected ]; do sleep 1; done
echo "$DEVICE"`;
    return (await paste(script, await entered())).stdout.trim();
  };

  /**
   * The files that users other than the owner may read or write, except in the Postgres cluster, which protects itself.
   */
  async function openToOthers(folder: string): Promise<string[]> {
    const { stdout } = await run('find', [
      folder,
      '-name',
      'cluster',
      '-prune',
      '-o',
      '-perm',
      '/066',
      '-print',
    ]);
    return stdout.split('\n').filter(Boolean);
  }

  /** Who may do what with the folders on the way to the servers' files and with the files of the start itself. */
  async function permissions(): Promise<string> {
    const { stdout } = await run('find', [dataDir, '-maxdepth', '2', '-printf', '%p %u:%g %m\n']);
    return stdout;
  }

  const ping = async () => {
    const { base_url, client_id, client_secret } = await readJson<Demo>('demo.json');
    const headers = { 'client-id': client_id, 'client-secret': client_secret };
    return (await fetch(`${base_url}/v1/ping`, { headers })).status;
  };

  /** Replaces `ck_…` on a page, where its reader inserts the id of a key. */
  const withKey = (commands: string) =>
    commands.includes('ck_…')
      ? `KEY=$(command npm run -s admin -- key create --account 1 --all-scopes --allow 127.0.0.1 --json | grep -o 'ck_[A-Za-z0-9]*' | head -1)\n` +
        commands.replaceAll('ck_…', '"$KEY"')
      : commands;

  /**
   * Runs the commands of a page in one shell; after the block that prints the `URL`, acts as the person who visits it.
   */
  async function pasteWithPerson(
    page: string,
    visit: (url: URL) => Promise<string>,
    app: Record<string, string>,
  ): Promise<void> {
    const blocks = await commandsOf(page);
    const meeting = blocks.findIndex((block) => block.includes('echo "Open $URL"')) + 1;
    const [urlFile, codeFile] = ['url', 'code'].map((name) => join(dataDir, `${basename(page)}-${name}`));
    const leaveAndWait = [
      `printf %s "$URL" > ${urlFile}`,
      `until [ -s ${codeFile} ]; do sleep 0.1; done`,
      `CODE=$(cat ${codeFile})`,
    ];
    const commands = [...blocks.slice(0, meeting), ...leaveAndWait, ...blocks.slice(meeting)].join('\n');
    const shell = paste(commands, { ...(await entered()), ...app });
    const readUrl = () => readFile(urlFile!, 'utf8').catch(() => '');
    const person = async () => {
      await until(readUrl, { describe: 'the page to send the person to us', timeoutMs: 120_000 });
      await writeFile(codeFile!, await visit(new URL(await readUrl())));
    };
    await Promise.all([shell, person()]);
  }

  async function signedIn(): Promise<Browser> {
    const { base_url, user } = await readJson<Demo>('demo.json');
    const browser = new Browser(base_url);
    await browser.signIn(user.email, user.password);
    return browser;
  }

  /** Allows what the app asks for. @returns the code in the redirect. */
  async function allow({ pathname, search }: URL): Promise<string> {
    const browser = await signedIn();
    const allowed = await decide(browser, await browser.get(pathname + search), 'allow');
    return new URL(allowed.location!).searchParams.get('code')!;
  }

  /** Connects a number, as the page does when the provider's window closes. @returns the code of that window. */
  async function connectNumber({ pathname }: URL): Promise<string> {
    const { sandbox_url } = await readJson<Demo>('demo.json');
    const signUp = await fetch(`${sandbox_url}/cloud/sign-ups`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: '493023125002' }),
    });
    const { code } = (await signUp.json()) as { code: string };
    const browser = await signedIn();
    const page = await browser.get(pathname);
    await browser.post(pathname, { ...page.hidden(pathname), outcome: 'finished', code });
    return code;
  }

  /**
   * Completes the flow for an app with two libraries and the person of the demo account. @returns the statuses of calls
   * with the tokens.
   */
  async function statusesByLibraries(): Promise<number[]> {
    const { base_url, account_id } = await readJson<Demo>('demo.json');
    const redirectUri = 'http://127.0.0.1:49152/callback';
    const create = `app create --account ${account_id} --name Judge --redirect-uri ${redirectUri} --json`;
    const { stdout } = await paste(`node tools/run.mjs admin ${create}`);
    const app = JSON.parse(stdout) as { client_id: string; client_secret: string };
    const browser = await signedIn();
    const walker: Walker = {
      issuer: new URL(base_url),
      clientId: app.client_id,
      clientSecret: app.client_secret,
      redirectUri,
      scope: 'devices:read',
      allow: async ({ pathname, search }) => {
        const page = await browser.get(pathname + search);
        return new URL(page.location ?? (await decide(browser, page, 'allow')).location!);
      },
    };
    const walks = [await walkWithOpenidClient(walker), await walkWithOAuth4webapi(walker)];
    const statuses = walks.map(async ({ tokens }) => {
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      return (await fetch(`${base_url}/v1/devices`, { headers })).status;
    });
    return Promise.all(statuses);
  }

  it(
    'runs every command of the README and of the pages about operations, OAuth and onboarding, serves OAuth libraries, and leaves nothing behind on Ctrl-C',
    async () => {
      await start();
      const blockByBlock = async (...pages: string[]) => {
        for (const page of pages)
          for (const commands of await commandsOf(page)) await paste(withKey(commands));
      };
      expect((await commandsOf('README.md')).join()).toContain('npm run demo');
      // Several readers, concurrently.
      await Promise.all([
        blockByBlock('README.md'),
        blockByBlock(...pagesForOperators),
        registerApp('http://127.0.0.1:8080/callback')
          .then((app) => pasteWithPerson('docs/oauth.md', allow, app))
          .then(() => registerApp('https://crm.example.com/callback'))
          .then((app) => pasteWithPerson('docs/onboarding.md', connectNumber, app)),
      ]);
      expect(await statusesByLibraries()).toEqual([200, 200]);
      launcher.kill('SIGINT');
      await once(launcher, 'exit');
      expect(await livingProcesses()).toEqual([]);
    },
    READING_MS,
  );

  it(
    'runs every command of the guides, and the packed client on Node 20 and 24',
    async () => {
      await start();
      await admin('account update --account 1 --rate-limit 100000');
      // What the pages say that the reader has: channels on the provider's cloud, and a linked phone.
      await connectCloud('493023125001', 'Bakery');
      await connectCloud('493023125011', 'Florist');
      const environmentOfReader = { ...(await entered()), DEVICE: await linkPhone('14155550177') };
      const pages = await guides();
      expect(pages.length).toBeGreaterThan(9);
      // A reader pastes the blocks of a page one after the other into one shell; several readers do so concurrently.
      const read = async (guide: string) => paste((await commandsOf(guide)).join('\n'), environmentOfReader);
      // It compares two lists of contacts, so nobody may change one meanwhile.
      const comparing = 'docs/guides/migration.md';
      await Promise.all(pages.filter((guide) => guide !== comparing).map(read));
      await read(comparing);

      const { base_url, client_id, client_secret } = await readJson<Demo>('demo.json');
      const credential = { CHAT_URL: base_url, CHAT_ID: client_id, CHAT_SECRET: client_secret };
      const project = await ClientProject.install(root, base_url);
      try {
        for (const version of ['20', '24']) {
          const node = await nodeBinary(version);
          for (const file of ['use.mjs', 'use.cjs'])
            expect(await project.run(node, file, credential)).toBe(
              `v${version} Ada webhook.test not_found\n`,
            );
        }
      } finally {
        await project.remove();
      }
    },
    READING_MS,
  );

  it('recovers with all data after everything was killed with kill -9', async () => {
    await start();
    const account = await readJson<Demo>('demo.json');
    const victims = await livingProcesses();
    expect(victims.length).toBeGreaterThanOrEqual(4);
    launcher.kill('SIGKILL');
    for (const pid of victims) killIfAlive(pid);
    await until(async () => (await livingProcesses()).length === 0, { describe: 'everything to be dead' });

    await start();
    expect(await readJson<Demo>('demo.json')).toEqual(account);
    expect(await ping()).toBe(200);
    expect(await openToOthers(dataDir)).toEqual([]);
    launcher.kill('SIGKILL');
    await once(launcher, 'exit');
    await untilEverythingLeft();
  });

  it('refuses a second start on its data, which changes nothing under the running stack', async () => {
    await start();
    const before = await permissions();
    await expect(paste('node tools/run.mjs start')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm start already runs on') as string,
    });
    expect(await permissions()).toEqual(before);
    expect(await ping()).toBe(200);
  });

  it('names the setting to change when a port is taken', async () => {
    const other = createServer().listen(Number(environment.GATEWAY_PORT), '127.0.0.1');
    await once(other, 'listening');
    await expect(start()).rejects.toThrow('GATEWAY_PORT');
    other.close();
  });
});
