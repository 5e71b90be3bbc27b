import { Injectable } from '@nestjs/common';
import { DataSource, type QueryDeepPartialEntity } from 'typeorm';
import { AppError, invalid } from '@chat/errors';
import { violates } from '@chat/service-kit';
import { SessionsRepository } from '../sessions/sessions.repository';
import { UserEntity } from './user.entity';

/** Identifies a user, by id or email address. */
export type UserName = { id: number } | { email: string };
export type NewUser = Pick<UserEntity, 'email' | 'name' | 'passwordHash'>;

@Injectable()
export class UsersRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsRepository,
  ) {}

  /** @throws AppError `validation_error` if the account does not exist, `conflict` if the address is taken. */
  async insert(accountId: number, user: NewUser): Promise<UserEntity> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        const { identifiers } = await manager.insert(UserEntity, { accountId, ...user });
        return manager.findOneByOrFail(UserEntity, identifiers[0] as Pick<UserEntity, 'accountId' | 'id'>);
      });
    } catch (error) {
      if (violates(error, 'users_account')) throw invalid('account_id', 'No account has this identifier.');
      throw violates(error, 'users_email') ? takenAddress() : error;
    }
  }

  find(accountId: number, id: number): Promise<UserEntity | null> {
    return this.users.findOneBy({ accountId, id });
  }

  findByName(name: UserName): Promise<UserEntity | null> {
    return this.users.findOneBy(name);
  }

  /** Ends the user's sessions and grants in the same transaction. */
  async setPassword(user: UserEntity, passwordHash: string): Promise<void> {
    await this.changeAccess(user, { passwordHash });
  }

  /** Also ends the user's sessions and grants. A disabled user keeps the date. */
  async disable(user: UserEntity): Promise<void> {
    await this.changeAccess(user, { disabledAt: () => 'coalesce(disabled_at, now())' });
  }

  /** Locks the user's row first, so that no concurrent sign-in or consent succeeds. */
  private async changeAccess(
    { accountId, id }: UserEntity,
    changes: QueryDeepPartialEntity<UserEntity>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.update(UserEntity, { accountId, id }, { ...changes, updatedAt: () => 'now()' });
      await this.sessions.endAccess({ accountId, id }, manager);
    });
  }

  private get users() {
    return this.dataSource.getRepository(UserEntity);
  }
}

function takenAddress(): AppError {
  return new AppError('conflict', {
    message: 'A user with this address already exists. Choose another address.',
  });
}
