import { Inject, Injectable } from '@nestjs/common';
import { AppError, invalid } from '@chat/errors';
import { CONFIG } from '@chat/service-kit';
import type { CloudConnectorConfig } from '../config';
import { classifyError } from './error-table.rules';
import { ProviderCalls } from './provider-calls';
import { ProviderClient } from './provider-client';
import { ProviderRefusal } from './provider-error';
import { expiryOf, toTokenState, type TokenState } from './token-state.rules';

const EXCHANGE_TIMEOUT_MS = 8_000;

/** A token, and when it expires by the answer that it came with; null if that says nothing. */
export interface IssuedToken {
  token: string;
  expiresAt: Date | null;
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
      message:
        'This installation has no app at the provider. Set PROVIDER_APP_ID, PROVIDER_APP_SECRET and PROVIDER_VERIFY_TOKEN.',
    });
  }

  /** @throws AppError if the token is invalid or of another app. */
  async inspect(token: string): Promise<TokenState> {
    const state = await this.describe(token);
    if (!state.isValid) throw invalid('token', 'The provider does not accept the token. Create a new one.');
    if (state.appId !== this.app().id) {
      throw invalid(
        'token',
        'The token belongs to a different app than PROVIDER_APP_ID. Create one for that app.',
      );
    }
    return state;
  }

  /** Returns what the provider says of a token, valid or not. */
  async describe(token: string): Promise<TokenState> {
    const { data } = await this.calls.ask({
      method: 'GET',
      path: '/debug_token',
      query: { input_token: token },
      token: this.appToken(),
    });
    return toTokenState(data, new Date());
  }

  /**
   * Exchanges a code for a token. A code works once, even if the answer is lost.
   * @throws AppError `validation_error` if the provider refuses the code.
   */
  async exchange(code: string): Promise<IssuedToken> {
    const answer = await this.askForToken({ code }).catch((error: unknown) => {
      // What may pass leaves the sign-up another try; any other refusal is about the code.
      if (isFinal(error)) throw codeRefused(error);
      throw new AppError('provider_error', { reason: 'provider_unreachable' }, { cause: error });
    });
    const { access_token: token } = answer;
    if (typeof token === 'string' && token !== '') return { token, expiresAt: expiryOf(answer, new Date()) };
    throw new AppError('provider_error', { reason: 'token_unreadable' });
  }

  /**
   * Asks for a token that lasts longer, by the provider's page "Install Apps, Generate, Refresh, and Revoke Tokens".
   * @returns null if the provider renews no such token.
   */
  async renew(token: string): Promise<string | null> {
    const answer = await this.askForToken({
      grant_type: 'fb_exchange_token',
      set_token_expires_in_60_days: 'true',
      fb_exchange_token: token,
    }).catch((error: unknown) => {
      if (isFinal(error)) return null;
      throw new AppError('provider_error', { reason: 'provider_unreachable' }, { cause: error });
    });
    const renewed = answer?.access_token;
    return typeof renewed === 'string' && renewed !== '' && renewed !== token ? renewed : null;
  }

  private askForToken(query: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
    const { id, secret } = this.app();
    return this.provider.call({
      method: 'GET',
      path: '/oauth/access_token',
      query: { client_id: id, client_secret: secret, ...query },
      token: this.appToken(),
      timeoutMs: EXCHANGE_TIMEOUT_MS,
    });
  }

  /** The token of the app itself. */
  appToken(): string {
    const { id, secret } = this.app();
    return `${id}|${secret}`;
  }
}

/** Whether the provider refused for good, so that the same call would be refused again. */
function isFinal(error: unknown): boolean {
  const transient = error instanceof ProviderRefusal ? classifyError(error.body).transient : 'always';
  return transient === undefined || transient === 'once';
}

/** The error for a code that is unknown, expired or used. */
export function codeRefused(cause?: unknown): AppError {
  const errors = { code: ['The provider does not accept this code. Sign up again.'] };
  return new AppError('validation_error', { errors }, { cause });
}
