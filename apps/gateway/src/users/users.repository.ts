import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError, invalid } from '@chat/errors';
import { violates } from '@chat/service-kit';
import { UserEntity } from './user.entity';

export type NewUser = Pick<UserEntity, 'email' | 'name' | 'passwordHash'>;

@Injectable()
export class UsersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `validation_error` for an unknown account, `conflict` for an address that is taken. */
  async insert(accountId: number, user: NewUser): Promise<UserEntity> {
    try {
      const { identifiers } = await this.users.insert({ accountId, ...user });
      return await this.users.findOneByOrFail(identifiers[0] as Pick<UserEntity, 'accountId' | 'id'>);
    } catch (error) {
      if (violates(error, 'users_account')) throw invalid('account_id', 'No account has this identifier.');
      throw violates(error, 'users_email') ? takenAddress() : error;
    }
  }

  find(accountId: number, id: number): Promise<UserEntity | null> {
    return this.users.findOneBy({ accountId, id });
  }

  private get users() {
    return this.dataSource.getRepository(UserEntity);
  }
}

function takenAddress(): AppError {
  return new AppError('conflict', {
    message: 'A user with this address exists already. Choose another one.',
  });
}
