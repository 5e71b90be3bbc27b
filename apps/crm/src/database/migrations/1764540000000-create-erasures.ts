import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateErasures1764540000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE crm.erasures (
        account_id bigint NOT NULL,
        id bigint GENERATED ALWAYS AS IDENTITY,
        erased jsonb NOT NULL DEFAULT '{}',
        requested_at timestamptz(3) NOT NULL DEFAULT now(),
        erased_at timestamptz(3),
        CONSTRAINT erasures_pkey PRIMARY KEY (account_id, id)
      );
      COMMENT ON TABLE crm.erasures IS
        'That somebody was erased, and how much of them. It names nobody: the number stands in the job until it is done.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE crm.erasures');
  }
}
