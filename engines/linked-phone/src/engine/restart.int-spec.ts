import { SessionsOnDatabase } from '@chat/device-sessions/testing/database';
import { until } from '@chat/test-kit';
import { PhoneNetwork } from '../network/phone-network';
import { engineFor } from '../testing/test-line';

/** `LINKED_PHONE_FIGURES=full npx jest -i engines/linked-phone/src/engine/restart` measures, and takes a minute. */
const isFull = process.env.LINKED_PHONE_FIGURES === 'full';
const SESSIONS = isFull ? 200 : 5;
/** The default of DEVICE_LOGIN_INTERVAL_MS. */
const INTERVAL_MS = 50;

jest.setTimeout(isFull ? 600_000 : 120_000);

describe('a replica that starts', () => {
  it('logs the sessions in that it takes over, one after the other, within a minute', async () => {
    const network = await PhoneNetwork.start();
    const sessions = await SessionsOnDatabase.start(engineFor(network), {
      DEVICE_LOGIN_INTERVAL_MS: INTERVAL_MS,
      DATABASE_POOL_SIZE: 10,
    });
    try {
      const channels = Array.from({ length: SESSIONS }, (_, index) => index + 1);
      for (const channel of channels) {
        const session = await sessions.own(channel);
        await session.start();
        await network.linking.scan(
          network.phone(`49151${10_000 + channel}`),
          (await session.nextQr(10_000))!.text,
        );
        await until(() => session.isConnected, { describe: 'the session' });
        await session.shutDown();
      }
      const startedAt = performance.now();
      const logins: number[] = [];
      const taken = [];
      for (const channel of channels) taken.push(await sessions.own(channel));
      await Promise.all(
        taken.map(async (session) => {
          // A login that fails is tried again.
          session.resume().catch(() => undefined);
          await until(() => session.isConnected, { describe: 'the session', timeoutMs: 120_000 });
          logins.push(performance.now() - startedAt);
        }),
      );
      const seconds = logins.at(-1)! / 1000;
      process.stdout.write(`${SESSIONS} sessions restart in ${seconds.toFixed(1)} s\n`);
      if (isFull) expect(seconds).toBeLessThan(60);
    } finally {
      await sessions.stop();
      await network.stop();
    }
  });
});
