import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GatewayUnderTest } from '../../testing/gateway-under-test';
import { tokens } from '../pages/style';
import { builtConsole } from './console-files';

const PAGE = `<head><base href="/console/" /><meta property="csp-nonce" nonce="" /></head>`;
/** Any session: whether it still counts, the page finds out. */
const SIGNED_IN = '__Host-session=secret';

describe('the page of the console', () => {
  let gateway: GatewayUnderTest;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), PAGE);
    await writeFile(join(folder, 'icon.svg'), '<svg/>');
    await writeFile(join(folder, 'assets/app-1234.js'), 'export {};'.repeat(50));
    jest.replaceProperty(builtConsole, 'folder', folder);
    gateway = await GatewayUnderTest.start({ PUBLIC_BASE_URL: 'https://api.example.com/chat' });
  });

  afterAll(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(gateway.url + path, { redirect: 'manual', headers });
  const page = (path: string) => get(path, { cookie: SIGNED_IN });

  it.each(['/console', '/console/', '/console/inbox', '/console/inbox/17?unread=true', '/console/a/b/c'])(
    'is the same at every address: %s',
    async (path) => {
      const answer = await page(path);
      const html = await answer.text();
      const nonce = /nonce="([^"]+)"/.exec(html)?.[1];
      expect(answer.status).toBe(200);
      expect(html).toContain('<base href="/chat/console/" />');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const policy = answer.headers.get('content-security-policy')!;
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    },
  );

  it('has another nonce each time', async () => {
    const [one, other] = await Promise.all([page('/console/'), page('/console/')]);
    expect(await one.text()).not.toBe(await other.text());
  });

  it('leads whoever is not signed in to sign in, and back', async () => {
    const answer = await get('/console/inbox?unread=true');
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/chat/sign-in?return_to=%2Fchat%2Fconsole%2Finbox%3Funread%3Dtrue',
    ]);
  });

  it('has files that are kept for good, in the smallest form', async () => {
    const answer = await get('/console/assets/app-1234.js', { 'accept-encoding': 'br' });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    '/console/assets/app-0000.js',
    '/console/assets/',
    '/console/assets/..%2findex.html',
    '/console/api',
    '/console/api/nothing',
  ])('is not at the address of a file or an operation that is not there: %s', async (path) => {
    const answer = await page(path);
    expect([answer.status, (await answer.text()).includes('<base')]).toEqual([404, false]);
  });

  it('is not there if it is switched off, and nothing leads there', async () => {
    const { url } = await gateway.startReplica({ FEATURE_CONSOLE: 'off' });
    const headers = { cookie: SIGNED_IN, accept: 'text/html' };
    const answer = await fetch(`${url}/console/`, { headers });
    const start = await fetch(`${url}/`, { headers, redirect: 'manual' });
    expect([answer.status, start.headers.get('location')]).toEqual([404, '/chat/docs']);
  });

  it('has the colours of the hosted pages', async () => {
    const css = await readFile(join(__dirname, '../../../../console/src/ui/tokens.css'), 'utf8');
    const words = (text: string) => text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s+/g, '');
    expect(words(css)).toBe(words(tokens));
  });
});
