import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddNumberStateAt1764561000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE cloud_connector.numbers ADD COLUMN state_at timestamptz(3);
      COMMENT ON COLUMN cloud_connector.numbers.state_at IS
        'As of when the status holds, by the provider''s clock: what the provider reports of before changes nothing. Null: unknown.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cloud_connector.numbers DROP COLUMN state_at');
  }
}
