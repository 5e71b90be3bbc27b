import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages have room for a second version of every delivery: those of a backlog are claimed at about the same time. */
export class MakeRoomForClaims1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks.deliveries SET (fillfactor = 50)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks.deliveries SET (fillfactor = 70)');
  }
}
