import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The first person of an account becomes its owner, and others admins: until now everybody could do everything. So do
 * those whom replicas of the version before still create, which know no roles, and those whom nobody gave one.
 */
export class GivePeopleRoles1765400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE gateway.users ADD COLUMN role text;

      CREATE FUNCTION gateway.give_role() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.role IS NULL THEN
          NEW.role := CASE WHEN EXISTS (SELECT FROM gateway.users WHERE account_id = NEW.account_id)
            THEN 'admin' ELSE 'owner' END;
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER users_give_role BEFORE INSERT ON gateway.users
        FOR EACH ROW EXECUTE FUNCTION gateway.give_role();

      UPDATE gateway.users u SET role = CASE WHEN u.id = (
        SELECT min(id) FROM gateway.users first WHERE first.account_id = u.account_id
      ) THEN 'owner' ELSE 'admin' END;

      ALTER TABLE gateway.users ALTER COLUMN role SET NOT NULL,
        ADD CONSTRAINT users_role CHECK (role IN ('viewer', 'agent', 'developer', 'admin', 'owner'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER users_give_role ON gateway.users;
      DROP FUNCTION gateway.give_role();
      ALTER TABLE gateway.users DROP COLUMN role;
    `);
  }
}
