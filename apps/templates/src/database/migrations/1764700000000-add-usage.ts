import type { MigrationInterface, QueryRunner } from 'typeorm';
import { countSql, uncountSql, usageTablesSql } from '@chat/service-kit';
import { countedKeys, countedTemplates } from '../../limits';

export class AddUsage1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(usageTablesSql('templates'));
    await runner.query(countSql('templates', countedTemplates));
    await runner.query(countSql('templates', countedKeys));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(uncountSql('templates', countedTemplates));
    await runner.query(uncountSql('templates', countedKeys));
    await runner.query('DROP TABLE templates.usage, templates.usage_changes, templates.usage_recounts');
  }
}
