import { join } from 'node:path';
import { freePort } from '@chat/local-servers';
import { until, type Browser, type OAuthApp } from '@chat/test-kit';
import { GatewayUnderTest } from '../../testing/gateway-under-test';
import { createApp, signedInPerson } from '../../testing/oauth-app';

describe('a gateway that is killed between using up and issuing', () => {
  let gateway: GatewayUnderTest;
  let app: OAuthApp;
  let ada: Browser;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    const accountId = await gateway.createAccount();
    app = await createApp(gateway, accountId);
    ada = (await signedInPerson(gateway, accountId)).browser;
    // Holds up an INSERT of tokens while the spec has the lock.
    await gateway.service.query(`
      CREATE FUNCTION gateway.hold_up() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END $$;
      CREATE TRIGGER hold_up BEFORE INSERT ON gateway.oauth_tokens FOR EACH ROW EXECUTE FUNCTION gateway.hold_up();
    `);
  });

  afterAll(() => gateway.stop());

  /** Has a gateway of its own process do this up to its INSERT of the tokens, and kills it there. */
  const killDuring = async (work: (url: string) => Promise<unknown>) => {
    const port = String(await freePort());
    const victim = await gateway.service.startProcess(join(__dirname, '../../main.ts'), {
      GATEWAY_PORT: port,
    });
    await gateway.service.query('SELECT pg_advisory_lock(4711)');
    try {
      const answer = work(`http://127.0.0.1:${port}`).catch(() => 'cut off');
      await until(
        async () => {
          // Other specs have locks of this number too, on the same server.
          const waiting = await gateway.service.query(
            'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
          );
          return waiting.length > 0;
        },
        { describe: 'the gateway to come to its INSERT' },
      );
      process.kill(victim.pid!, 'SIGKILL');
      expect(await answer).toBe('cut off');
    } finally {
      await gateway.service.query('SELECT pg_advisory_unlock(4711)');
    }
  };

  it('leaves the code good for one more try', async () => {
    const code = await app.codeFor(ada);
    await killDuring((url) => app.redeem(code, {}, url));
    expect((await app.redeem(code)).status).toBe(200);
    expect((await app.redeem(code)).status).toBe(400);
  });

  it('leaves the refresh token good for one more try', async () => {
    const { refresh_token } = (await app.redeem(await app.codeFor(ada))).body;
    await killDuring((url) => app.refresh(refresh_token!, {}, url));
    const { status, body } = await app.refresh(refresh_token!);
    expect(status).toBe(200);
    expect((await app.refresh(body.refresh_token!)).status).toBe(200);
  });
});
