import { surveyChannels, type SurveyChannels } from '@chat/contracts/channels';
import { ChannelsUnderTest } from '../testing/channels-under-test';

describe('the survey of channels', () => {
  let channels: ChannelsUnderTest;

  beforeAll(async () => {
    channels = await ChannelsUnderTest.start();
  });

  afterAll(() => channels.stop());

  const survey = async (body: SurveyChannels) =>
    (await channels.bus.request(surveyChannels, { body })).channels;

  const idsOf = async (body: SurveyChannels) => (await survey(body)).map(({ id }) => id);

  it('lists the channels of all accounts that fail, with the reason, and without numbers and names', async () => {
    const [one, other] = [channels.newAccount(), channels.newAccount({ cloud_channels: true })];
    const away = await channels.createConnected(one, '4915112345678');
    channels.sessions.move(away.id, 'DISCONNECTED', { last_error: 'The connection was lost.' });
    await channels.poll(away.id, one);
    const pending = await channels.create(one);
    const well = await channels.createConnected(one, '4915112345679');
    const cloud = await channels.insertCloud(other, 'disconnected', '4930123456');

    const found = await survey({ is_failing: true });
    const ids = found.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([away.id, cloud]));
    expect(ids).not.toContain(pending.id);
    expect(ids).not.toContain(well.id);
    expect(found.find(({ id }) => id === away.id)).toMatchObject({
      ...{ account_id: one.account.id, kind: 'device', connection_status: 'disconnected' },
      ...{ session_status: 'DISCONNECTED', last_error: 'The connection was lost.' },
      last_error_reason: 'disconnected',
      changed_at: expect.any(String) as string,
    });
    expect(JSON.stringify(found)).not.toMatch(/4915112345678|Sales/);

    expect(await idsOf({ account_id: one.account.id, is_failing: true })).toEqual([away.id]);
    expect(await idsOf({ account_id: one.account.id })).toEqual([away.id, pending.id, well.id]);
    expect(await idsOf({ account_id: one.account.id, channel_id: well.id })).toEqual([well.id]);
    expect(await idsOf({ account_id: other.account.id, channel_id: well.id })).toEqual([]);
    expect(
      await idsOf({ is_failing: true, after_account_id: one.account.id, after_id: away.id }),
    ).not.toContain(away.id);
  });
});
