import { Injectable } from '@nestjs/common';
import { digestOf } from '../credentials/random-secret';
import { inTime, orUnavailable } from '../questions/questions';
import { refuse } from '../rate-limit/hosted-limits';
import { GuessesRepository } from '../guesses/guesses.repository';
import { Passwords } from '../sessions/passwords';
import { SecondFactors } from '../second-factors/second-factors.service';
import { UsersRepository } from '../users/users.repository';
import type { UserKey } from '../sign-ins/sign-ins.repository';

/** How many wrong proofs a person has in an hour. Whoever holds a stolen session guesses no further. */
const MOST_WRONG = 10;

/** Checks what people who are signed in enter to prove who they are. */
@Injectable()
export class Proofs {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly guesses: GuessesRepository,
    private readonly factors: SecondFactors,
  ) {}

  /**
   * Whether this is the person's password.
   * @param signIn the user as whom they sign in.
   * @throws AppError `rate_limit_exceeded`.
   */
  async isPassword(signIn: UserKey, password: string): Promise<boolean> {
    const name = `user:${signIn.id}`;
    const counted = digestOf(`proof of ${name}`);
    // Counted before the check, so that concurrent guesses count too.
    refuse(
      await orUnavailable(inTime(this.guesses.consume(counted, MOST_WRONG))),
      'Too many wrong passwords were entered.',
    );
    let isWrong = false;
    try {
      const hash = await this.users.passwordHashOf(signIn);
      isWrong = !(await this.passwords.matches(name, password, hash));
      return !isWrong;
    } finally {
      // What could not be checked was no guess either.
      if (!isWrong) await orUnavailable(inTime(this.guesses.giveBack(counted)));
    }
  }

  /** Whether this is a code of the person's second factor, which is used up. @throws AppError `rate_limit_exceeded`. */
  isCode(signIn: UserKey, code: string): Promise<boolean> {
    return this.factors.check(signIn, code);
  }
}
