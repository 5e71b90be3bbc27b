import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names this installation, and marks the sends whose reference at the provider has its name. */
export class CreateInstallation1764911000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE cloud_connector.installation (
        only_row boolean NOT NULL DEFAULT true
          CONSTRAINT installation_pkey PRIMARY KEY CONSTRAINT installation_only_row_check CHECK (only_row),
        id text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
        named_from timestamptz(3) NOT NULL
      );
      COMMENT ON TABLE cloud_connector.installation IS
        'Tells our messages at the provider from those of other installations with the same numbers.';
      COMMENT ON COLUMN cloud_connector.installation.named_from IS 'When references begin to carry the id.';
      ALTER TABLE cloud_connector.sends ADD COLUMN is_named boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN cloud_connector.sends.is_named IS
        'The reference carries the id of the installation. Otherwise it is the number of the message.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE cloud_connector.sends DROP COLUMN is_named;
      DROP TABLE cloud_connector.installation;
    `);
  }
}
