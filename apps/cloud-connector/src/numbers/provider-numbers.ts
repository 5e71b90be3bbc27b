import { Inject, Injectable } from '@nestjs/common';
import type { NumberCredentials, VerifiedNumber } from '@chat/contracts/cloud-connector';
import { AppError, invalid } from '@chat/errors';
import { CONFIG } from '@chat/service-kit';
import type { CloudConnectorConfig } from '../config';
import { isObject, nextCursor, storableText } from '../provider/answer.rules';
import { ProviderCalls } from '../provider/provider-calls';
import { ProviderTokens } from '../provider/provider-tokens';
import { limitField, toDescription } from './description.rules';
import type { NumberDescription, OpenNumber } from './number.row';
import { isRegistered, registrationError } from './registration.rules';

/** Maximum number of pages read; accounts have few numbers. */
const MAX_PAGES = 10;
const FIELDS = 'id,display_phone_number,verified_name,status,code_verification_status,is_on_biz_app';

/** A number that the token may use. */
interface CheckedNumber extends VerifiedNumber {
  /** Whether it can send without being registered first. */
  isReady: boolean;
  /** Null: never. Undefined: the provider does not say. */
  tokenExpiresAt: Date | null | undefined;
}

/** Looks up numbers at the provider, and registers and subscribes them. */
@Injectable()
export class ProviderNumbers {
  constructor(
    private readonly calls: ProviderCalls,
    private readonly tokens: ProviderTokens,
    @Inject(CONFIG) private readonly config: CloudConnectorConfig,
  ) {}

  /** @throws AppError if the token is not of our app, or if the number is not ready and could not be registered. */
  async verify(credentials: NumberCredentials): Promise<CheckedNumber> {
    const { expiresAt: tokenExpiresAt } = await this.tokens.inspect(credentials.token);
    const found = await this.find(credentials);
    if (!found) {
      throw invalid(
        'phone_number_id',
        'The account at the provider has no such number, or the token may not see it.',
      );
    }
    const { display_phone_number: shown, verified_name: name, status } = found;
    const digits = typeof shown === 'string' ? shown.replace(/\D/g, '') : '';
    if (!/^\d{5,15}$/.test(digits)) throw new AppError('provider_error', { reason: 'number_unreadable' });
    const isReady = credentials.coexistence || isRegistered(status);
    if (!isReady && credentials.pin === undefined) {
      throw invalid(
        'pin',
        'The number is not registered with the provider. Give the PIN to register it with.',
      );
    }
    const shownName = typeof name === 'string' ? storableText(name) : null;
    return { phone_number: digits, name: shownName, isReady, tokenExpiresAt };
  }

  /** Returns what the provider says of the number's quality, limit and name. */
  async describe({
    phoneNumberId,
    token,
  }: Pick<OpenNumber, 'phoneNumberId' | 'token'>): Promise<NumberDescription> {
    const limit = limitField(this.config.PROVIDER_GRAPH_VERSION);
    const query = { fields: `quality_rating,name_status,${limit}` };
    return toDescription(
      await this.calls.ask({ method: 'GET', path: `/${phoneNumberId}`, query, token }),
      limit,
    );
  }

  /** @throws AppError `conflict` with the reason `wrong_pin` if the PIN may be the reason of a refusal. */
  async register(phoneNumberId: string, token: string, pin: string): Promise<void> {
    const { PROVIDER_DATA_LOCALIZATION_REGION: region } = this.config;
    const json = {
      messaging_product: 'whatsapp',
      pin,
      ...(region && { data_localization_region: region }),
    };
    const path = `/${phoneNumberId}/register`;
    await this.calls.ask({ method: 'POST', path, token, json }).catch((error: unknown) => {
      throw registrationError(error);
    });
  }

  async deregister({ phoneNumberId, token }: Pick<OpenNumber, 'phoneNumberId' | 'token'>): Promise<void> {
    await this.calls.ask({ method: 'POST', path: `/${phoneNumberId}/deregister`, token, json: {} });
  }

  /** Subscribes our app to the callbacks of the account, at the URL of the settings if they have one. Idempotent. */
  async subscribe(wabaId: string, token: string): Promise<void> {
    const { PROVIDER_CALLBACK_URL: url, PROVIDER_VERIFY_TOKEN: verifyToken } = this.config;
    const json = url ? { override_callback_uri: url, verify_token: verifyToken } : {};
    await this.calls.ask({ method: 'POST', path: `/${wabaId}/subscribed_apps`, token, json });
  }

  /** `data` of the apps that get the callbacks of the account. */
  async subscriptions(wabaId: string, token: string): Promise<unknown> {
    return (await this.calls.ask({ method: 'GET', path: `/${wabaId}/subscribed_apps`, token })).data;
  }

  async unsubscribe(wabaId: string, token: string): Promise<void> {
    await this.calls.ask({ method: 'DELETE', path: `/${wabaId}/subscribed_apps`, token });
  }

  /** The numbers of an account as the provider describes them; empty if the token may not see it. */
  async numbersOf(wabaId: string, token: string): Promise<Record<string, unknown>[]> {
    const found: Record<string, unknown>[] = [];
    let after: string | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = { fields: FIELDS, limit: '100', ...(after !== null && { after }) };
      const answer = await this.calls
        .ask({ method: 'GET', path: `/${wabaId}/phone_numbers`, query, token })
        .catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'not_found') return null;
          throw error;
        });
      const numbers = answer && Array.isArray(answer.data) ? (answer.data as unknown[]).filter(isObject) : [];
      found.push(...numbers);
      after = nextCursor(answer?.paging);
      if (after === null || numbers.length === 0) break;
    }
    return found;
  }

  /** Finds the number in the list of its account, which proves that token, account and number belong together. */
  private async find({
    waba_id,
    phone_number_id,
    token,
  }: NumberCredentials): Promise<Record<string, unknown> | null> {
    const numbers = await this.numbersOf(waba_id, token);
    return numbers.find(({ id }) => id === phone_number_id) ?? null;
  }
}
