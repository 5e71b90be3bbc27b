import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { listPeople, updatePerson, type UserList, type UserResult } from '@chat/contracts/gateway';
import { callerOf } from '../callers/caller';
import { PeopleService } from './people.service';

@Controller()
export class PeopleController {
  constructor(private readonly people: PeopleService) {}

  @Handles(listPeople)
  async list(_: InputOf<typeof listPeople>, context: RequestContext): Promise<UserList> {
    return { users: await this.people.list(callerOf(context)) };
  }

  @Handles(updatePerson)
  async update({ params, body }: InputOf<typeof updatePerson>, context: RequestContext): Promise<UserResult> {
    return { user: await this.people.update(params.id, body, context) };
  }
}
