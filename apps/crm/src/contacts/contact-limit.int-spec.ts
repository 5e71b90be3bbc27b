import type { RequestContext } from '@chat/contracts';
import { appContactsChanged } from '@chat/contracts/cloud-connector';
import { contactCreated, deleteContact } from '@chat/contracts/crm';
import { limitCrossed, usageOperations, type Usage } from '@chat/contracts/limits';
import { toTimestamp } from '@chat/service-kit';
import { refusal, until } from '@chat/test-kit';
import { CrmUnderTest } from '../testing/crm-under-test';

const { read, recount, setLimit } = usageOperations('crm');
const crossed = limitCrossed('crm');

describe('the limit of contacts', () => {
  let crm: CrmUnderTest;
  let account: RequestContext;

  beforeAll(async () => {
    crm = await CrmUnderTest.start({ replicas: 3 });
  });

  afterAll(() => crm.stop());

  beforeEach(() => {
    account = crm.newAccount();
  });

  const accountId = () => account.account.id;
  const setMax = async (max: number | null): Promise<Usage> =>
    (await crm.bus.request(setLimit, { body: { account_id: accountId(), limit: 'contacts', max } })).usage;
  const usage = async (): Promise<Usage> =>
    (await crm.bus.request(read, { body: { account_id: accountId() } })).usage[0]!;
  const contacts = async () =>
    (await crm.query('SELECT FROM crm.contacts WHERE account_id = $1', [accountId()])).length;
  const events = async () =>
    (
      await crm.query('SELECT FROM crm.outbox WHERE account_id = $1 AND subject = $2', [
        accountId(),
        contactCreated.subject,
      ])
    ).length;
  /** As many contacts at once. @returns the codes of those that were refused. */
  const createAtOnce = async (count: number): Promise<string[]> => {
    const outcomes = await Promise.all(
      Array.from({ length: count }, () =>
        crm.create(account).then(
          () => null,
          (error: { code: string }) => error.code,
        ),
      ),
    );
    return outcomes.filter((code) => code !== null);
  };
  /** What the account's business app brings in. */
  const arrive = (count: number) =>
    crm.bus.publish(
      appContactsChanged,
      {
        channel_id: 1,
        contacts: Array.from({ length: count }, () => ({
          phone: `1${crm.newMobile()}`,
          full_name: 'Ana',
          first_name: null,
          at: toTimestamp(new Date()),
        })),
      },
      { accountId: accountId() },
    );
  const told = () =>
    crm.bus
      .events(crossed)
      .filter(({ accountid }) => accountid === String(accountId()))
      .map(({ data }) => data);
  const untilTold = (count: number) => until(() => told().length >= count, { describe: `telling ${count}` });
  const untilUsed = (used: number) =>
    until(
      async () =>
        (await contacts()) === used && (await crm.query('SELECT FROM crm.usage_changes')).length === 0,
      {
        describe: `${used} contacts to be counted`,
      },
    );

  it('holds exactly, however many replicas add at once, and a refusal writes nothing', async () => {
    expect(await setMax(20)).toEqual({ limit: 'contacts', used: 0, max: 20, is_own: true });
    const refused = await createAtOnce(90);
    expect(refused).toEqual(Array.from({ length: 70 }, () => 'limit_reached'));
    expect([await contacts(), await events(), (await usage()).used]).toEqual([20, 20, 20]);
    const error = await refusal(crm.create(account));
    expect(error).toMatchObject({ code: 'limit_reached', reason: 'contacts' });
    expect(error.message).toContain('20 contacts');

    account = crm.newAccount();
    expect(await createAtOnce(90)).toEqual([]);
  });

  it('makes room for one when one is deleted', async () => {
    await setMax(2);
    const [first] = [await crm.create(account), await crm.create(account)];
    await refusal(crm.create(account));
    await crm.bus.request(deleteContact, { params: { id: first.id } }, account);
    await crm.create(account);
    expect((await refusal(crm.create(account))).code).toBe('limit_reached');
  });

  it('holds nothing back that arrives, but tells at 80 and 100 %, once each time', async () => {
    await setMax(10);
    await arrive(7);
    await untilUsed(7);
    await arrive(1);
    await untilTold(1);
    await arrive(1);
    await untilUsed(9);
    await arrive(3);
    await untilTold(2);
    await arrive(1);
    await untilUsed(13);
    expect(await usage()).toMatchObject({ used: 13, max: 10 });
    expect((await refusal(crm.create(account))).code).toBe('limit_reached');
    expect(told()).toEqual([
      { limit: 'contacts', used: 8, max: 10 },
      { limit: 'contacts', used: 12, max: 10 },
    ]);

    await setMax(100);
    await arrive(1);
    await untilUsed(14);
    await setMax(14);
    await arrive(1);
    await untilTold(3);
    expect(told()[2]).toEqual({ limit: 'contacts', used: 15, max: 14 });
  });

  it('counts what was there before it, and refuses nothing until that is counted', async () => {
    await createAtOnce(3);
    await untilUsed(3);
    // As on the day of the upgrade: nothing of these is counted yet.
    await crm.query('DELETE FROM crm.usage WHERE account_id = $1', [accountId()]);
    await crm.query(`INSERT INTO crm.usage (account_id, limit_name, used) SELECT $1, 'contacts', -600000`, [
      accountId(),
    ]);
    await crm.query(`INSERT INTO crm.usage_recounts (limit_name) VALUES ('contacts')`);
    await crm.create(account);
    await until(async () => (await crm.query('SELECT FROM crm.usage_recounts')).length === 0, {
      describe: 'everything to be counted',
    });
    expect(await usage()).toEqual({ limit: 'contacts', used: 4, max: 1_000_000, is_own: false });
  });

  it('is counted anew on request, whatever was counted before', async () => {
    await createAtOnce(3);
    await untilUsed(3);
    await crm.query('UPDATE crm.usage SET used = 900 WHERE account_id = $1', [accountId()]);
    const body = { account_id: accountId(), limit: 'contacts' } as const;
    expect((await crm.bus.request(recount, { body })).usage.used).toBe(3);
    expect((await usage()).used).toBe(3);
  });

  it('is the default again when none of the account is set', async () => {
    await setMax(1);
    await crm.create(account);
    await refusal(crm.create(account));
    expect(await setMax(null)).toMatchObject({ max: 1_000_000, is_own: false });
    const isTaken = () =>
      crm.create(account).then(
        () => true,
        () => false,
      );
    await until(isTaken, { describe: 'replicas to know' });
    await crm.bus.nextEvent(contactCreated, ({ accountid }) => accountid === String(accountId()));
  });
});
