import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '@chat/errors';
import { CONFIG, SecretBox, secretKeysOf } from '@chat/service-kit';
import type { GatewayConfig } from '../config';
import { digestOf } from '../credentials/random-secret';
import { GuessesRepository } from '../guesses/guesses.repository';
import { inTime, orUnavailable } from '../questions/questions';
import { refuse } from '../rate-limit/hosted-limits';
import { sealedTotpSecret } from './sealed-totp-secret';
import { SecondFactorsRepository, type UserId } from './second-factors.repository';
import { stepOfCode, toBase32 } from './totp';

/** What authenticator apps show beside the address. */
const ISSUER = 'Chat API';
/** As RFC 4226 recommends, and 80 bits of a recovery code. */
const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;
const RECOVERY_CODES = 10;
/** How many wrong codes a user has in an hour, on all gateways together. */
const MOST_WRONG = 10;

/** The second factor of people: codes of an app, each once, and recovery codes for when the app is lost. */
@Injectable()
export class SecondFactors {
  private readonly box: SecretBox;

  constructor(
    @Inject(CONFIG) config: GatewayConfig,
    private readonly factors: SecondFactorsRepository,
    private readonly guesses: GuessesRepository,
  ) {
    this.box = new SecretBox(secretKeysOf(config), sealedTotpSecret.purpose);
  }

  /**
   * Begins: the factor counts once the first code is entered.
   * @returns the secret, and the URI that an authenticator app reads.
   * @throws AppError `conflict` if there is one already.
   */
  async begin(user: UserId, email: string): Promise<{ secret: string; uri: string }> {
    const bytes = randomBytes(SECRET_BYTES);
    if (!(await this.factors.begin(user, this.box.seal(bytes, contextOf(user))))) {
      throw new AppError('conflict', { message: 'There is a second factor already. Remove it first.' });
    }
    const secret = toBase32(bytes);
    const query = new URLSearchParams({ secret, issuer: ISSUER }).toString().replaceAll('+', '%20');
    return {
      secret,
      uri: `otpauth://totp/${encodeURIComponent(ISSUER)}:${encodeURIComponent(email)}?${query}`,
    };
  }

  /**
   * Confirms by a first code.
   * @param commit runs the change in a transaction, and returns what it returns.
   * @returns the recovery codes, or null if the code is wrong.
   * @throws AppError `conflict` if nothing was begun, or it is confirmed already; `rate_limit_exceeded`.
   */
  async confirm(
    user: UserId,
    code: string,
    commit: (change: (manager: EntityManager) => Promise<boolean>) => Promise<boolean>,
  ): Promise<string[] | null> {
    const begun = await this.factors.find(user);
    if (!begun || begun.confirmed_at) {
      throw new AppError('conflict', { message: 'Nothing waits for a code. Begin anew.' });
    }
    if (!(await this.guess(user, () => this.isCode(user, begun.secret, code)))) return null;
    const codes = newRecoveryCodes();
    const isConfirmed = await commit(async (manager) => {
      if (!(await this.factors.confirm(user, begun.secret, manager))) return false;
      await this.factors.replaceRecoveryCodes(user, codes.map(recoveryDigest), manager);
      return true;
    });
    return isConfirmed ? codes : null;
  }

  /**
   * Whether this is a code of the user's app that was not used before, or one of their recovery codes, which is used up.
   * @throws AppError `rate_limit_exceeded` after too many wrong ones.
   */
  async check(user: UserId, entered: string): Promise<boolean> {
    const factor = await this.factors.find(user);
    if (!factor?.confirmed_at) return false;
    const code = entered.replaceAll(/[\s-]/g, '').toUpperCase();
    return this.guess(user, () =>
      /^\d*$/.test(code)
        ? this.isCode(user, factor.secret, code)
        : this.factors.useRecoveryCode(user, recoveryDigest(code)),
    );
  }

  /** Replaces the recovery codes. @throws AppError `conflict` without a second factor. */
  async renewRecoveryCodes(user: UserId, manager: EntityManager): Promise<string[]> {
    if (!(await this.factors.find(user))?.confirmed_at) {
      throw new AppError('conflict', { message: 'There is no second factor. Begin with me/totp.' });
    }
    const codes = newRecoveryCodes();
    await this.factors.replaceRecoveryCodes(user, codes.map(recoveryDigest), manager);
    return codes;
  }

  private async isCode(user: UserId, sealed: Buffer, code: string): Promise<boolean> {
    const secret = this.box.openBytes(sealed, contextOf(user));
    const step = stepOfCode(secret, code, Date.now());
    return step !== null && this.factors.useStep(user, step);
  }

  /** Counts the guess before it is checked, so that concurrent ones count too; only a wrong one stays counted. */
  private async guess({ id }: UserId, check: () => Promise<boolean>): Promise<boolean> {
    const counted = digestOf(`codes of user:${id}`);
    refuse(
      await orUnavailable(inTime(this.guesses.consume(counted, MOST_WRONG))),
      'Too many wrong codes were entered.',
    );
    const isRight = await check();
    if (isRight) await orUnavailable(inTime(this.guesses.giveBack(counted)));
    return isRight;
  }
}

function contextOf({ accountId, id }: UserId): string {
  return sealedTotpSecret.contextOf([accountId, id]);
}

/** As people write them down: `ABCD-EFGH-IJKL-MNOP`. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    toBase32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g)!.join('-'),
  );
}

/** They are random, so nothing is to be guessed from a digest. */
function recoveryDigest(code: string): Buffer {
  return digestOf(`recovery ${code.replaceAll('-', '')}`);
}
