import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps what a business wants back with the statuses of a message, beside the message that it stands for. */
export class KeepCallbackData1764911000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sandbox.cloud_messages ADD COLUMN callback_data text');
    await runner.query('UPDATE sandbox.cloud_messages SET callback_data = reference');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sandbox.cloud_messages DROP COLUMN callback_data');
  }
}
