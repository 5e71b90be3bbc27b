import { Injectable } from '@nestjs/common';
import { BackgroundLoops } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type {
  ConnectSignUp,
  NumberCredentials,
  NumberSnapshot,
  VerifiedNumber,
} from '@chat/contracts/cloud-connector';
import { AppError } from '@chat/errors';
import { NumbersService } from '../numbers/numbers.service';
import { ProviderNumbers } from '../numbers/provider-numbers';
import { RegistrationsService } from '../numbers/registrations.service';
import { GrantedNumbers } from './granted-numbers';
import { OpenSignUps, signUpOver, type OpenSignUp } from './open-sign-ups';
import { SignUpsRepository } from './sign-ups.repository';

const SWEEP_MS = 60 * 60 * 1000;
const BATCH_SIZE = 1_000;

/** Takes a sign-up from its exchanged code to the number of a channel. */
@Injectable()
export class SignUpsService {
  constructor(
    loops: BackgroundLoops,
    private readonly signUps: SignUpsRepository,
    private readonly openSignUps: OpenSignUps,
    private readonly granted: GrantedNumbers,
    private readonly provider: ProviderNumbers,
    private readonly registrations: RegistrationsService,
    private readonly numbers: NumbersService,
  ) {
    loops.add({
      name: 'old-sign-ups',
      round: () => this.signUps.forgetSome(BATCH_SIZE),
      everyMs: SWEEP_MS,
    });
  }

  /** Chooses the number; a repeat chooses the same. */
  async verify(accountId: number, id: number): Promise<VerifiedNumber> {
    const { phone_number, name } = await this.numbers.verify(
      accountId,
      await this.chosen(await this.openSignUps.open(accountId, id)),
    );
    return { phone_number, name };
  }

  /** Connects the number. Every step is idempotent, and is recorded before it is done in case it must be undone. */
  async connect(
    { sign_up_id: id, channel_id }: ConnectSignUp,
    context: RequestContext,
  ): Promise<NumberSnapshot> {
    const accountId = context.account.id;
    const signUp = await this.openSignUps.open(accountId, id);
    const credentials = await this.chosen(signUp);
    const begun = await this.signUps.begin(accountId, id);
    if (!begun) throw signUpOver();
    let hasNothingToUndo = false;
    try {
      const isRegisteredHere = await this.register(signUp, credentials).catch((error: unknown) => {
        hasNothingToUndo = begun.isFirst && isRefusal(error);
        throw error;
      });
      // From here on the stored PIN of the number is used.
      const number = { ...credentials, pin: undefined, channel_id };
      const { expiresAt } = signUp.credentials;
      const tokenExpiresAt = expiresAt === undefined ? null : new Date(expiresAt);
      const snapshot = await this.numbers.connect(number, context, { isRegisteredHere, tokenExpiresAt });
      hasNothingToUndo = true;
      return snapshot;
    } finally {
      await this.signUps.rest(accountId, id, begun.busyUntil, hasNothingToUndo);
    }
  }

  async givePin(accountId: number, id: number, pin: string): Promise<void> {
    const { credentials } = await this.openSignUps.open(accountId, id);
    await this.openSignUps.keep(accountId, id, { ...credentials, pin, isPinGiven: true });
  }

  /** Registers the number if needed. @returns whether we registered it, now or before. */
  private async register(
    { row, credentials: { isPinGiven = false } }: OpenSignUp,
    number: NumberCredentials,
  ): Promise<boolean> {
    const { account_id: accountId, id } = row;
    const { isReady } = await this.provider.verify(number);
    if (isReady || number.pin === undefined) return row.is_registered_here;
    await this.signUps.setRegisteredHere(accountId, id, true);
    try {
      await this.registrations.register(accountId, { ...number, pin: number.pin, isPinGiven });
    } catch (error) {
      if (isRefusal(error)) await this.signUps.setRegisteredHere(accountId, id, row.is_registered_here);
      throw error;
    }
    return true;
  }

  /** Returns the credentials of the number, and makes its choice final. */
  private async chosen({ row, credentials: { token, pin } }: OpenSignUp): Promise<NumberCredentials> {
    const coexistence = row.is_coexistence;
    const rest = { token, coexistence, ...(!coexistence && { pin }) };
    if (row.waba_id !== null && row.phone_number_id !== null) {
      return { waba_id: row.waba_id, phone_number_id: row.phone_number_id, ...rest };
    }
    const hint = { wabaId: row.hinted_waba_id, phoneNumberId: row.hinted_phone_number_id };
    const { wabaId, phoneNumberId } = await this.granted.choose(token, hint, coexistence);
    await this.signUps.setNumber(row.account_id, row.id, { wabaId, phoneNumberId });
    return { waba_id: wabaId, phone_number_id: phoneNumberId, ...rest };
  }
}

/** Whether the provider certainly did not register the number. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code !== 'provider_error';
}
