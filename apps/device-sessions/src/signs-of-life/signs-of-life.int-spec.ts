import { reportSignsOfLife, type SignOfLife } from '@chat/contracts/channels';
import { AppError } from '@chat/errors';
import { until } from '@chat/test-kit';
import {
  BUSINESS,
  CUSTOMER,
  startDeviceSessions,
  type DeviceSessionsUnderTest,
} from '../testing/device-sessions-under-test';

describe('the signs of life of a connected session', () => {
  let stack: DeviceSessionsUnderTest;
  const reports: SignOfLife[][] = [];
  let failures = 1;

  beforeAll(async () => {
    stack = await startDeviceSessions();
    await stack.bus.respond(reportSignsOfLife, ({ body }) => {
      reports.push(body.sessions);
      if (failures-- > 0) throw new AppError('server_error');
      return {};
    });
    await stack.link(7, BUSINESS);
  });

  afterAll(() => stack.stop());

  const reported = (count: number) => until(() => reports.length >= count, { describe: `${count} reports` });

  it('are reported at once, again after a failure, and then after the next message', async () => {
    await reported(2);
    expect(reports[0]).toMatchObject([{ account_id: 1, channel_id: 7 }]);
    expect(reports[1]).toMatchObject([{ account_id: 1, channel_id: 7 }]);
    const [before] = reports[1]!;

    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'Hello' });
    await reported(3);
    const [after] = reports[2]!;
    expect(Date.parse(after!.last_seen_at)).toBeGreaterThan(Date.parse(before!.last_seen_at));
  });
});
