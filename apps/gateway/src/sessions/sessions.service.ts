import { Injectable } from '@nestjs/common';
import { Transactions } from '@chat/bus';
import type { ClientAddress } from '@chat/http-edge';
import { accountSuspended } from '@chat/service-kit';
import { pageRecord, recordOfPage, type PageChange, type PageVisitor } from '../audit/page-audit';
import { digestOf, randomSecret } from '../credentials/random-secret';
import { inTime, orUnavailable } from '../questions/questions';
import { HostedLimits } from '../rate-limit/hosted-limits';
import { SecondFactors } from '../second-factors/second-factors.service';
import { SignInsRepository, type AccountOfPerson } from '../sign-ins/sign-ins.repository';
import { GuessLimits } from './guess-limits';
import { Passwords } from './passwords';
import { SessionsRepository, type Person, type SignedIn } from './sessions.repository';

/** The lifetime of a session. */
export const SESSION_SECONDS = 12 * 60 * 60;
/** For how long a sign-in waits for a code. */
const PENDING_SECONDS = 10 * 60;
/** For how long a browser is known in which a user has signed in. */
export const BROWSER_SECONDS = 180 * 24 * 60 * 60;
/** The limits of `createUser` and `setUserPassword`, in UTF-16 code units: a code point may need two. */
export const LONGEST_EMAIL = 2 * 254;
export const LONGEST_PASSWORD = 2 * 200;

/** What a browser submits to sign in. */
export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** The secret of the browser, by which it is known when it signs in again. */
  readonly browser: string;
  /** How the browser names itself. */
  readonly userAgent: string | null;
}

/** What a right password leads to: a session, or the question for a code, each by its secret. */
export type SignInStep = { readonly session: string } | { readonly pending: string };

