import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { newTraceparent, Transactions, type Transaction } from '@chat/bus';
import {
  type ConnectNumber,
  type NumberCredentials,
  type NumberSnapshot,
  type VerifiedNumber,
} from '@chat/contracts/cloud-connector';
import type { RequestContext } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { DeletedChannels, type JobOf, Jobs, jobType } from '@chat/service-kit';
import type { EntityManager } from 'typeorm';
import { endSync, requestSync } from './sync-jobs';
import { syncOf, SYNC_WINDOW_MS, type SyncState } from './sync.rules';
import { DescriptionsService } from './descriptions.service';
import { announceNumber } from './number-events';
import { toSnapshot } from './number.mapper';
import type { Credentials, NumberRow, OpenNumber } from './number.row';
import { NumbersRepository, numberInUse } from './numbers.repository';
import { OpenNumbers } from './open-numbers';
import { ProviderNumbers } from './provider-numbers';
import { RegistrationsService } from './registrations.service';
import { asOf } from './state-time.rules';

/** What is needed to release a number at the provider after it is deleted here. */
export interface ReleasedNumber {
  channelId: number;
  wabaId: string;
  phoneNumberId: string;
  deregister: boolean;
  /** Sealed, in base64. */
  credentials: string;
}

const releaseNumber = jobType<ReleasedNumber>('let-go-of-number');
/** Subscribes the account again after its number is stored, since another job may have unsubscribed it meanwhile. */
const keepSubscribed = jobType<{ channelId: number }>('keep-subscribed');

/** What a sign-up knows of a number beside its credentials. */
interface KnownOfSignUp {
  isRegisteredHere?: boolean;
  /** When the token expires by the answer that it came with; the provider's description of the token goes before it. */
  tokenExpiresAt?: Date | null;
}

