import { Controller, Inject, Module, type Type } from '@nestjs/common';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { Handles } from '@chat/bus';
import { Id, operation, Text, Verbatim, type InputOf } from '@chat/contracts';
import {
  busService,
  type BusService,
  deletedChannelsSql,
  type HostedService,
  loadConfig,
} from '@chat/service-kit';

/** A service that renames a column over three releases, each of which runs beside the one before. Its spec shows how. */
class Label {
  @Id() id!: number;
  @Text({ max: 20 }) text!: string;
}

class LabelRef {
  @Id() id!: number;
}

class ShownLabel extends Label {
  /** The release that answered. */
  @Verbatim() release!: string;
}

export const putLabel = operation({
  subject: 'rpc.labels.label.put',
  effect: 'write',
  body: Label,
  output: ShownLabel,
});

export const getLabel = operation({
  subject: 'rpc.labels.label.get',
  effect: 'read',
  body: LabelRef,
  output: ShownLabel,
});

/** Release one: the column has its old name. */
class CreateLabels1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(deletedChannelsSql('labels'));
    await runner.query('CREATE TABLE labels.labels (id bigint PRIMARY KEY, name text NOT NULL)');
  }

  async down(): Promise<void> {}
}

/** Release two expands: it adds the new column, and a write to either column is a write to both. */
class AddTitle1764000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE labels.labels ADD title text');
    await runner.query(`
      CREATE FUNCTION labels.keep_in_step() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          NEW.title := coalesce(NEW.title, NEW.name);
          NEW.name := NEW.title;
        ELSIF NEW.name IS DISTINCT FROM OLD.name THEN
          NEW.title := NEW.name;
        ELSE
          NEW.name := NEW.title;
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER keep_in_step BEFORE INSERT OR UPDATE ON labels.labels
      FOR EACH ROW EXECUTE FUNCTION labels.keep_in_step()`);
    // A large table is filled in batches, by a background loop of this release.
    await runner.query('UPDATE labels.labels SET title = name WHERE title IS NULL');
  }

  async down(): Promise<void> {}
}

/** Release three contracts: no running release uses the old column any more. */
class DropName1764000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER keep_in_step ON labels.labels');
    await runner.query('DROP FUNCTION labels.keep_in_step');
    await runner.query('ALTER TABLE labels.labels ALTER title SET NOT NULL, DROP name');
  }

  async down(): Promise<void> {}
}

/** The code of a release, which uses one of the two columns. */
function labelsModule(release: string, column: 'name' | 'title'): Type {
  @Controller()
  class LabelsController {
    constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

    @Handles(putLabel)
    async put({ body: { id, text } }: InputOf<typeof putLabel>): Promise<ShownLabel> {
      await this.dataSource.query(
        `INSERT INTO labels.labels (id, ${column}) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET ${column} = $2`,
        [id, text],
      );
      return { id, text, release };
    }

    @Handles(getLabel)
    async get({ body: { id } }: InputOf<typeof getLabel>): Promise<ShownLabel> {
      const [row]: [{ text: string }] = await this.dataSource.query(
        `SELECT ${column} AS text FROM labels.labels WHERE id = $1`,
        [id],
      );
      return { id, text: row.text, release };
    }
  }

  @Module({ controllers: [LabelsController] })
  class LabelsModule {}
  return LabelsModule;
}

const migrations = [CreateLabels1764000000000, AddTitle1764000000001, DropName1764000000002];

function release(name: string, column: 'name' | 'title', migrationCount: number): BusService {
  return busService({
    name: 'labels',
    loadConfig: (environment) => loadConfig({}, environment),
    database: { schema: 'labels', entities: [], migrations: migrations.slice(0, migrationCount) },
    module: labelsModule(name, column),
    busUse: { calls: [], consumes: {} },
  });
}

const releases: Readonly<Record<string, BusService>> = {
  one: release('one', 'name', 1),
  two: release('two', 'title', 2),
  three: release('three', 'title', 3),
};

/** The release that `RELEASE` names. */
export const labelsService: HostedService = {
  name: 'labels',
  configure: (environment) => releases[environment['RELEASE'] ?? 'one']!.configure(environment),
};
