import { accountLimitReached } from '@chat/contracts/gateway';
import { limitCrossed, servicesWithLimits, type LimitReachedData } from '@chat/contracts/limits';
import { sendMessage } from '@chat/contracts/messaging';
import { AppError, type ErrorCode } from '@chat/errors';
import { CapturedLog, until } from '@chat/test-kit';
import { GatewayUnderTest, keyHeaders } from '../testing/gateway-under-test';

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

  it.each<[string, ErrorCode, boolean]>([
    ['is about to be deleted when the service refuses the request', 'limit_reached', true],
    ['is looked at in an hour when nobody knows', 'server_error', false],
  ])('leaves a file that %s', async (_, code, isDue) => {
    const accountId = await gateway.createAccount();
    const key = await gateway.createKey({ account_id: accountId });
    const service = await gateway.bus.respond(sendMessage, () => {
      throw new AppError(code);
    });
    const form = new FormData();
    for (const [name, value] of [
      ['mobile_code', '49'],
      ['mobile', '15112345678'],
    ] as const)
      form.append(name, value);
    form.append('document', new Blob(['bytes']), 'a.txt');
    const answer = await fetch(`${gateway.url}/v1/messages`, {
      method: 'POST',
      headers: keyHeaders(key),
      body: form,
    });
    service.unsubscribe();
    expect(((await answer.json()) as { error: object }).error).toMatchObject({ code });
    const sql = 'SELECT due_at <= now() AS "isDue" FROM gateway.uploads WHERE account_id = $1';
    expect(await gateway.service.query(sql, [accountId])).toEqual([{ isDue }]);
  });
});
