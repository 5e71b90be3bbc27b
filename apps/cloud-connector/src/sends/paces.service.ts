import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@chat/service-kit';
import type { CloudConnectorConfig } from '../config';
import type { OpenNumber } from '../numbers/number.row';
import { Pacing, type Pace } from './pacing';

/** The part of the remaining time that is reserved for the call itself. */
const CALL_RESERVE_MS = 1_000;

/** Keeps sends within the provider's limits per number and per pair of number and person. */
@Injectable()
export class PacesService {
  private readonly pacing = new Pacing();
  private readonly ofNumber: Pace | null;
  private readonly ofCoexistence: Pace | null;
  private readonly ofPair: Pace | null;

  constructor(@Inject(CONFIG) config: CloudConnectorConfig) {
    const eachSecond = (count: number) => (count === 0 ? null : { burst: count, perSecond: count });
    this.ofNumber = eachSecond(config.PROVIDER_NUMBER_PER_SECOND);
    this.ofCoexistence = eachSecond(config.PROVIDER_COEXISTENCE_PER_SECOND);
    const { PROVIDER_PAIR_BURST: burst, PROVIDER_PAIR_SECONDS: seconds } = config;
    this.ofPair = burst === 0 ? null : { burst, perSecond: 1 / seconds };
  }

  /** Waits for a turn. @returns false if that would exceed the remaining time. */
  async wait({ phoneNumberId, isCoexistence }: OpenNumber, to: string, msLeft: number): Promise<boolean> {
    const patienceMs = Math.max(0, msLeft - CALL_RESERVE_MS);
    const now = performance.now();
    const pair = `${phoneNumberId}/${to}`;
    const pairMs = this.ofPair ? this.pacing.acquire(pair, this.ofPair, now, patienceMs) : 0;
    if (pairMs === null) return false;
    const pace = isCoexistence ? this.ofCoexistence : this.ofNumber;
    const numberMs = pace ? this.pacing.acquire(phoneNumberId, pace, now, patienceMs) : 0;
    if (numberMs === null) {
      if (this.ofPair) this.pacing.giveBack(pair);
      return false;
    }
    const waitMs = Math.max(pairMs, numberMs);
    if (waitMs > 0) await delay(waitMs);
    return true;
  }
}
