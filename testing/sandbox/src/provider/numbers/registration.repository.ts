import type { DataSource, EntityManager } from 'typeorm';
import type { RegistrationState } from './registration.rules';

/** The PIN of a number, and the attempts to guess it. */
export class RegistrationRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs with the number locked, so that concurrent attempts are counted one by one. */
  async withState<T>(
    numberId: string,
    work: (state: RegistrationState, manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      const [row]: [{ pin: string | null; wrong: number }] = await manager.query(
        `SELECT pin, (SELECT count(*) FROM unnest(wrong_pins) AS at WHERE at > now() - interval '72 hours') AS wrong
         FROM sandbox.cloud_numbers WHERE id = $1 FOR UPDATE`,
        [numberId],
      );
      return work({ pin: row.pin, wrongPins: row.wrong }, manager);
    });
  }

  async register(numberId: string, pin: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE sandbox.cloud_numbers SET pin = $2, is_registered = true, wrong_pins = '{}' WHERE id = $1`,
      [numberId, pin],
    );
  }

  async countWrongPin(numberId: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE sandbox.cloud_numbers SET wrong_pins =
         array_append(ARRAY(SELECT at FROM unnest(wrong_pins) AS at WHERE at > now() - interval '72 hours'), now())
       WHERE id = $1`,
      [numberId],
    );
  }

  async setPin(numberId: string, pin: string): Promise<void> {
    await this.dataSource.query(`UPDATE sandbox.cloud_numbers SET pin = $2 WHERE id = $1`, [numberId, pin]);
  }

  async deregister(numberId: string): Promise<void> {
    await this.dataSource.query(`UPDATE sandbox.cloud_numbers SET is_registered = false WHERE id = $1`, [
      numberId,
    ]);
  }
}
