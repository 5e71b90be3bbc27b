import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  eraseOwnPerson,
  erasePerson,
  exportContact,
  getErasure,
  type Erasure,
  type ExportedContact,
} from '@chat/contracts/crm';
import { ErasuresService } from './erasures.service';

@Controller()
export class ErasuresController {
  constructor(private readonly erasures: ErasuresService) {}

  @Handles(erasePerson)
  async erase({ body }: InputOf<typeof erasePerson>, context: RequestContext): Promise<Erasure> {
    return this.erasures.begin(body, context);
  }

  @Handles(eraseOwnPerson)
  async eraseOwn({ body }: InputOf<typeof eraseOwnPerson>, context: RequestContext): Promise<Erasure> {
    return this.erasures.begin(body, context);
  }

  @Handles(getErasure)
  async get({ body }: InputOf<typeof getErasure>, { account }: RequestContext): Promise<Erasure> {
    return this.erasures.get(account.id, body.id);
  }

  @Handles(exportContact)
  async export({ body }: InputOf<typeof exportContact>, context: RequestContext): Promise<ExportedContact> {
    return this.erasures.export(body, context);
  }
}
