import type { DataSource } from 'typeorm';

export interface Phone {
  digits: string;
  name: string;
  marketing: 'on' | 'stop';
  /** Whether businesses on the cloud see a user id instead of the number. */
  hidden: boolean;
  /** Number of linked devices. */
  linked_devices: number;
}

/** A phone with its number of linked devices. */
const SELECT_PHONE = `
  SELECT digits, name, marketing, hidden,
    (SELECT count(*) FROM sandbox.links WHERE phone_digits = digits AND unlinked_at IS NULL) AS linked_devices
  FROM sandbox.phones`;

export class PhonesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(): Promise<Phone[]> {
    return this.dataSource.query(`${SELECT_PHONE} ORDER BY created_at, digits`);
  }

  /** Returns the phone, inserting it if it does not exist. */
  async mention(digits: string): Promise<Phone> {
    return (await this.find(digits)) ?? (await this.put(digits, {}));
  }

  /** Changes only the given members. */
  async put(
    digits: string,
    { name, marketing, hidden }: Partial<Pick<Phone, 'name' | 'marketing' | 'hidden'>>,
  ): Promise<Phone> {
    await this.dataSource.query(
      `INSERT INTO sandbox.phones (digits, name, marketing, hidden)
       VALUES ($1, coalesce($2, $1), coalesce($3, 'on'), coalesce($4, false))
       ON CONFLICT (digits) DO UPDATE SET name = coalesce($2, phones.name),
         marketing = coalesce($3, phones.marketing), hidden = coalesce($4, phones.hidden)`,
      [digits, name ?? null, marketing ?? null, hidden ?? null],
    );
    return (await this.find(digits))!;
  }

  private async find(digits: string): Promise<Phone | null> {
    const [phone]: Phone[] = await this.dataSource.query(`${SELECT_PHONE} WHERE digits = $1`, [digits]);
    return phone ?? null;
  }
}
