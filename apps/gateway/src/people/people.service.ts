import { Injectable } from '@nestjs/common';
import { includesRole } from '@chat/contracts';
import type { UpdateUser, User } from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import type { UserEntity } from '../users/user.entity';
import { toUser } from '../users/user.mapper';
import { UsersRepository } from '../users/users.repository';
import type { Caller } from '../callers/caller';
import { mayChange, ownersOnly } from './people.rules';

/** Only the first are listed: an account has few people, and nothing else counts them. */
const MAX_LISTED = 1_000;

/** The people of an account, as its admins and owners manage them. */
@Injectable()
export class PeopleService {
  constructor(private readonly users: UsersRepository) {}

  async list({ accountId, role }: Caller): Promise<User[]> {
    const users = (await this.users.findAll(accountId, MAX_LISTED)).map(toUser);
    if (includesRole(role, 'admin')) return users;
    return users.map(({ second_factor: _, is_operator: __, ...user }) => user);
  }

  /**
   * @throws AppError `not_found`, `insufficient_scope` if only an owner may do this, `conflict` for the last owner.
   */
  async update(caller: Caller, id: number, { role, disabled }: UpdateUser): Promise<User> {
    const { accountId } = caller;
    const user = await this.find(accountId, id);
    await this.users.change(user, { role, disabled }, (current) => {
      if (!mayChange(caller, { from: current.role, to: role ?? current.role })) throw ownersOnly();
    });
    return toUser(await this.find(accountId, id));
  }

  private async find(accountId: number, id: number): Promise<UserEntity> {
    const user = await this.users.find(accountId, id);
    if (!user) throw new AppError('not_found');
    return user;
  }
}
