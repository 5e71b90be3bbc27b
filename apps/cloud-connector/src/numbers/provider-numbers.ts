import { Inject, Injectable } from '@nestjs/common';
import type { NumberCredentials, VerifiedNumber } from '@chat/contracts/cloud-connector';
import { AppError, invalid } from '@chat/errors';
import { CONFIG } from '@chat/service-kit';
import type { CloudConnectorConfig } from '../config';
import { isObject } from '../provider/answer.rules';
import { ProviderClient } from '../provider/provider-client';
import { ProviderRefusal } from '../provider/provider-error';
import { meaningOf } from '../provider/error-table.rules';
import { toRefusal } from '../provider/refusal.rules';
import type { OpenNumber } from './number.row';

const CALL_TIMEOUT_MS = 5_000;
/** Accounts have few numbers; this many pages of them are read. */
const MAX_PAGES = 10;
const FIELDS = 'id,display_phone_number,verified_name,status';
/** The statuses in which a number can send. */
const readyStatuses: readonly unknown[] = ['CONNECTED', 'LINKED'];

/** What the provider knows of a number, and what makes it ready for us. */
@Injectable()
export class ProviderNumbers {
  constructor(
    private readonly provider: ProviderClient,
    @Inject(CONFIG) private readonly config: CloudConnectorConfig,
  ) {}

  /** @throws AppError when the token is not one of our app, or the number is not ready and could not be made so. */
  async verify(credentials: NumberCredentials): Promise<VerifiedNumber & { isReady: boolean }> {
    await this.requireOwnToken(credentials.token);
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
    const isReady = credentials.coexistence || readyStatuses.includes(status);
    if (!isReady && credentials.pin === undefined) {
      throw invalid(
        'pin',
        'The number is not registered with the provider. Give the PIN to register it with.',
      );
    }
    return { phone_number: digits, name: typeof name === 'string' ? name : null, isReady };
  }

  async register(phoneNumberId: string, token: string, pin: string): Promise<void> {
    await this.ask({
      method: 'POST',
      path: `/${phoneNumberId}/register`,
      token,
      json: { messaging_product: 'whatsapp', pin },
    });
  }

  async deregister({ phoneNumberId, token }: Pick<OpenNumber, 'phoneNumberId' | 'token'>): Promise<void> {
    await this.ask({ method: 'POST', path: `/${phoneNumberId}/deregister`, token, json: {} });
  }

  /** Has the callbacks of the account sent to our app. Repeats do no harm. */
  async subscribe(wabaId: string, token: string): Promise<void> {
    await this.ask({ method: 'POST', path: `/${wabaId}/subscribed_apps`, token, json: {} });
  }

  async unsubscribe(wabaId: string, token: string): Promise<void> {
    await this.ask({ method: 'DELETE', path: `/${wabaId}/subscribed_apps`, token });
  }

  private async requireOwnToken(token: string): Promise<void> {
    const { PROVIDER_APP_ID: appId, PROVIDER_APP_SECRET: secret } = this.config;
    if (!appId || !secret) {
      throw new AppError('feature_disabled', {
        message: 'This installation has no app at the provider. Set PROVIDER_APP_ID and PROVIDER_APP_SECRET.',
      });
    }
    const query = { input_token: token };
    const { data } = await this.ask({
      method: 'GET',
      path: '/debug_token',
      query,
      token: `${appId}|${secret}`,
    });
    const { app_id, is_valid } = isObject(data) ? data : {};
    if (is_valid !== true) throw invalid('token', 'The provider does not accept the token. Make a new one.');
    if (String(app_id) !== appId) {
      throw invalid('token', 'The token belongs to another app than PROVIDER_APP_ID. Make one for that app.');
    }
  }

  /** The number among those of its account: so the token, the account and the number belong together. */
  private async find({
    waba_id,
    phone_number_id,
    token,
  }: NumberCredentials): Promise<Record<string, unknown> | null> {
    let after: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = { fields: FIELDS, limit: '100', ...(after !== undefined && { after }) };
      const answer = await this.ask({ method: 'GET', path: `/${waba_id}/phone_numbers`, query, token }).catch(
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'not_found') return null;
          throw error;
        },
      );
      const numbers = answer && Array.isArray(answer.data) ? (answer.data as unknown[]).filter(isObject) : [];
      const found = numbers.find(({ id }) => id === phone_number_id);
      if (found || numbers.length === 0) return found ?? null;
      after = nextOf(answer?.paging);
      if (after === undefined) return null;
    }
    return null;
  }

  /** @throws AppError that says in our words why the provider did not do it. */
  private async ask(
    call: Omit<Parameters<ProviderClient['call']>[0], 'timeoutMs'>,
  ): Promise<Record<string, unknown>> {
    try {
      return await this.provider.call({ ...call, timeoutMs: CALL_TIMEOUT_MS });
    } catch (error) {
      if (error instanceof ProviderRefusal) {
        if (meaningOf(error.body).disconnects === 'token_invalid') {
          throw invalid('token', 'The provider does not accept the token. Make a new one.');
        }
        throw toRefusal(error.body);
      }
      throw new AppError('provider_error', { reason: 'provider_unreachable' }, { cause: error });
    }
  }
}

/** The cursor of the next page, if there is one. */
function nextOf(paging: unknown): string | undefined {
  if (!isObject(paging) || paging.next === undefined || !isObject(paging.cursors)) return undefined;
  return typeof paging.cursors.after === 'string' ? paging.cursors.after : undefined;
}
