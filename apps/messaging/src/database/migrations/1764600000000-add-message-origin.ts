import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddMessageOrigin1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.messages ADD COLUMN origin jsonb;
      COMMENT ON COLUMN messaging.messages.origin IS
        'the request, the trace and the credential it came from; null: of an older version, or from a history';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messaging.messages DROP COLUMN origin');
  }
}
