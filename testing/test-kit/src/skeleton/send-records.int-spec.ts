import { DataSource } from 'typeorm';
import { AppError } from '@chat/errors';
import { SendRecords, type SendName } from '@chat/connector-kit';
import type { Logger } from '@chat/service-kit';
import { refusal } from '../refusal';
import { createTestDatabase, type TestDatabase } from '../test-database';
import { until } from '../until';

/** Beside `describeConnector`: what a network cannot be made to do there. */
describe('the record of a send', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  /** Holds locks while the records work. */
  let other: DataSource;
  let records: SendRecords<SendName>;
  let lastMessage = 0;
  const errors: unknown[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    [dataSource, other] = (await Promise.all(
      [4, 1].map((poolSize) =>
        new DataSource({ type: 'postgres', url: database.url, poolSize }).initialize(),
      ),
    )) as [DataSource, DataSource];
    await dataSource.query('CREATE SCHEMA spec');
    await dataSource.query(`CREATE TABLE spec.sends (
      account_id bigint, message_id bigint, channel_id bigint NOT NULL, chat_message_id text, state text NOT NULL,
      error jsonb, created_at timestamptz DEFAULT now(), updated_at timestamptz DEFAULT now(),
      PRIMARY KEY (account_id, message_id))`);
    const logger = { error: (fields: unknown) => errors.push(fields) } as unknown as Logger;
    records = new SendRecords(dataSource, logger, {
      schema: 'spec',
      begin: (sends) =>
        dataSource.query(
          `INSERT INTO spec.sends (account_id, message_id, channel_id, state)
           SELECT 1, unnest($1::bigint[]), 7, 'sending' ON CONFLICT DO NOTHING RETURNING account_id, message_id`,
          [sends.map(({ messageId }) => messageId)],
        ),
      tooLate: () => new AppError('service_unavailable'),
    });
  });

  afterAll(async () => {
    await records.idle();
    await other.destroy();
    await dataSource.destroy();
    await database.drop();
  });

  const begun = async (): Promise<SendName> => {
    lastMessage += 1;
    const name = { accountId: 1, messageId: lastMessage };
    expect(await records.begin(name)).toBe(true);
    return name;
  };
  const accepted = { kind: 'accepted', chatMessageId: 'A1' } as const;
  const refused = () => ({ kind: 'refused', error: new AppError('capability_error') }) as const;
  /** A receipt of the network, while the sender still waits for the response. */
  const acknowledge = ({ messageId }: SendName) =>
    dataSource.query(
      `UPDATE spec.sends SET state = 'accepted', chat_message_id = 'R1' WHERE message_id = $1`,
      [messageId],
    );

  it('lets a message begin once', async () => {
    const name = await begun();
    expect(await records.begin(name)).toBe(false);
  });

  it('keeps whoever asks for an outcome waiting until it is written', async () => {
    const name = await begun();
    await other.query('BEGIN');
    await other.query('SELECT FROM spec.sends WHERE message_id = $1 FOR UPDATE', [name.messageId]);
    expect(await records.end(name, accepted)).toEqual({ chat_message_id: 'A1' });
    let isAnswered = false;
    const repeat = records.answerOfRecord(name).finally(() => (isAnswered = true));
    const settled = records.settle(1, { channel_id: 7, message_id: name.messageId });
    const waits = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%locked%'`;
    await until(async () => (await dataSource.query<unknown[]>(waits)).length > 0, {
      describe: 'the end to wait for the lock',
    });
    expect(isAnswered).toBe(false);
    await other.query('COMMIT');
    expect(await repeat).toEqual({ chat_message_id: 'A1' });
    expect(await settled).toMatchObject({ outcome: 'sent', chat_message_id: 'A1' });
  });

  it.each([
    ['a refusal', refused],
    ['an unknown outcome', () => ({ kind: 'unknown' }) as const],
  ])('answers an acceptance when a receipt was faster than %s', async (_, outcome) => {
    const name = await begun();
    await acknowledge(name);
    expect(await records.end(name, outcome())).toEqual({ chat_message_id: 'R1' });
    expect(await records.answerOfRecord(name)).toEqual({ chat_message_id: 'R1' });
  });

  it('answers an outcome that cannot be written, after which a repeat is unknown and never begins', async () => {
    const name = await begun();
    await dataSource.query(
      `ALTER TABLE spec.sends ADD CONSTRAINT no_end CHECK (state <> 'accepted') NOT VALID`,
    );
    expect(await records.end(name, accepted)).toEqual({ chat_message_id: 'A1' });
    await records.idle();
    await dataSource.query('ALTER TABLE spec.sends DROP CONSTRAINT no_end');
    expect(errors).toHaveLength(1);
    expect((await refusal(records.answerOfRecord(name))).code).toBe('provider_outcome_unknown');
    expect(await records.begin(name)).toBe(false);
  });

  it('never makes a known outcome unknown', async () => {
    const name = await begun();
    expect((await refusal(records.end(name, refused()))).code).toBe('capability_error');
    expect((await refusal(records.end(name, { kind: 'unknown' }))).code).toBe('capability_error');
    expect(await records.settle(1, { channel_id: 7, message_id: name.messageId })).toMatchObject({
      outcome: 'refused',
      error: { code: 'capability_error' },
    });
  });
});
