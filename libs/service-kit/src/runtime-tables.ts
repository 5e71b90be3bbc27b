import type { MigrationInterface, QueryRunner } from 'typeorm';
import { eventTables, type TableMigration } from '@chat/bus';
import { jobTables } from './jobs/tables';
import type { DatabaseDefinition } from './database';
import { suspendedAccountTables } from './suspended-accounts/table';

interface RuntimeNeeds {
  stopsForSuspendedAccounts?: boolean;
}

/** Adds the tables that services on the bus have; they are created before the service's own. */
export function withRuntimeTables(
  database: DatabaseDefinition,
  { stopsForSuspendedAccounts }: RuntimeNeeds,
): DatabaseDefinition {
  const { schema } = database;
  const runtime = [
    ...eventTables(schema),
    ...jobTables(schema),
    ...(stopsForSuspendedAccounts ? suspendedAccountTables(schema) : []),
  ];
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
