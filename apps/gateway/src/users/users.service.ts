import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@chat/bus';
import type { PageQuery, Pagination, RequestContext, Role } from '@chat/contracts';
import type { CreatedUser, CreateUser, Person, User } from '@chat/contracts/gateway';
import { AppError, invalid } from '@chat/errors';
import { cutPage, readIdPage } from '@chat/lists';
import { SecondFactorsRepository } from '../second-factors/second-factors.repository';
import { Passwords } from '../sessions/passwords';
import { SignInsRepository } from '../sign-ins/sign-ins.repository';
import type { UserEntity } from './user.entity';
import { isEmail } from './email.rules';
import { toUser } from './user.mapper';
import { UsersRepository, type UserName } from './users.repository';

/** The users of an account. Passwords are stored as hashes, and shown only if they were generated here. */
@Injectable()
export class UsersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly factors: SecondFactorsRepository,
    private readonly signIns: SignInsRepository,
  ) {}

  async create(
    { account_id, email, name, role, password }: CreateUser,
    context: RequestContext,
  ): Promise<CreatedUser> {
    if (!isEmail(email))
      throw invalid('email', 'email must be an e-mail address, for example ada@example.com.');
    const secret = password ?? randomBytes(15).toString('base64url');
    const user = {
      email: email.toLowerCase(),
      name: name ?? null,
      role: role ?? undefined,
      passwordHash: await this.passwords.hash(secret),
    };
    return this.transactions.run(context, async (tx) => {
      const after = toUser(await this.users.insert(account_id, user, tx.manager));
      tx.record({ target: `users/${after.id}`, accountId: account_id, after });
      return { user: after, password: password ? null : secret };
    });
  }

  async get(accountId: number, id: number): Promise<User> {
    const row = await this.users.find(accountId, id);
    if (!row) throw new AppError('not_found');
    return toUser(row);
  }

  /** The people who can sign in, newest first. */
  async list(accountId: number, query: PageQuery): Promise<{ users: Person[]; pagination: Pagination }> {
    const request = readIdPage(query);
    const [found, total] = await Promise.all([
      this.users.page(accountId, request),
      request.after ? null : this.users.count(accountId),
    ]);
    const { rows, pagination } = cutPage(found, request, total, ({ id }) => [id]);
    return { users: rows, pagination };
  }

  async setPassword(user: string, password: string, context: RequestContext): Promise<User> {
    const hash = await this.passwords.hash(password);
    return this.transactions.run(context, async (tx) => {
      const row = await this.named(user, tx);
      await this.users.setPassword(row, hash, null, tx.manager);
      tx.record({ target: `users/${row.id}`, accountId: row.accountId });
      return toUser(await this.named(user, tx));
    });
  }

  /** By an address, the person is disabled in all accounts; by an id, in that user's. */
  async disable(user: string, context: RequestContext): Promise<User> {
    return this.transactions.run(context, async (tx) => {
      const row = await this.named(user, tx);
      const rows = 'email' in nameOf(user) ? await this.signIns.usersOf(row, tx.manager) : [row];
      for (const { accountId, id } of rows) {
        const before = (await this.users.find(accountId, id, tx.manager))!;
        await this.users.disable(before, tx.manager);
        const after = toUser((await this.users.find(accountId, id, tx.manager))!);
        tx.record({ target: `users/${id}`, accountId, before: toUser(before), after });
      }
      return toUser(await this.named(user, tx));
    });
  }

  enable(user: string, context: RequestContext): Promise<User> {
    return this.change(user, context, (row, tx) =>
      this.users.change(row, { disabled: false }, any, tx.manager),
    );
  }

  /** @throws AppError `conflict` for the last owner of an account. */
  setRole(user: string, role: Role, context: RequestContext): Promise<User> {
    return this.change(user, context, (row, tx) => this.users.change(row, { role }, any, tx.manager));
  }

  /** @throws AppError `conflict` for somebody without a second factor. */
  setOperator(user: string, isOperator: boolean, context: RequestContext): Promise<User> {
    return this.change(user, context, (row, tx) => this.users.setOperator(row, isOperator, tx.manager));
  }

  removeSecondFactor(user: string, context: RequestContext): Promise<User> {
    return this.change(user, context, async (row, { manager }) =>
      this.factors.remove(await this.signIns.of(row, manager), manager),
    );
  }

  private change(
    user: string,
    context: RequestContext,
    change: (row: UserEntity, tx: Transaction) => Promise<void>,
  ): Promise<User> {
    return this.transactions.run(context, async (tx) => {
      const row = await this.named(user, tx);
      await change(row, tx);
      const after = toUser(await this.named(user, tx));
      tx.record({ target: `users/${row.id}`, accountId: row.accountId, before: toUser(row), after });
      return after;
    });
  }

  private async named(user: string, { manager }: Transaction): Promise<UserEntity> {
    const row = await this.users.findByName(nameOf(user), manager);
    if (!row) {
      throw new AppError('not_found', { message: 'There is no such user. Check the address or the id.' });
    }
    return row;
  }
}

/** The admin tool may change anybody. */
const any = (): void => undefined;

/** Ids are numeric; addresses are not. */
function nameOf(user: string): UserName {
  return /^\d{1,15}$/.test(user) ? { id: Number(user) } : { email: user.toLowerCase() };
}
