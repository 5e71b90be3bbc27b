import { Injectable } from '@nestjs/common';
import { BackgroundLoops } from '@chat/bus';
import type { ClientAddress } from '@chat/http-edge';
import { digestOf, randomSecret } from '../credentials/random-secret';
import { inTime, orUnavailable } from '../questions/questions';
import { HostedLimits } from '../rate-limit/hosted-limits';
import { Passwords } from './passwords';
import { SessionsRepository, type SignedIn } from './sessions.repository';

/** The lifetime of a session. */
export const SESSION_SECONDS = 12 * 60 * 60;

const SWEEP_MS = 10 * 60 * 1000;
const BATCH_SIZE = 1_000;
/** The limits of `createUser` and `setUserPassword`, in UTF-16 code units: a code point may need two. */
export const LONGEST_EMAIL = 2 * 254;
export const LONGEST_PASSWORD = 2 * 200;

/** The users signed in to the hosted pages, by the secret in their cookie. */
@Injectable()
export class SessionsService {
  constructor(
    loops: BackgroundLoops,
    private readonly sessions: SessionsRepository,
    private readonly passwords: Passwords,
    private readonly limits: HostedLimits,
  ) {
    loops.add({
      name: 'expired-sessions',
      round: () => this.sessions.deleteExpired(BATCH_SIZE),
      everyMs: SWEEP_MS,
    });
  }

  /**
   * Signs a user in. An address is refused after ten failures for any users, or after two hundred attempts with any
   * outcome; the user is not, so their password works from elsewhere.
   * @returns the session secret, or null if email and password do not match a user who may sign in.
   * @throws AppError `rate_limit_exceeded`.
   */
  async signIn(email: string, password: string, client: ClientAddress): Promise<string | null> {
    this.limits.countSignIn(client);
    // Counted before the check, so that concurrent attempts count too.
    this.limits.countFailedSignIn(client);
    let isWrong = false;
    try {
      const secret = await this.open(email.trim().toLowerCase(), password, client);
      isWrong = secret === null;
      return secret;
    } finally {
      // An attempt that could not be checked does not count either.
      if (!isWrong) this.limits.forgiveSignIn(client);
    }
  }

  async find(secret: string | undefined): Promise<SignedIn | null> {
    return secret ? orUnavailable(inTime(this.sessions.find(digestOf(secret)))) : null;
  }

  async signOut(secret: string): Promise<void> {
    await this.sessions.delete(digestOf(secret));
  }

  private async open(email: string, password: string, { block }: ClientAddress): Promise<string | null> {
    const person = isPlausible(email) ? await orUnavailable(inTime(this.sessions.findPerson(email))) : null;
    const isRight = await this.passwords.matches(
      block,
      password.slice(0, LONGEST_PASSWORD + 1),
      person?.password_hash ?? null,
    );
    if (!person || !isRight) return null;
    const secret = randomSecret();
    return (await this.sessions.insert(person, digestOf(secret), SESSION_SECONDS)) ? secret : null;
  }
}

/** Postgres does not accept NUL. */
function isPlausible(email: string): boolean {
  return email.length <= LONGEST_EMAIL && !email.includes('\0');
}
