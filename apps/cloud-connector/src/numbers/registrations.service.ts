import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SecretBox, secretKeysOf, type SecretConfig } from '@chat/service-kit';
import type { EntityManager } from 'typeorm';
import { ProviderNumbers } from './provider-numbers';
import { RegistrationPinsRepository, type RegistrationPinRow } from './registration-pins.repository';
import { sealedPins } from './sealed-pins';

/** A number to register, and its PIN. */
export interface Registration {
  phone_number_id: string;
  token: string;
  pin: string;
  /** Whether a person gave the PIN; otherwise it is generated, or the stored one. */
  isPinGiven: boolean;
}

/**
 * Registers numbers at the provider. The first registration sets the PIN of a number and every later one needs it, so
 * it is kept permanently, even without the channel.
 */
@Injectable()
export class RegistrationsService {
  private readonly box: SecretBox;

  constructor(
    private readonly pins: RegistrationPinsRepository,
    private readonly provider: ProviderNumbers,
    @Inject(CONFIG) config: SecretConfig,
  ) {
    this.box = new SecretBox(secretKeysOf(config), sealedPins.purpose);
  }

  /** Registers with the given PIN, which then is that of the number; otherwise with the stored one, if any. */
  async register(
    accountId: number,
    { phone_number_id: phoneNumberId, token, pin, isPinGiven }: Registration,
  ): Promise<void> {
    if (isPinGiven) {
      await this.provider.register(phoneNumberId, token, pin);
      return this.replace(accountId, phoneNumberId, pin);
    }
    // Stored before the call: even without an answer it may have become the PIN of the number.
    const kept = await this.keep(accountId, phoneNumberId, pin);
    await this.provider.register(phoneNumberId, token, kept);
  }

  /** Returns the stored PIN of a number. */
  async find(phoneNumberId: string, manager?: EntityManager): Promise<string | undefined> {
    const row = await this.pins.find(phoneNumberId, manager);
    return row ? this.unseal(row) : undefined;
  }

  /** Stores the PIN of a number that has none stored. @returns the stored one. */
  async keep(
    accountId: number,
    phoneNumberId: string,
    pin: string,
    manager?: EntityManager,
  ): Promise<string> {
    const known = await this.find(phoneNumberId, manager);
    if (known !== undefined) return known;
    const name = { account_id: accountId, id: await this.pins.nextId(manager) };
    await this.pins.insert(phoneNumberId, { ...name, pin: this.seal(name, pin) }, manager);
    // Another process may have been first.
    return (await this.find(phoneNumberId, manager)) ?? pin;
  }

  private async replace(accountId: number, phoneNumberId: string, pin: string): Promise<void> {
    await this.keep(accountId, phoneNumberId, pin);
    const row = await this.pins.find(phoneNumberId);
    if (row && this.unseal(row) !== pin) await this.pins.update({ ...row, pin: this.seal(row, pin) });
  }

  private seal({ account_id, id }: Omit<RegistrationPinRow, 'pin'>, pin: string): Buffer {
    return this.box.seal(pin, sealedPins.contextOf([account_id, id]));
  }

  /** A PIN whose key is lost counts as none: another is tried, and asked for if it is wrong. */
  private unseal({ account_id, id, pin }: RegistrationPinRow): string | undefined {
    try {
      return this.box.open(pin, sealedPins.contextOf([account_id, id]));
    } catch {
      return undefined;
    }
  }
}
