import type { DataSource } from 'typeorm';

export interface Phone {
  /** As the network spells the number. */
  digits: string;
  name: string;
  marketing: 'on' | 'stop';
  /** Whether businesses see a user id instead of the number. */
  hidden: boolean;
  /** Whether they ever did. */
  has_hidden: boolean;
  /** Whether the number is on the phones' network at all. */
  registered: boolean;
  /** Whether linking demands a passkey. */
  passkey: boolean;
  /** Until when the phone may not start new chats, in ms since 1970; Infinity: until further notice. */
  restricted_until_ms: number | null;
  can_react: boolean;
  /** Number of linked devices. */
  linked_devices: number;
  /** Digits that people dial for this number, and that the network does not know. */
  other_spellings: string[];
}

export type PhoneChanges = Partial<
  Pick<
    Phone,
    'name' | 'marketing' | 'hidden' | 'registered' | 'passkey' | 'restricted_until_ms' | 'can_react'
  >
>;

/** A phone with its number of linked devices. */
const SELECT_PHONE = `
  SELECT digits, name, marketing, hidden, hidden OR has_hidden AS has_hidden, registered, passkey, can_react,
    (extract(epoch FROM restricted_until) * 1000)::float8 AS restricted_until_ms,
    (SELECT count(*) FROM sandbox.links WHERE phone_digits = digits AND unlinked_at IS NULL) AS linked_devices,
    ARRAY(SELECT other.digits FROM sandbox.phones AS other WHERE other.registered_as = phones.digits ORDER BY 1)
      AS other_spellings
  FROM sandbox.phones WHERE registered_as IS NULL`;
/** Phones that the network treats in any way unlike others. */
const IS_NOTABLE = `(hidden OR has_hidden OR NOT registered OR passkey OR restricted_until IS NOT NULL OR NOT can_react
  OR EXISTS (SELECT FROM sandbox.phones AS other WHERE other.registered_as = phones.digits))`;

export class PhonesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(): Promise<Phone[]> {
    return this.dataSource.query(`${SELECT_PHONE} ORDER BY created_at, digits`);
  }

  async notable(): Promise<Phone[]> {
    return this.dataSource.query(`${SELECT_PHONE} AND ${IS_NOTABLE}`);
  }

  /** Changes only the given members of the phone, inserting it if it does not exist. */
  async put(digits: string, changes: PhoneChanges): Promise<Phone> {
    const { name, marketing, hidden, registered, passkey, can_react, restricted_until_ms: until } = changes;
    await this.dataSource.query(
      `INSERT INTO sandbox.phones AS known
         (digits, name, marketing, hidden, has_hidden, registered, passkey, can_react, restricted_until)
       VALUES ($1, coalesce($2, $1), coalesce($3, 'on'), coalesce($4, false), coalesce($4, false), coalesce($5, true),
         coalesce($6, false), coalesce($7, true), to_timestamp($8::float8))
       ON CONFLICT (digits) DO UPDATE SET name = coalesce($2, known.name),
         marketing = coalesce($3, known.marketing), hidden = coalesce($4, known.hidden),
         has_hidden = known.has_hidden OR known.hidden OR coalesce($4, false),
         registered = coalesce($5, known.registered), passkey = coalesce($6, known.passkey),
         can_react = coalesce($7, known.can_react),
         restricted_until = CASE WHEN $9 THEN to_timestamp($8::float8) ELSE known.restricted_until END`,
      [
        digits,
        name ?? null,
        marketing ?? null,
        hidden ?? null,
        registered ?? null,
        passkey ?? null,
        can_react ?? null,
        until === undefined || until === null ? null : until / 1000,
        until !== undefined,
      ],
    );
    return (await this.find(digits))!;
  }

  async find(digits: string): Promise<Phone | null> {
    const [phone]: Phone[] = await this.dataSource.query(`${SELECT_PHONE} AND digits = $1`, [digits]);
    return phone ?? null;
  }

  /**
   * Makes the digits another spelling of the phone that is registered, which begins as a copy of what was known under
   * these digits. With null, they are a number of their own again.
   * @returns false when devices are linked under these digits, or either spelling already has another meaning.
   */
  async spell(digits: string, registeredAs: string | null): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query('LOCK TABLE sandbox.phones IN SHARE ROW EXCLUSIVE MODE');
      const [{ is_taken }]: [{ is_taken: boolean }] = await manager.query(
        `SELECT $2::text IS NOT NULL AND (
           EXISTS (SELECT FROM sandbox.links WHERE phone_digits = $1 AND unlinked_at IS NULL)
           OR EXISTS (SELECT FROM sandbox.phones WHERE registered_as = $1)
           OR EXISTS (SELECT FROM sandbox.phones WHERE digits = $2 AND registered_as IS NOT NULL)) AS is_taken`,
        [digits, registeredAs],
      );
      if (is_taken) return false;
      await manager.query(
        `INSERT INTO sandbox.phones (digits, name, registered_as) VALUES ($1, coalesce($2, $1), $2)
         ON CONFLICT (digits) DO UPDATE SET registered_as = $2`,
        [digits, registeredAs],
      );
      await manager.query(
        `INSERT INTO sandbox.phones (digits, name, marketing, hidden, has_hidden, passkey, restricted_until, can_react)
         SELECT registered_as, coalesce(nullif(name, digits), registered_as), marketing, hidden, has_hidden, passkey,
           restricted_until, can_react
         FROM sandbox.phones WHERE digits = $1 AND registered_as IS NOT NULL
         ON CONFLICT (digits) DO NOTHING`,
        [digits],
      );
      return true;
    });
  }
}
