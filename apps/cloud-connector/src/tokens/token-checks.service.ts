import { Inject, Injectable } from '@nestjs/common';
import { BackgroundLoops } from '@chat/bus';
import { AppError, describeError } from '@chat/errors';
import { CONFIG, LOGGER, type Logger } from '@chat/service-kit';
import { instruments, Samplers, type Sample } from '@chat/telemetry';
import type { CloudConnectorConfig } from '../config';
import type { NumberRow, OpenNumber } from '../numbers/number.row';
import { DescriptionsService } from '../numbers/descriptions.service';
import { NumbersRepository } from '../numbers/numbers.repository';
import { NumberStatesService } from '../numbers/number-states.service';
import { NumbersService } from '../numbers/numbers.service';
import { OpenNumbers } from '../numbers/open-numbers';
import { afterCheck, isToRenew } from '../numbers/token-expiry.rules';
import { hasCloud } from '../provider/provider-features.rules';
import { ProviderTokens } from '../provider/provider-tokens';
import { outlasts, type TokenState } from '../provider/token-state.rules';

const ROUND_MS = 60 * 1000;
const BATCH_SIZE = 20;
/** When a token is due again whose check failed, or whose process died. */
const AGAIN_AFTER_MINUTES = 60;

/** Keeps track of when the tokens of numbers expire, and renews those that the provider renews. */
@Injectable()
export class TokenChecksService {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly service: NumbersService,
    private readonly states: NumberStatesService,
    private readonly descriptions: DescriptionsService,
    private readonly openNumbers: OpenNumbers,
    private readonly tokens: ProviderTokens,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) config: CloudConnectorConfig,
    loops: BackgroundLoops,
    samplers: Samplers,
  ) {
    if (hasCloud(config)) {
      loops.add({ name: 'token-checks', round: () => this.checkSome(), everyMs: ROUND_MS });
    }
    samplers.add('tokens', () => this.sample());
  }

  /** @returns whether more may be due. */
  private async checkSome(): Promise<boolean> {
    const rows = await this.numbers.takeDueTokens(BATCH_SIZE, AGAIN_AFTER_MINUTES);
    for (const row of rows) {
      if (!(await this.check(row))) return false;
    }
    return rows.length === BATCH_SIZE;
  }

  /** @returns whether the provider answered; a number with another problem must not keep the others waiting. */
  private async check(row: NumberRow): Promise<boolean> {
    try {
      const number = this.openNumbers.open(row);
      const state = await this.tokens.describe(number.token);
      await this.settle(number, row.token_expires_at, state);
      if (state.isValid) await this.descriptions.refresh(number);
    } catch (error) {
      const { account_id: accountId, channel_id: channelId } = row;
      this.logger.warn({ accountId, channelId, error: describeError(error) }, 'a token could not be checked');
      return !(error instanceof AppError && error.code === 'provider_error');
    }
    return true;
  }

  private async settle(number: OpenNumber, known: Date | null, state: TokenState): Promise<void> {
    if (!state.isValid)
      return this.states.record(number, state.isExpired ? 'token_expired' : 'token_invalid');
    const now = new Date();
    const expiresAt = state.expiresAt === undefined ? known : state.expiresAt;
    const renewed = isToRenew(expiresAt, now) ? await this.renewed(number, { ...state, expiresAt }) : null;
    const until = renewed ? (renewed.state.expiresAt ?? null) : expiresAt;
    await this.service.noteToken(number, {
      expiresAt: until,
      renewed: renewed?.token ?? null,
      checkAt: afterCheck(until, now),
    });
  }

  /** Returns a token that lasts longer, with its description; null if the provider gives none now. */
  private async renewed(
    { accountId, channelId, token: former }: OpenNumber,
    state: TokenState,
  ): Promise<{ token: string; state: TokenState } | null> {
    try {
      const token = await this.tokens.renew(former);
      if (token === null) return null;
      const next = await this.tokens.describe(token);
      if (!outlasts(next, state)) return null;
      this.logger.info({ accountId, channelId }, 'the provider gave another token for a Cloud number');
      return { token, state: next };
    } catch (error) {
      // Tried again with the next check: there are weeks left.
      this.logger.warn({ accountId, channelId, error: describeError(error) }, 'a token could not be renewed');
      return null;
    }
  }

  private async sample(): Promise<Sample<'tokens'>[]> {
    const at = await this.numbers.firstTokenExpiry();
    return at ? [{ gauge: instruments.tokenExpiry, labels: {}, value: at.getTime() / 1000 }] : [];
  }
}
