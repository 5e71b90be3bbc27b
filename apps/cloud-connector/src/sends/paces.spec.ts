import { loadCloudConnectorConfig } from '../config';
import type { OpenNumber } from '../numbers/number.row';
import { PacesService } from './paces.service';

/** The last second is reserved for the call itself, so this leaves no time to wait. */
const NO_PATIENCE_MS = 1_000;

describe('the pace of a number', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** How many messages to different people are sent immediately. */
  const atOnce = async (isCoexistence: boolean): Promise<number> => {
    const paces = new PacesService(
      loadCloudConnectorConfig({
        NODE_ENV: 'test',
        SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        NATS_URL: 'nats://127.0.0.1:4222',
        DATABASE_URL: 'postgres://chat@127.0.0.1/chat',
      }),
    );
    const number = { phoneNumberId: '1', isCoexistence } as OpenNumber;
    let count = 0;
    while (await paces.wait(number, `49151${count}`, NO_PATIENCE_MS)) count += 1;
    return count;
  };

  it.each([
    ['80 a second on the cloud', false, 80],
    ['20 a second while it stays in the business app', true, 20],
  ])('is %s', async (_, isCoexistence, count) => {
    expect(await atOnce(isCoexistence)).toBe(count);
  });
});
