import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Endpoints that exist count as proven, so that nothing changes for them. */
export class AddProvenEndpoints1765941000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhooks.endpoints ADD COLUMN is_proven boolean NOT NULL DEFAULT true;
      ALTER TABLE webhooks.endpoints ALTER COLUMN is_proven SET DEFAULT false;
      COMMENT ON COLUMN webhooks.endpoints.is_proven IS 'its host has responded to it with 2xx, and its latest exchange cost no more than a normal one';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks.endpoints DROP COLUMN is_proven');
  }
}