/** The users signed in to the hosted pages, by the secret in their cookie. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly passwords: Passwords,
    private readonly limits: HostedLimits,
    private readonly guesses: GuessLimits,
    private readonly factors: SecondFactors,
    private readonly signIns: SignInsRepository,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Signs a user in. An address is refused after ten failures for any users, or after two hundred attempts with any
   * outcome; the user is not, so their password works from elsewhere. Where others guess it, see `GuessLimits`.
   * @returns null if email and password do not match a user who may sign in.
   * @throws AppError `rate_limit_exceeded`.
   */
  async signIn(signIn: SignIn, visitor: PageVisitor): Promise<SignInStep | null> {
    const email = signIn.email.trim().toLowerCase();
    return this.counted(visitor.client, () => this.open({ ...signIn, email }, visitor));
  }

  /**
   * Finishes a sign-in by a code of the second factor. A wrong code counts like a wrong password.
   * @param pending as `signIn` returned it.
   * @returns null if the code is wrong, `over` if the sign-in waited too long or was finished before.
   * @throws AppError `rate_limit_exceeded`.
   */
  async finish(
    { pending, code, ...browser }: Pick<SignIn, 'browser' | 'userAgent'> & { pending: string; code: string },
    visitor: PageVisitor,
  ): Promise<SignInStep | 'over' | null> {
    const digest = digestOf(pending);
    const person = await orUnavailable(inTime(this.sessions.findPending(digest)));
    if (!person) return 'over';
    const { account_id: accountId, id } = person;
    return this.counted(visitor.client, async () => {
      if (!(await this.factors.check({ accountId, id }, code))) {
        await orUnavailable(
          this.transactions.run(null, (tx) => Promise.resolve(recordOfPage(tx, failureOf(person), visitor))),
        );
        return null;
      }
      if (!(await this.sessions.deletePending(digest))) return 'over';
      const session = await this.begin(person, browser, visitor);
      return session === null ? 'over' : { session };
    });
  }

  /**
   * Counts an attempt of an address. It stays counted as failed if it resolves to null.
   * @throws AppError `rate_limit_exceeded`.
   */
  async counted<T>(client: ClientAddress, attempt: () => Promise<T | null>): Promise<T | null> {
    this.limits.countSignIn(client);
    // Counted before the check, so that concurrent attempts count too.
    this.limits.countFailedSignIn(client);
    let isWrong = false;
    try {
      const outcome = await attempt();
      isWrong = outcome === null;
      return outcome;
    } finally {
      // An attempt that could not be checked does not count either.
      if (!isWrong) this.limits.forgiveSignIn(client);
    }
  }

  /**
   * Begins a session of a user who has just proven who they are.
   * @returns the session secret, or null if the user was disabled or got another password in the meantime.
   */
  async begin(
    person: Person,
    { browser, userAgent }: Pick<SignIn, 'browser' | 'userAgent'>,
    visitor: PageVisitor,
  ): Promise<string | null> {
    const secret = randomSecret();
    const session = {
      digest: digestOf(secret),
      seconds: SESSION_SECONDS,
      browserDigest: digestOf(browser),
      address: visitor.client.text,
      userAgent,
    };
    return this.transactions.run(null, async (tx) => {
      const acting = await this.sessions.insert(person, session, tx.manager);
      if (!acting) return null;
      recordOfPage(tx, { accountId: acting.accountId, userId: acting.id, action: 'session.begin' }, visitor);
      return secret;
    });
  }

  async find(secret: string | undefined): Promise<SignedIn | null> {
    return secret ? orUnavailable(inTime(this.sessions.find(digestOf(secret)))) : null;
  }

  /** Like `find`. @throws AppError `feature_disabled` if the user's account is suspended. */
  async findActive(secret: string | undefined): Promise<SignedIn | null> {
    const person = await this.find(secret);
    if (person?.is_suspended) throw accountSuspended();
    return person;
  }

  /** Returns the accounts that somebody who is signed in may choose from. */
  accountsOf({ account_id: accountId, user_id: id }: SignedIn): Promise<AccountOfPerson[]> {
    return orUnavailable(inTime(this.signIns.accountsOf({ accountId, id })));
  }

  /**
   * Lets a session act in another account of its person.
   * @returns the secret under which it goes on; null if it ended meanwhile, or the person may not act in that account.
   */
  async choose(secret: string, accountId: number, visitor: PageVisitor): Promise<string | null> {
    const next = randomSecret();
    return this.transactions.run(null, async (tx) => {
      const move = { digest: digestOf(secret), next: digestOf(next) };
      const acting = await this.signIns.move(move, accountId, tx.manager);
      if (!acting) return null;
      recordOfPage(tx, { accountId, userId: acting.id, action: 'session.begin' }, visitor);
      return next;
    });
  }

  async signOut(secret: string): Promise<void> {
    await this.sessions.delete(digestOf(secret));
  }

  private async open(
    { email, password, browser, userAgent }: SignIn,
    visitor: PageVisitor,
  ): Promise<SignInStep | null> {
    const browserDigest = digestOf(browser);
    const find = () => orUnavailable(inTime(this.sessions.findPerson(email, browserDigest)));
    const person = isPlausible(email) ? await find() : null;
    const { client } = visitor;
    const check = () => this.isRight(person, password, client);
    const isRight = person?.is_known_browser
      ? await check()
      : await this.guesses.during(email, client, check);
    if (person && isRight) return this.proceed(person, { browser, userAgent }, visitor);
    if (isPlausible(email)) await this.noteWrongPassword(email, browserDigest, person, visitor);
    return null;
  }

  /** Begins the session, or asks for the second factor first. */
  private async proceed(
    person: Person,
    browser: Pick<SignIn, 'browser' | 'userAgent'>,
    visitor: PageVisitor,
  ): Promise<SignInStep | null> {
    if (person.has_second_factor) {
      const pending = randomSecret();
      const row = { digest: digestOf(pending), seconds: PENDING_SECONDS };
      return (await this.sessions.insertPending(person, row)) ? { pending } : null;
    }
    const session = await this.begin(person, browser, visitor);
    return session === null ? null : { session };
  }

  /** One statement also adds the entry of the audit log, so that its duration does not tell whether there is such a person. */
  private async noteWrongPassword(
    email: string,
    browserDigest: Buffer,
    person: Person | null,
    visitor: PageVisitor,
  ): Promise<void> {
    const { type, occurrence } = pageRecord(failureOf(person ?? NOBODY), visitor);
    const row = this.transactions.outboxRow(type, occurrence, null);
    await orUnavailable(inTime(this.sessions.noteWrongPassword(email, browserDigest, person && row)));
    this.transactions.announce({ accountIds: [row.accountId] });
  }

  private isRight(person: Person | null, password: string, { block }: ClientAddress): Promise<boolean> {
    const shortened = password.slice(0, LONGEST_PASSWORD + 1);
    return this.passwords.matches(block, shortened, person?.password_hash ?? null);
  }
}

/** Costs as much to describe as a person. */
const NOBODY = { account_id: 0, id: 0 };

function failureOf({ account_id: accountId, id: userId }: Pick<Person, 'account_id' | 'id'>): PageChange {
  return { accountId, userId, action: 'session.fail', isUnproven: true };
}

/** Postgres does not accept NUL. */
function isPlausible(email: string): boolean {
  return email.length <= LONGEST_EMAIL && !email.includes('\0');
}
