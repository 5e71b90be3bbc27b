import { Inject, Injectable } from '@nestjs/common';
import { AppError, invalid } from '@chat/errors';
import { CONFIG } from '@chat/service-kit';
import type { CloudConnectorConfig } from '../config';
import { isObject } from './answer.rules';
import { meaningOf } from './error-table.rules';
import { targetsOf } from './granted-accounts.rules';
import { ProviderCalls } from './provider-calls';
import { ProviderClient } from './provider-client';
import { ProviderRefusal } from './provider-error';

const EXCHANGE_TIMEOUT_MS = 8_000;

/** The permissions of a token of our app. */
export interface TokenGrant {
  /** The accounts at the provider that it names; none if the provider names none. */
  wabaIds: string[];
}

/** Obtains and inspects tokens. */
@Injectable()
export class ProviderTokens {
  constructor(
    private readonly provider: ProviderClient,
    private readonly calls: ProviderCalls,
    @Inject(CONFIG) private readonly config: CloudConnectorConfig,
  ) {}

  /** @throws AppError `feature_disabled` if no app at the provider is configured. */
  app(): { id: string; secret: string } {
    const { PROVIDER_APP_ID: id, PROVIDER_APP_SECRET: secret } = this.config;
    if (id && secret) return { id, secret };
    throw new AppError('feature_disabled', {
      message: 'This installation has no app at the provider. Set PROVIDER_APP_ID and PROVIDER_APP_SECRET.',
    });
  }

  /** @throws AppError if the token is invalid or of another app. */
  async inspect(token: string): Promise<TokenGrant> {
    const { id: appId, secret } = this.app();
    const { data } = await this.calls.ask({
      method: 'GET',
      path: '/debug_token',
      query: { input_token: token },
      token: `${appId}|${secret}`,
    });
    const { app_id, is_valid, granular_scopes } = isObject(data) ? data : {};
    if (is_valid !== true)
      throw invalid('token', 'The provider does not accept the token. Create a new one.');
    if (String(app_id) !== appId) {
      throw invalid(
        'token',
        'The token belongs to a different app than PROVIDER_APP_ID. Create one for that app.',
      );
    }
    return { wabaIds: targetsOf(granular_scopes) };
  }

  /**
   * Exchanges a code for a token. A code works once, even if the answer is lost.
   * @throws AppError `validation_error` if the provider refuses the code.
   */
  async exchange(code: string): Promise<string> {
    const { id, secret } = this.app();
    let answer: Record<string, unknown>;
    try {
      answer = await this.provider.call({
        method: 'GET',
        path: '/oauth/access_token',
        query: { client_id: id, client_secret: secret, code },
        token: `${id}|${secret}`,
        timeoutMs: EXCHANGE_TIMEOUT_MS,
      });
    } catch (error) {
      // What may pass leaves the sign-up another try; any other refusal is about the code.
      const transient = error instanceof ProviderRefusal ? meaningOf(error.body).transient : 'always';
      if (transient === undefined || transient === 'once') throw codeRefused(error);
      throw new AppError('provider_error', { reason: 'provider_unreachable' }, { cause: error });
    }
    if (typeof answer.access_token === 'string' && answer.access_token !== '') return answer.access_token;
    throw new AppError('provider_error', { reason: 'token_unreadable' });
  }
}

/** The error for a code that is unknown, expired or used. */
export function codeRefused(cause?: unknown): AppError {
  const errors = { code: ['The provider does not accept this code. Sign up again.'] };
  return new AppError('validation_error', { errors }, { cause });
}
