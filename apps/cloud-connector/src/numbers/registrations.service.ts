import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SecretBox, secretKeysOf, type SecretConfig } from '@chat/service-kit';
import type { EntityManager } from 'typeorm';
import { ProviderNumbers } from './provider-numbers';
import { RegistrationPinsRepository, type RegistrationPinRow } from './registration-pins.repository';
import { sealedPins } from './sealed-pins';

/** A number that is to be registered, and with which PIN. */
export interface Registration {
  phone_number_id: string;
  token: string;
  pin: string;
  /** Whether somebody gave the PIN; else it is made up, or the one that is kept. */
  isPinGiven: boolean;
}

/**
 * Registers numbers at the provider. The first registration sets the PIN of a number, and the provider asks every later one
 * for it: so it is kept for good, whatever becomes of the channel.
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

  /** With the PIN that somebody gave, which is then the one of the number; else with the one that is kept of it, if any. */
  async register(
    accountId: number,
    { phone_number_id: phoneNumberId, token, pin, isPinGiven }: Registration,
  ): Promise<void> {
    if (isPinGiven) {
      await this.provider.register(phoneNumberId, token, pin);
      return this.replace(accountId, phoneNumberId, pin);
    }
    // On record before the call: it may be the PIN of the number though no answer comes.
    const kept = await this.keep(accountId, phoneNumberId, pin);
    await this.provider.register(phoneNumberId, token, kept);
  }

  /** The PIN that is kept of a number. */
  async find(phoneNumberId: string, manager?: EntityManager): Promise<string | undefined> {
    const row = await this.pins.find(phoneNumberId, manager);
    return row ? this.unseal(row) : undefined;
  }

  /** Keeps the PIN of a number of which none is kept. @returns the one that is kept. */
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
    // Somebody else may have been first.
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

  /** Without its key a PIN is as good as lost: another is tried then, and asked for if it is wrong. */
  private unseal({ account_id, id, pin }: RegistrationPinRow): string | undefined {
    try {
      return this.box.open(pin, sealedPins.contextOf([account_id, id]));
    } catch {
      return undefined;
    }
  }
}