/** Manages the numbers of channels and their credentials. */
@Injectable()
export class NumbersService implements OnApplicationBootstrap {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly openNumbers: OpenNumbers,
    private readonly provider: ProviderNumbers,
    private readonly descriptions: DescriptionsService,
    private readonly registrations: RegistrationsService,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly deletedChannels: DeletedChannels,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(releaseNumber, (job) => this.releaseAtProvider(job));
    this.jobs.handle(keepSubscribed, ({ accountId, data }) => this.subscribe(accountId, data.channelId));
  }

  /** @throws AppError that says why the number cannot be connected. */
  async verify(accountId: number, credentials: NumberCredentials): Promise<VerifiedNumber> {
    const { phone_number, name } = await this.provider.verify(await this.withPin(credentials));
    if (await this.numbers.isTaken(credentials.phone_number_id, accountId)) throw numberInUse();
    return { phone_number, name };
  }

  /** Connects a number. Every step is idempotent: calling this again after a crash gives the same result. */
  async connect(
    body: ConnectNumber,
    context: RequestContext,
    { isRegisteredHere = false, tokenExpiresAt = null }: KnownOfSignUp = {},
  ): Promise<NumberSnapshot> {
    const accountId = context.account.id;
    const { channel_id, waba_id, phone_number_id, token, coexistence } = body;
    // Taken before the call to the provider: anything it reports of later counts.
    const stateAt = asOf(new Date());
    const credentials = await this.withPin(body);
    const { phone_number, isReady, tokenExpiresAt: described } = await this.provider.verify(credentials);
    if (await this.numbers.isTaken(phone_number_id, accountId)) throw numberInUse();
    if (!isReady && credentials.pin !== undefined) {
      const isPinGiven = body.pin !== undefined;
      await this.registrations.register(accountId, {
        phone_number_id,
        token,
        pin: credentials.pin,
        isPinGiven,
      });
    }
    await this.provider.subscribe(waba_id, token);
    const description = await this.descriptions.find({
      accountId,
      channelId: channel_id,
      phoneNumberId: phone_number_id,
      token,
    });
    return this.transactions.run(context, async (tx) => {
      const before = await this.numbers.lock(accountId, channel_id, tx.manager);
      if (before) await this.keepFormerPin(before, tx.manager);
      const sync = coexistence ? syncOf(before, phone_number_id, new Date()) : null;
      const row = await this.numbers.put(
        {
          account_id: accountId,
          channel_id,
          waba_id,
          phone_number_id,
          phone_number,
          is_coexistence: coexistence,
          is_registered_here: isRegisteredHere,
          credentials: this.openNumbers.seal(accountId, channel_id, { token }),
          status: 'connected',
          reason: 'connected',
          sync,
          state_at: stateAt,
          token_expires_at: described === undefined ? tokenExpiresAt : described,
          ...description,
        },
        tx.manager,
      );
      if (sync && sync !== before?.sync) await this.beginSync(row, sync, tx);
      announceNumber(tx, row);
      await this.jobs.add(tx, keepSubscribed, { accountId, data: { channelId: channel_id } });
      return toSnapshot(row);
    });
  }

  /** Adds the stored PIN of the number if none is given, since the caller may not know it. */
  private async withPin<T extends NumberCredentials>(credentials: T): Promise<T> {
    if (credentials.pin !== undefined || credentials.coexistence) return credentials;
    const pin = await this.registrations.find(credentials.phone_number_id);
    return pin === undefined ? credentials : { ...credentials, pin };
  }

  /** Keeps the PIN that an earlier release stored with the token, before the token is replaced. */
  private async keepFormerPin(row: NumberRow, manager: EntityManager): Promise<void> {
    if (!row.is_registered_here) return;
    const { account_id: accountId, channel_id: channelId, phone_number_id: phoneNumberId } = row;
    let pin: string | null | undefined;
    try {
      ({ pin } = this.openNumbers.unseal(accountId, channelId, row.credentials));
    } catch {
      // The key of its credentials may be lost, which may be the reason for the renewal.
    }
    if (pin) await this.registrations.keep(accountId, phoneNumberId, pin, manager);
  }

  private async beginSync(
    { account_id: accountId, channel_id: channelId }: NumberRow,
    { beganAt }: SyncState,
    tx: Transaction,
  ): Promise<void> {
    const data = { channelId, beganAt };
    await this.jobs.add(tx, requestSync, { accountId, data: { ...data, kind: 'smb_app_state_sync' } });
    await this.jobs.add(tx, endSync, { accountId, data, delayMs: SYNC_WINDOW_MS });
  }

  /** Removes the number of a deleted channel. Idempotent. */
  async release(accountId: number, channelId: number): Promise<void> {
    await this.deletedChannels.mark(accountId, channelId);
    await this.transactions.run(null, ({ manager }) => this.remove(accountId, channelId, manager));
  }

  /** @returns whether there was a number; a job releases it at the provider. */
  async remove(accountId: number, channelId: number, manager: EntityManager): Promise<boolean> {
    const row = await this.numbers.lock(accountId, channelId, manager);
    if (!row) return false;
    await this.numbers.delete(accountId, channelId, manager);
    const released = {
      channelId,
      wabaId: row.waba_id,
      phoneNumberId: row.phone_number_id,
      deregister: row.is_registered_here && !row.is_coexistence,
    };
    await this.addLetGo(accountId, released, row.credentials, manager);
    return true;
  }

  /** Releases a number that never had a channel at the provider, by a job. */
  async letGoOf(
    accountId: number,
    number: Omit<ReleasedNumber, 'credentials'>,
    credentials: Credentials,
    manager: EntityManager,
  ): Promise<void> {
    await this.addLetGo(
      accountId,
      number,
      this.openNumbers.seal(accountId, number.channelId, credentials),
      manager,
    );
  }

  /** Returns the number of a channel with its token, connected or not; null if there is none. */
  async open(accountId: number, channelId: number): Promise<(OpenNumber & { isConnected: boolean }) | null> {
    const row = await this.numbers.find(accountId, channelId);
    return row && { ...this.openNumbers.open(row), isConnected: row.status === 'connected' };
  }

  /** Returns a connected number of the account that belongs to this provider account; null if there is none. */
  async openOfWaba(accountId: number, wabaId: string): Promise<OpenNumber | null> {
    const row = await this.numbers.findConnected(accountId, wabaId);
    return row && this.openNumbers.open(row);
  }

  /**
   * Records when the token of a number expires, and the token that replaces it, if any; nothing happens if the number
   * was renewed meanwhile. The check of tokens is due again at `checkAt`.
   */
  async noteToken(
    { accountId, channelId, credentialsVersion }: OpenNumber,
    { expiresAt, renewed, checkAt }: { expiresAt: Date | null; renewed: string | null; checkAt: Date },
  ): Promise<void> {
    await this.transactions.run(null, async (tx) => {
      const row = await this.numbers.lock(accountId, channelId, tx.manager);
      if (row?.credentials_version !== credentialsVersion) return;
      await this.numbers.checkTokenAt(row, checkAt, tx.manager);
      if (renewed !== null) {
        const credentials = this.openNumbers.seal(accountId, channelId, { token: renewed });
        announceNumber(tx, await this.numbers.replaceToken(row, { credentials, expiresAt }, tx.manager));
      } else if (row.token_expires_at?.getTime() !== expiresAt?.getTime()) {
        announceNumber(tx, await this.numbers.change(row, { token_expires_at: expiresAt }, tx.manager));
      }
    });
  }

  private async addLetGo(
    accountId: number,
    number: Omit<ReleasedNumber, 'credentials'>,
    sealed: Buffer,
    manager: EntityManager,
  ): Promise<void> {
    const data: ReleasedNumber = { ...number, credentials: sealed.toString('base64') };
    const tx = { manager, traceparent: newTraceparent(), afterCommit: () => undefined };
    await this.jobs.add(tx, releaseNumber, { accountId, data });
  }

  private async releaseAtProvider({ accountId, data }: JobOf<typeof releaseNumber>): Promise<void> {
    const { channelId, wabaId, phoneNumberId, deregister } = data;
    const { token, pin } = this.openNumbers.unseal(
      accountId,
      channelId,
      Buffer.from(data.credentials, 'base64'),
    );
    // Somebody may have connected it meanwhile.
    if (deregister && !(await this.numbers.inUse([phoneNumberId])).has(phoneNumberId)) {
      if (pin) await this.registrations.keep(accountId, phoneNumberId, pin);
      await orRefused(this.provider.deregister({ phoneNumberId, token }));
    }
    if (!(await this.numbers.findOfWaba(wabaId))) await orRefused(this.provider.unsubscribe(wabaId, token));
    // A number of the account may have been connected since, even since an earlier run of this job.
    const heir = await this.numbers.findOfWaba(wabaId);
    if (heir) await this.subscribe(heir.account_id, heir.channel_id);
  }

  private async subscribe(accountId: number, channelId: number): Promise<void> {
    const number = await this.open(accountId, channelId);
    if (number) await orRefused(this.provider.subscribe(number.wabaId, number.token));
  }
}

/** Ignores refusals: the provider would refuse again, and nothing is left here to correct. */
async function orRefused(call: Promise<void>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'provider_error') throw error;
  }
}
