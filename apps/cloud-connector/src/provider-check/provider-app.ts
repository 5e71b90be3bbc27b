import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@chat/service-kit';
import type { CloudConnectorConfig } from '../config';
import { ProviderCalls } from '../provider/provider-calls';
import { ProviderClient } from '../provider/provider-client';
import { ProviderTokens } from '../provider/provider-tokens';
import type { ChallengeAnswer } from './app-findings.rules';

const CHALLENGE_TIMEOUT_MS = 10_000;

/** Reads what is set up for the app itself. */
@Injectable()
export class ProviderApp {
  constructor(
    private readonly calls: ProviderCalls,
    private readonly client: ProviderClient,
    private readonly tokens: ProviderTokens,
    @Inject(CONFIG) private readonly config: CloudConnectorConfig,
  ) {}

  /** `data` of the subscriptions of the app to callbacks. */
  async subscriptions(): Promise<unknown> {
    const path = `/${this.tokens.app().id}/subscriptions`;
    return (await this.calls.ask({ method: 'GET', path, token: this.tokens.appToken() })).data;
  }

  /** Asks a callback URL as the provider does when it is entered. @throws Error if it cannot be reached. */
  async challenge(url: string, challenge: string): Promise<ChallengeAnswer> {
    const address = new URL(url);
    address.searchParams.set('hub.mode', 'subscribe');
    address.searchParams.set('hub.challenge', challenge);
    address.searchParams.set('hub.verify_token', this.config.PROVIDER_VERIFY_TOKEN);
    return this.client.visit(address, CHALLENGE_TIMEOUT_MS);
  }
}
