import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  MAX_CHECKED_NUMBERS,
  type CheckedNumber,
  type CheckNumbers,
  type ProviderFinding,
} from '@chat/contracts/cloud-connector';
import { AppError } from '@chat/errors';
import { CONFIG } from '@chat/service-kit';
import type { CloudConnectorConfig } from '../config';
import type { NumberRow, OpenNumber } from '../numbers/number.row';
import { NumbersRepository } from '../numbers/numbers.repository';
import { OpenNumbers } from '../numbers/open-numbers';
import { ProviderNumbers } from '../numbers/provider-numbers';
import { hasCloud } from '../provider/provider-features.rules';
import { ProviderTokens } from '../provider/provider-tokens';
import { judgeChallenge, judgeFields, subscriptionIn, type AppSubscription } from './app-findings.rules';
import { ok, problem, unknown, warning } from './finding';
import { allIsWell, judgeSubscription, judgeToken } from './number-findings.rules';
import { ProviderApp } from './provider-app';

const NOT_REACHED = 'The provider could not be reached.';
const REACH_IT = 'Check the outbound network, or PROVIDER_PROXY_URL.';

/** Checks what an operator has set up at the provider, as far as it can be seen from here. */
@Injectable()
export class ProviderCheckService {
  constructor(
    @Inject(CONFIG) private readonly config: CloudConnectorConfig,
    private readonly app: ProviderApp,
    private readonly tokens: ProviderTokens,
    private readonly provider: ProviderNumbers,
    private readonly numbers: NumbersRepository,
    private readonly openNumbers: OpenNumbers,
  ) {}

  /** The settings of the installation, as the provider sees them. */
  async check(): Promise<ProviderFinding[]> {
    if (!hasCloud(this.config)) {
      return [
        warning(
          'settings',
          'There are no Cloud channels: no app at the provider is set.',
          'Set PROVIDER_APP_ID, PROVIDER_APP_SECRET and PROVIDER_VERIFY_TOKEN.',
        ),
      ];
    }
    const app = await this.checkApp();
    if (app.result !== 'ok') return [app, this.checkSignUp()];
    return [app, this.checkSignUp(), ...(await this.checkCallbacks())];
  }

  /** What the provider says of some numbers. */
  async checkNumbers({ account_id, after, resubscribe = false }: CheckNumbers): Promise<CheckedNumber[]> {
    if (!hasCloud(this.config)) return [];
    const rows = await this.numbers.page(account_id ?? null, after ?? null, MAX_CHECKED_NUMBERS);
    return Promise.all(
      rows.map(async (row) => ({
        account_id: row.account_id,
        channel_id: row.channel_id,
        findings: await this.checkNumber(row, resubscribe),
      })),
    );
  }

  private async checkApp(): Promise<ProviderFinding> {
    try {
      const { isValid, appId } = await this.tokens.describe(this.tokens.appToken());
      if (isValid && appId === this.config.PROVIDER_APP_ID) {
        return ok('app', 'The provider accepts PROVIDER_APP_ID with PROVIDER_APP_SECRET.');
      }
    } catch (error) {
      if (isAway(error)) return unknown('app', NOT_REACHED, REACH_IT);
    }
    return problem(
      'app',
      'The provider does not accept PROVIDER_APP_ID with PROVIDER_APP_SECRET.',
      'Copy both from the dashboard of the app, under App settings, Basic.',
    );
  }

  private checkSignUp(): ProviderFinding {
    if (this.config.PROVIDER_CONFIG_ID) return ok('sign_up', 'PROVIDER_CONFIG_ID is set.');
    return warning(
      'sign_up',
      'Nobody can sign up in the browser: PROVIDER_CONFIG_ID is not set.',
      'Set it to the id of a login configuration of the app, or connect numbers by admin channel connect-cloud.',
    );
  }

  private async checkCallbacks(): Promise<ProviderFinding[]> {
    let subscription: AppSubscription | null;
    try {
      subscription = subscriptionIn(await this.app.subscriptions());
    } catch (error) {
      const advice = isAway(error) ? REACH_IT : 'See the callback fields in the dashboard of the app.';
      return [unknown('fields', `The subscriptions of the app could not be read: ${wordsOf(error)}`, advice)];
    }
    const url = this.config.PROVIDER_CALLBACK_URL || subscription?.callbackUrl;
    const fields = judgeFields(subscription);
    return url ? [fields, await this.checkCallback(url)] : [fields];
  }

  private async checkCallback(url: string): Promise<ProviderFinding> {
    const challenge = String(randomInt(1_000_000_000, 2_000_000_000));
    try {
      return judgeChallenge(url, challenge, await this.app.challenge(url, challenge));
    } catch {
      return problem(
        'callback',
        `${url} could not be reached from here.`,
        'Check its name, its certificate, and the proxy in front of CALLBACK_PORT. If this network cannot reach its own ' +
          'public address, try it from outside.',
      );
    }
  }

  private async checkNumber(row: NumberRow, resubscribe: boolean): Promise<ProviderFinding[]> {
    let number: OpenNumber;
    try {
      number = this.openNumbers.open(row);
    } catch {
      const advice = 'Restore the SECRET_KEY that sealed it, or renew the channel.';
      return [problem('token', 'The token cannot be read: its SECRET_KEY is not known.', advice)];
    }
    try {
      const state = await this.tokens.describe(number.token);
      const ofToken = judgeToken(state, this.config.PROVIDER_APP_ID, new Date());
      if (!state.isValid) return ofToken;
      const subscription = await this.checkSubscription(number, resubscribe);
      const findings = [...ofToken, ...(subscription ? [subscription] : [])];
      return findings.length > 0 ? findings : [allIsWell(state)];
    } catch (error) {
      return [
        unknown('number', `It could not be checked: ${wordsOf(error)}`, isAway(error) ? REACH_IT : null),
      ];
    }
  }

  private async checkSubscription(
    { wabaId, token }: OpenNumber,
    resubscribe: boolean,
  ): Promise<ProviderFinding | null> {
    const { PROVIDER_APP_ID: appId, PROVIDER_CALLBACK_URL: callbackUrl } = this.config;
    const judge = async () =>
      judgeSubscription(await this.provider.subscriptions(wabaId, token), { appId, callbackUrl });
    const found = await judge();
    if (!found || !resubscribe) return found;
    await this.provider.subscribe(wabaId, token);
    return judge();
  }
}

function isAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'provider_error';
}

function wordsOf(error: unknown): string {
  return error instanceof AppError ? (error.details.provider?.message ?? error.message) : 'it failed.';
}
