import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leaves room on each page for a second version of every delivery, since a backlog is claimed page by page. */
export class MakeRoomForClaims1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks.deliveries SET (fillfactor = 50)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks.deliveries SET (fillfactor = 70)');
  }
}
