import { GatewayUnderTest } from '../../testing/gateway-under-test';
import { PersonAtConsole } from '../../testing/signed-in-person';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the start page', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });

  afterAll(() => gateway.stop());

  const get = (path: string, accept: string) =>
    fetch(gateway.url + path, { headers: { accept }, redirect: 'manual' });

  it('leads browsers to the console', async () => {
    const answer = await get('/', BROWSER);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console/']);
  });

  it.each(['application/json', '*/*', ''])('is unknown to programs, which accept %j', async (accept) => {
    const answer = await get('/', accept);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
  });

  it.each(['/sign-in', '/docs', '/docs/reference'])('and others have an icon: %s', async (path) => {
    expect(await (await get(path, BROWSER)).text()).toMatch(
      /<link\s+rel="icon"\s+type="image\/svg\+xml"\s+href="data:image\/svg\+xml,[^"]{100,}"/,
    );
  });

  it('of somebody who is signed in tells where to go from there', async () => {
    const person = await PersonAtConsole.signIn(gateway, await gateway.createAccount());
    const { text } = await person.browser.get('/sign-in');
    expect(text).toContain('<a href="/docs">documentation</a>');
  });

  it('sends nobody who is lost to an app', async () => {
    const text = await (await get('/sign-in/nowhere', BROWSER)).text();
    expect(text).toContain('There is nothing at this address');
    expect(/<main>([\s\S]*)<\/main>/.exec(text)![1]).not.toMatch(/\bapp\b/);
  });
});
