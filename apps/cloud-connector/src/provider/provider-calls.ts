import { Injectable } from '@nestjs/common';
import { AppError, invalid } from '@chat/errors';
import { classifyError, type NumberTrouble } from './error-table.rules';
import { ProviderClient, type ProviderCall } from './provider-client';
import { ProviderRefusal } from './provider-error';
import { toRefusal } from './refusal.rules';

const CALL_TIMEOUT_MS = 5_000;
const deadTokens: readonly (NumberTrouble | undefined)[] = ['token_invalid', 'token_expired'];

/** Calls the provider and translates its failures into our errors. */
@Injectable()
export class ProviderCalls {
  constructor(private readonly provider: ProviderClient) {}

  /** @throws AppError that says why the call failed. */
  async ask(call: Omit<ProviderCall, 'timeoutMs'>): Promise<Record<string, unknown>> {
    try {
      return await this.provider.call({ ...call, timeoutMs: CALL_TIMEOUT_MS });
    } catch (error) {
      if (error instanceof ProviderRefusal) {
        if (deadTokens.includes(classifyError(error.body).trouble)) {
          throw invalid('token', 'The provider does not accept the token. Create a new one.');
        }
        throw toRefusal(error.body);
      }
      throw new AppError('provider_error', { reason: 'provider_unreachable' }, { cause: error });
    }
  }
}
