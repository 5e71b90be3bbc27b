import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PageQuery, Pagination, Role } from '@chat/contracts';
import type { CreatedUser, CreateUser, Person, User } from '@chat/contracts/gateway';
import { AppError, invalid } from '@chat/errors';
import { cutPage, readIdPage } from '@chat/lists';
import { SecondFactorsRepository } from '../second-factors/second-factors.repository';
import { Passwords } from '../sessions/passwords';
import type { UserEntity } from './user.entity';
import { isEmail } from './email.rules';
import { toUser } from './user.mapper';
import { UsersRepository, type UserName } from './users.repository';

/** The users of an account. Passwords are stored as hashes, and shown only if they were generated here. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly factors: SecondFactorsRepository,
  ) {}

  async create({ account_id, email, name, role, password }: CreateUser): Promise<CreatedUser> {
    if (!isEmail(email))
      throw invalid('email', 'email must be an e-mail address, for example ada@example.com.');
    const secret = password ?? randomBytes(15).toString('base64url');
    const user = await this.users.insert(account_id, {
      email: email.toLowerCase(),
      name: name ?? null,
      role: role ?? undefined,
      passwordHash: await this.passwords.hash(secret),
    });
    return { user: toUser(user), password: password ? null : secret };
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

  async setPassword(user: string, password: string): Promise<User> {
    const row = await this.named(user);
    await this.users.setPassword(row, await this.passwords.hash(password));
    return toUser(await this.named(user));
  }

  async disable(user: string): Promise<User> {
    await this.users.disable(await this.named(user));
    return toUser(await this.named(user));
  }

  async enable(user: string): Promise<User> {
    await this.users.change(await this.named(user), { disabled: false });
    return toUser(await this.named(user));
  }

  /** @throws AppError `conflict` for the last owner of an account. */
  async setRole(user: string, role: Role): Promise<User> {
    await this.users.change(await this.named(user), { role });
    return toUser(await this.named(user));
  }

  /** @throws AppError `conflict` for somebody without a second factor. */
  async setOperator(user: string, isOperator: boolean): Promise<User> {
    await this.users.setOperator(await this.named(user), isOperator);
    return toUser(await this.named(user));
  }

  async removeSecondFactor(user: string): Promise<User> {
    await this.factors.remove(await this.named(user));
    return toUser(await this.named(user));
  }

  private async named(user: string): Promise<UserEntity> {
    const row = await this.users.findByName(nameOf(user));
    if (!row) {
      throw new AppError('not_found', { message: 'There is no such user. Check the address or the id.' });
    }
    return row;
  }
}

/** Ids are numeric; addresses are not. */
function nameOf(user: string): UserName {
  return /^\d{1,15}$/.test(user) ? { id: Number(user) } : { email: user.toLowerCase() };
}
