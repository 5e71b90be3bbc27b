import type { MigrationInterface, QueryRunner } from 'typeorm';
import { searchTermsSql } from '@chat/lists';

/**
 * Whatever changes how a person is called, in this release or the one before, notes it in the same transaction; the texts
 * follow in batches.
 */
export class SearchConversations1765500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(searchTermsSql('messaging'));
    await runner.query(`
      CREATE TABLE messaging.conversation_texts (
        account_id bigint NOT NULL,
        id bigint NOT NULL,
        search_text text NOT NULL,
        CONSTRAINT conversation_texts_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT conversation_texts_conversation FOREIGN KEY (account_id, id)
          REFERENCES messaging.conversations (account_id, id) ON DELETE CASCADE
      );
      COMMENT ON TABLE messaging.conversation_texts IS 'by what conversations are found: name and number of the person';
      CREATE INDEX conversation_texts_search_terms ON messaging.conversation_texts
        USING gin (messaging.search_terms(account_id, search_text)) WITH (fastupdate = off);

      CREATE TABLE messaging.renamed_people (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT renamed_people_pkey PRIMARY KEY,
        account_id bigint NOT NULL,
        canonical_phone text NOT NULL
      );
      COMMENT ON TABLE messaging.renamed_people IS 'people whose conversations are to be found by another text';

      CREATE FUNCTION messaging.note_renamed_person() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO messaging.renamed_people (account_id, canonical_phone)
          VALUES (NEW.account_id, NEW.canonical_phone);
          RETURN NULL;
        END $$;
      CREATE TRIGGER note_new_person AFTER INSERT ON messaging.conversations
        FOR EACH ROW EXECUTE FUNCTION messaging.note_renamed_person();
      CREATE TRIGGER note_renamed_person
        AFTER UPDATE OF canonical_phone, contact_phone, contact_name, username ON messaging.conversations
        FOR EACH ROW WHEN ((OLD.canonical_phone, OLD.contact_phone, OLD.contact_name, OLD.username)
          IS DISTINCT FROM (NEW.canonical_phone, NEW.contact_phone, NEW.contact_name, NEW.username))
        EXECUTE FUNCTION messaging.note_renamed_person();
      CREATE TRIGGER note_new_contact AFTER INSERT ON messaging.contact_names
        FOR EACH ROW WHEN (NEW.name IS NOT NULL) EXECUTE FUNCTION messaging.note_renamed_person();
      CREATE TRIGGER note_renamed_contact AFTER UPDATE OF name ON messaging.contact_names
        FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION messaging.note_renamed_person();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER note_new_person ON messaging.conversations;
      DROP TRIGGER note_renamed_person ON messaging.conversations;
      DROP TRIGGER note_new_contact ON messaging.contact_names;
      DROP TRIGGER note_renamed_contact ON messaging.contact_names;
      DROP FUNCTION messaging.note_renamed_person();
      DROP TABLE messaging.conversation_texts, messaging.renamed_people;
      DROP FUNCTION messaging.search_terms(bigint, text);
    `);
  }
}
