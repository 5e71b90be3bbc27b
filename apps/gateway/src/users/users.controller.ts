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
  create({ body }: InputOf<typeof createUser>, context: RequestContext): Promise<CreatedUser> {
    return this.users.create(body, context);
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
  async setPassword({ body }: InputOf<typeof setUserPassword>, context: RequestContext): Promise<UserResult> {
    return { user: await this.users.setPassword(body.user, body.password, context) };
  }

  @Handles(disableUser)
  async disable({ body }: InputOf<typeof disableUser>, context: RequestContext): Promise<UserResult> {
    return { user: await this.users.disable(body.user, context) };
  }

  @Handles(enableUser)
  async enable({ body }: InputOf<typeof enableUser>, context: RequestContext): Promise<UserResult> {
    return { user: await this.users.enable(body.user, context) };
  }

  @Handles(setUserRole)
  async setRole({ body }: InputOf<typeof setUserRole>, context: RequestContext): Promise<UserResult> {
    return { user: await this.users.setRole(body.user, body.role, context) };
  }

  @Handles(removeSecondFactor)
  async removeSecondFactor(
    { body }: InputOf<typeof removeSecondFactor>,
    context: RequestContext,
  ): Promise<UserResult> {
    return { user: await this.users.removeSecondFactor(body.user, context) };
  }

  @Handles(setOperator)
  async setOperator({ body }: InputOf<typeof setOperator>, context: RequestContext): Promise<UserResult> {
    return { user: await this.users.setOperator(body.user, body.is_operator, context) };
  }
}
