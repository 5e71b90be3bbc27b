import { accountLimitReached } from '@chat/contracts/gateway';
import { limitCrossed, servicesWithLimits, type LimitReachedData } from '@chat/contracts/limits';
import { CapturedLog, until } from '@chat/test-kit';
import { GatewayUnderTest } from '../testing/gateway-under-test';

describe('a limit that an account reaches', () => {
  let log: CapturedLog;
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    log = new CapturedLog();
    gateway = await GatewayUnderTest.start({ LOG_LEVEL: 'info' });
  });

  afterAll(async () => {
    await gateway.stop();
    log.release();
  });

  it.each(servicesWithLimits)(
    'is told to clients and in the log, whichever service counts: %s',
    async (service) => {
      const data: LimitReachedData = { limit: 'contacts', used: 8, max: 10 };
      const accountId = 70 + servicesWithLimits.indexOf(service);
      const entity = `accounts/${accountId}`;
      await gateway.bus.publish(limitCrossed(service), data, { accountId, entity, entityVersion: 3 });
      const isIts = ({ accountid }: { accountid: string }) => accountid === String(accountId);
      expect(await gateway.bus.nextEvent(accountLimitReached, isIts)).toMatchObject({
        subject: entity,
        entityversion: 3,
        data,
      });
      const line = await until(() => log.lines.find((one) => one.accountId === accountId), {
        describe: 'the line',
      });
      expect(line).toMatchObject({ level: 'warn', msg: 'an account reaches a limit', ...data });
    },
  );
});
