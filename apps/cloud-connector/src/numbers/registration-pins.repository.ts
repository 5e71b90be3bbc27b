import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A row of `cloud_connector.registration_pins`. */
export interface RegistrationPinRow {
  account_id: number;
  id: number;
  /** Sealed. */
  pin: Buffer;
}

@Injectable()
export class RegistrationPinsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(phoneNumberId: string, manager = this.dataSource.manager): Promise<RegistrationPinRow | null> {
    const [row]: RegistrationPinRow[] = await manager.query(
      'SELECT account_id, id, pin FROM cloud_connector.registration_pins WHERE phone_number_id = $1',
      [phoneNumberId],
    );
    return row ?? null;
  }

  /** Returns the id of the next row; its PIN is sealed for that id. */
  async nextId(manager = this.dataSource.manager): Promise<number> {
    const [row]: [{ id: number }] = await manager.query(
      `SELECT nextval('cloud_connector.registration_pins_id_seq') AS id`,
    );
    return row.id;
  }

  /** Inserts a PIN, unless the number has one. */
  async insert(
    phoneNumberId: string,
    { account_id: accountId, id, pin }: RegistrationPinRow,
    manager = this.dataSource.manager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO cloud_connector.registration_pins (account_id, id, phone_number_id, pin) VALUES ($1, $2, $3, $4)
       ON CONFLICT ON CONSTRAINT registration_pins_number DO NOTHING`,
      [accountId, id, phoneNumberId, pin],
    );
  }

  async update({ account_id: accountId, id, pin }: RegistrationPinRow): Promise<void> {
    await this.dataSource.query(
      'UPDATE cloud_connector.registration_pins SET pin = $3 WHERE account_id = $1 AND id = $2',
      [accountId, id, pin],
    );
  }
}
