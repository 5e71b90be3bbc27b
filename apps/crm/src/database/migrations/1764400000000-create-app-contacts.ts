import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAppContacts1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE crm.app_contacts (
        account_id bigint NOT NULL,
        canonical_phone text NOT NULL,
        firstname text,
        lastname text,
        changed_at timestamptz(3) NOT NULL,
        contact_id bigint,
        CONSTRAINT app_contacts_pkey PRIMARY KEY (account_id, canonical_phone)
      );
      COMMENT ON TABLE crm.app_contacts IS
        'What business apps say of numbers, by the latest word. Without a first name the app removed the contact.';
      COMMENT ON COLUMN crm.app_contacts.contact_id IS
        'The contact that was made of it; null when the number had one before.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE crm.app_contacts');
  }
}
