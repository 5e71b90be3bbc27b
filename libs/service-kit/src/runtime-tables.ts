import type { MigrationInterface, QueryRunner } from 'typeorm';
import { eventTables, type TableMigration } from '@chat/bus';
import { jobTables } from './jobs/tables';
import type { DatabaseDefinition } from './database';

/** Adds the tables that every service on the bus has; they are created before the service's own. */
export function withRuntimeTables(database: DatabaseDefinition): DatabaseDefinition {
  const runtime = [...eventTables(database.schema), ...jobTables(database.schema)];
  return { ...database, migrations: [...runtime.map(toMigration), ...database.migrations] };
}

function toMigration({ name, sql }: TableMigration): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }

    down(): Promise<void> {
      return Promise.reject(new Error('These tables go with the schema of the service.'));
    }
  };
}
