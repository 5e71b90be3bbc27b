import { createHash, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { BackgroundLoops, Transactions } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type {
  AbandonSignUp,
  ConnectSignUp,
  ExchangeSignUpCode,
  NumberCredentials,
  NumberSnapshot,
  SignUpSettings,
  VerifiedNumber,
} from '@chat/contracts/cloud-connector';
import { CONFIG, DeletedChannels, SecretBox, secretKeysOf } from '@chat/service-kit';
import { AppError } from '@chat/errors';
import type { CloudConnectorConfig } from '../config';
import { NumbersService } from '../numbers/numbers.service';
import { ProviderNumbers } from '../numbers/provider-numbers';
import { RegistrationsService } from '../numbers/registrations.service';
import { codeRefused, ProviderTokens } from '../provider/provider-tokens';
import { GrantedNumbers } from './granted-numbers';
import { sealedSignUps } from './sealed-sign-ups';
import type { SignUpRow } from './sign-up.row';
import { signUpExtras, signUpPlaces } from './sign-up-settings.rules';
import { SignUpsRepository } from './sign-ups.repository';

const SWEEP_MS = 60 * 60 * 1000;
const BATCH_SIZE = 1_000;
/** Interval and number of polls of a repeat for the outcome of the exchange in progress. */
const LOOK_MS = 200;
const LOOKS = 30;

/** Stands for a channel that was never created. */
const NO_CHANNEL = 0;

/** The sealed part of a sign-up. */
interface SignUpCredentials {
  token: string;
  /** The PIN for registering the number. */
  pin: string;
  /** Whether a person gave it; otherwise it is generated, for a number without one. */
  isPinGiven?: boolean;
}

/** A sign-up whose code was exchanged. */
interface OpenSignUp {
  row: SignUpRow;
  credentials: SignUpCredentials;
}

/** Manages sign-ups in the browser: from the code to the number of a channel, or to undoing it all. */
@Injectable()
export class SignUpsService {
  private readonly box: SecretBox;

  constructor(
    loops: BackgroundLoops,
    private readonly signUps: SignUpsRepository,
    private readonly tokens: ProviderTokens,
    private readonly granted: GrantedNumbers,
    private readonly provider: ProviderNumbers,
    private readonly registrations: RegistrationsService,
    private readonly numbers: NumbersService,
    private readonly deletedChannels: DeletedChannels,
    private readonly transactions: Transactions,
    @Inject(CONFIG) private readonly config: CloudConnectorConfig,
  ) {
    this.box = new SecretBox(secretKeysOf(config), sealedSignUps.purpose);
    loops.add({
      name: 'old-sign-ups',
      round: () => this.signUps.forgetSome(BATCH_SIZE),
      everyMs: SWEEP_MS,
    });
  }

  describe(coexistence: boolean): SignUpSettings {
    const { PROVIDER_BASE_URL, PROVIDER_SDK_URL, PROVIDER_CONFIG_ID, PROVIDER_SIGNUP_EXTRAS } = this.config;
    const { sdkUrl, messageOrigin } = signUpPlaces(PROVIDER_BASE_URL, PROVIDER_SDK_URL);
    return {
      sdk_url: sdkUrl,
      message_origin: messageOrigin,
      app_id: this.tokens.app().id,
      config_id: PROVIDER_CONFIG_ID,
      graph_version: this.config.PROVIDER_GRAPH_VERSION,
      extras: signUpExtras(PROVIDER_SIGNUP_EXTRAS, coexistence),
    };
  }

  /**
   * Exchanges the code for a token, once: the code is recorded before the provider sees it, and a repeat waits for the
   * outcome.
   * @returns the id of the sign-up.
   */
  async exchange(accountId: number, body: ExchangeSignUpCode): Promise<number> {
    const codeDigest = createHash('sha256').update(body.code).digest();
    const id = await this.signUps.insert({
      accountId,
      sessionId: body.session_id,
      codeDigest,
      isCoexistence: body.coexistence,
      hintedWabaId: body.waba_id ?? null,
      hintedPhoneNumberId: body.phone_number_id ?? null,
    });
    if (id === null) return this.exchanged(accountId, codeDigest, body.session_id);
    try {
      await this.keep(accountId, id, { token: await this.tokens.exchange(body.code), pin: newPin() });
      return id;
    } catch (error) {
      await this.signUps.delete(accountId, id);
      throw error;
    }
  }

  /** Chooses the number; a repeat chooses the same. */
  async verify(accountId: number, id: number): Promise<VerifiedNumber> {
    const { phone_number, name } = await this.numbers.verify(
      accountId,
      await this.chosen(await this.open(accountId, id)),
    );
    return { phone_number, name };
  }

  /** Connects the number. Every step is idempotent, and is recorded before it is done in case it must be undone. */
  async connect(
    { sign_up_id: id, channel_id }: ConnectSignUp,
    context: RequestContext,
  ): Promise<NumberSnapshot> {
    const accountId = context.account.id;
    const signUp = await this.open(accountId, id);
    const credentials = await this.chosen(signUp);
    const begun = await this.signUps.begin(accountId, id);
    if (!begun) throw lost();
    let hasNothingToUndo = false;
    try {
      const isRegisteredHere = await this.register(signUp, credentials).catch((error: unknown) => {
        hasNothingToUndo = begun.isFirst && isRefusal(error);
        throw error;
      });
      // From here on the stored PIN of the number is used.
      const number = { ...credentials, pin: undefined, channel_id };
      const snapshot = await this.numbers.connect(number, context, { isRegisteredHere });
      hasNothingToUndo = true;
      return snapshot;
    } finally {
      await this.signUps.rest(accountId, id, begun.busyUntil, hasNothingToUndo);
    }
  }

  async givePin(accountId: number, id: number, pin: string): Promise<void> {
    const { credentials } = await this.open(accountId, id);
    await this.keep(accountId, id, { ...credentials, pin, isPinGiven: true });
  }

  /**
   * Undoes what was done at the provider, by a job, and deletes the token.
   * @throws AppError `service_unavailable` while a call to the provider may be in progress for it.
   */
  async abandon(accountId: number, { sign_up_id: id, channel_id: channelId }: AbandonSignUp): Promise<void> {
    // From here on the channel cannot get a number any more.
    if (channelId !== undefined) await this.deletedChannels.mark(accountId, channelId);
    await this.transactions.run(null, async ({ manager }) => {
      const row = await this.signUps.lock(accountId, id, manager);
      if (!row) return;
      if (await this.signUps.isBusy(accountId, id, manager)) throw new AppError('service_unavailable');
      const hadNumber = channelId !== undefined && (await this.numbers.remove(accountId, channelId, manager));
      const { credentials, waba_id: wabaId, phone_number_id: phoneNumberId } = row;
      if (!hadNumber && row.is_begun && credentials && wabaId !== null && phoneNumberId !== null) {
        const deregister = row.is_registered_here && !row.is_coexistence;
        const number = { channelId: channelId ?? NO_CHANNEL, wabaId, phoneNumberId, deregister };
        await this.numbers.letGoOf(accountId, number, this.unseal(row, credentials), manager);
      }
      await this.signUps.delete(accountId, id, manager);
    });
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

  /** Returns the outcome of an exchange that was started before. */
  private async exchanged(accountId: number, codeDigest: Buffer, sessionId: string): Promise<number> {
    for (let look = 0; look < LOOKS; look += 1) {
      const row = await this.signUps.findByCode(accountId, codeDigest);
      if (row?.session_id !== sessionId) throw codeRefused();
      if (row.credentials !== null) return row.id;
      await delay(LOOK_MS);
    }
    throw codeRefused();
  }

  private async open(accountId: number, id: number): Promise<OpenSignUp> {
    const row = await this.signUps.find(accountId, id);
    if (!row?.credentials) throw lost();
    return { row, credentials: this.unseal(row, row.credentials) };
  }

  private async keep(accountId: number, id: number, credentials: SignUpCredentials): Promise<void> {
    const sealed = this.box.seal(JSON.stringify(credentials), sealedSignUps.contextOf([accountId, id]));
    await this.signUps.setCredentials(accountId, id, sealed);
  }

  private unseal({ account_id, id }: SignUpRow, sealed: Buffer): SignUpCredentials {
    return JSON.parse(this.box.open(sealed, sealedSignUps.contextOf([account_id, id]))) as SignUpCredentials;
  }
}

/** Whether the provider certainly did not register the number. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code !== 'provider_error';
}

function lost(): AppError {
  const message = 'The sign-up with the provider is over. Sign up again.';
  return new AppError('conflict', { reason: 'sign_up_over', message });
}

/** Generates a PIN for a number that has none. */
function newPin(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}
