import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  createUser,
  disableUser,
  enableUser,
  getUser,
  listUsers,
  removeSecondFactor,
  setOperator,
  setUserPassword,
  setUserRole,
  type CreatedUser,
  type PersonList,
  type UserResult,
} from '@chat/contracts/gateway';
import { UsersService } from './users.service';

@Controller()
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Handles(createUser)
  create({ body }: InputOf<typeof createUser>): Promise<CreatedUser> {
    return this.users.create(body);
  }

  @Handles(getUser)
  async get({ body }: InputOf<typeof getUser>): Promise<UserResult> {
    return { user: await this.users.get(body.account_id, body.user_id) };
  }

  @Handles(listUsers)
  async list({ query }: InputOf<typeof listUsers>, { account }: RequestContext): Promise<Reply<PersonList>> {
    const { users, pagination } = await this.users.list(account.id, query);
    return new Reply({ users }, { pagination });
  }

  @Handles(setUserPassword)
  async setPassword({ body }: InputOf<typeof setUserPassword>): Promise<UserResult> {
    return { user: await this.users.setPassword(body.user, body.password) };
  }

  @Handles(disableUser)
  async disable({ body }: InputOf<typeof disableUser>): Promise<UserResult> {
    return { user: await this.users.disable(body.user) };
  }

  @Handles(enableUser)
  async enable({ body }: InputOf<typeof enableUser>): Promise<UserResult> {
    return { user: await this.users.enable(body.user) };
  }

  @Handles(setUserRole)
  async setRole({ body }: InputOf<typeof setUserRole>): Promise<UserResult> {
    return { user: await this.users.setRole(body.user, body.role) };
  }

  @Handles(removeSecondFactor)
  async removeSecondFactor({ body }: InputOf<typeof removeSecondFactor>): Promise<UserResult> {
    return { user: await this.users.removeSecondFactor(body.user) };
  }

  @Handles(setOperator)
  async setOperator({ body }: InputOf<typeof setOperator>): Promise<UserResult> {
    return { user: await this.users.setOperator(body.user, body.is_operator) };
  }
}
