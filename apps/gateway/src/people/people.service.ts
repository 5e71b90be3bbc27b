import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Transactions } from '@chat/bus';
import { includesRole, type RequestContext } from '@chat/contracts';
import type { UpdateUser, User } from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import type { UserEntity } from '../users/user.entity';
import { toUser } from '../users/user.mapper';
import { UsersRepository } from '../users/users.repository';
import { callerOf, type Caller } from '../callers/caller';
import { mayChange, ownersOnly } from './people.rules';

/** Only the first are listed: an account has few people, and nothing else counts them. */
const MAX_LISTED = 1_000;

/** The people of an account, as its admins and owners manage them. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UsersRepository,
  ) {}

  async list({ accountId, role }: Caller): Promise<User[]> {
    const users = (await this.users.findAll(accountId, MAX_LISTED)).map(toUser);
    if (includesRole(role, 'admin')) return users;
    return users.map(({ second_factor: _, is_operator: __, ...user }) => user);
  }

  /**
   * @throws AppError `not_found`, `insufficient_scope` if only an owner may do this, `conflict` for the last owner.
   */
  async update(id: number, { role, disabled }: UpdateUser, context: RequestContext): Promise<User> {
    const caller = callerOf(context);
    const { accountId } = caller;
    const check = (current: UserEntity) => {
      if (!mayChange(caller, { from: current.role, to: role ?? current.role })) throw ownersOnly();
    };
    return this.transactions.run(context, async (tx) => {
      const { manager } = tx;
      const user = await this.find(accountId, id, manager);
      await this.users.change(user, { role, disabled }, check, manager);
      const after = toUser(await this.find(accountId, id, manager));
      tx.record({ target: `users/${id}`, before: toUser(user), after });
      return after;
    });
  }

  private async find(accountId: number, id: number, manager: EntityManager): Promise<UserEntity> {
    const user = await this.users.find(accountId, id, manager);
    if (!user) throw new AppError('not_found');
    return user;
  }
}
