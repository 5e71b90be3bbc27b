import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UserEntity } from './user.entity';

export type NewUser = Pick<UserEntity, 'email' | 'name' | 'passwordHash'>;

@Injectable()
export class UsersRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(accountId: number, user: NewUser): Promise<UserEntity> {
    const { identifiers } = await this.users.insert({ accountId, ...user });
    return this.users.findOneByOrFail(identifiers[0] as Pick<UserEntity, 'accountId' | 'id'>);
  }

  find(accountId: number, id: number): Promise<UserEntity | null> {
    return this.users.findOneBy({ accountId, id });
  }

  private get users() {
    return this.dataSource.getRepository(UserEntity);
  }
}
