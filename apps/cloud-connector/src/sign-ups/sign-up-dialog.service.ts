import { createHash, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { ExchangeSignUpCode, SignUpSettings } from '@chat/contracts/cloud-connector';
import { AppError } from '@chat/errors';
import { CONFIG } from '@chat/service-kit';
import type { CloudConnectorConfig } from '../config';
import { codeRefused, ProviderTokens } from '../provider/provider-tokens';
import { OpenSignUps } from './open-sign-ups';
import { signUpExtras, signUpPlaces } from './sign-up-settings.rules';
import { SignUpsRepository } from './sign-ups.repository';

/** Interval and number of polls of a repeat for the outcome of the exchange in progress. */
const LOOK_MS = 200;
const LOOKS = 30;

/** The provider's dialog in the browser: what opens it, and the code that it ends with. */
@Injectable()
export class SignUpDialogService {
  constructor(
    @Inject(CONFIG) private readonly config: CloudConnectorConfig,
    private readonly tokens: ProviderTokens,
    private readonly signUps: SignUpsRepository,
    private readonly openSignUps: OpenSignUps,
  ) {}

  /** @throws AppError `feature_disabled` that names the settings without which nobody signs up in the browser. */
  describe(coexistence: boolean): SignUpSettings {
    const { id: appId } = this.tokens.app();
    const { PROVIDER_BASE_URL, PROVIDER_SDK_URL, PROVIDER_CONFIG_ID, PROVIDER_SIGNUP_EXTRAS } = this.config;
    if (!PROVIDER_CONFIG_ID) {
      throw new AppError('feature_disabled', {
        message:
          'Nobody can sign up with the provider in the browser on this installation. Set PROVIDER_CONFIG_ID to the ' +
          'login configuration of the app.',
      });
    }
    const { sdkUrl, messageOrigin } = signUpPlaces(PROVIDER_BASE_URL, PROVIDER_SDK_URL);
    return {
      sdk_url: sdkUrl,
      message_origin: messageOrigin,
      app_id: appId,
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
      const { token, expiresAt } = await this.tokens.exchange(body.code);
      await this.openSignUps.keep(accountId, id, {
        token,
        ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
        pin: newPin(),
      });
      return id;
    } catch (error) {
      await this.signUps.delete(accountId, id);
      throw error;
    }
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
}

/** Generates a PIN for a number that has none. */
function newPin(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}
