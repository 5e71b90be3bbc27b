import type { MigrationInterface, QueryRunner } from 'typeorm';
import { deletedChannelsSql } from '@chat/service-kit';
import { idempotencyTableSql } from '@chat/idempotency';

export class CreateTemplates1764330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE templates.templates (
        account_id bigint NOT NULL,
        id bigint GENERATED ALWAYS AS IDENTITY,
        -- The account at the provider.
        waba_id text NOT NULL,
        name text NOT NULL,
        language text NOT NULL,
        provider_template_id text,
        category text NOT NULL,
        parameter_format text NOT NULL DEFAULT 'POSITIONAL',
        -- In the provider's shape.
        components json NOT NULL,
        -- The file that a media header shows unless a send brings its own.
        sample json,
        status text NOT NULL DEFAULT 'PENDING',
        -- The provider's own word.
        provider_status text,
        rejection_reason text,
        -- Counts what the provider said by itself, and when it said the last of it.
        reports integer NOT NULL DEFAULT 0,
        reported_at timestamptz(3),
        -- How far it is: submitting and deleting until it is known what the provider did.
        state text NOT NULL,
        pending_since timestamptz(3),
        settle_at timestamptz(3),
        -- Of a refused one: the body of the error.
        refusal json,
        -- When a sync last saw it at the provider.
        seen_at timestamptz(3) NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT templates_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT templates_state CHECK (state IN ('submitting', 'live', 'deleting', 'deleted', 'refused'))
      );
      CREATE UNIQUE INDEX templates_name ON templates.templates (account_id, waba_id, name, language)
        WHERE state IN ('submitting', 'live', 'deleting');
      CREATE UNIQUE INDEX templates_provider_id ON templates.templates (account_id, provider_template_id)
        WHERE state IN ('live', 'deleting');
      CREATE INDEX templates_list ON templates.templates (account_id, status, id DESC)
        WHERE state IN ('live', 'deleting');
      CREATE INDEX templates_unsettled ON templates.templates (settle_at) WHERE state IN ('submitting', 'deleting');
      CREATE INDEX templates_ended ON templates.templates (updated_at) WHERE state IN ('deleted', 'refused');

      CREATE TABLE templates.channels (
        account_id bigint NOT NULL,
        channel_id bigint NOT NULL,
        waba_id text NOT NULL,
        -- Of the number's snapshot that said so.
        version bigint NOT NULL,
        -- When the templates of the provider account are read next.
        sync_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT channels_pkey PRIMARY KEY (account_id, channel_id)
      );
      COMMENT ON TABLE templates.channels IS 'Cloud channels and their accounts at the provider, as the connector told.';
      CREATE INDEX channels_waba ON templates.channels (account_id, waba_id);
      CREATE INDEX channels_sync ON templates.channels (sync_at);

      CREATE TABLE templates.blobs (
        account_id bigint NOT NULL,
        blob text NOT NULL,
        -- When it is deleted; null while a template has it.
        due_at timestamptz(3),
        CONSTRAINT blobs_pkey PRIMARY KEY (account_id, blob)
      );
      CREATE INDEX blobs_due ON templates.blobs (due_at) WHERE due_at IS NOT NULL;

      ${deletedChannelsSql('templates')}
      ${idempotencyTableSql('templates')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE templates.templates, templates.channels, templates.blobs, templates.deleted_channels,
        templates.idempotency_records`);
  }
}
