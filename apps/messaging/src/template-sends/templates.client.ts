import { Injectable } from '@nestjs/common';
import { BusClient, Notices } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import {
  readTemplateToSend,
  templatesChanged,
  type TemplateRef,
  type TemplateToSend,
} from '@chat/contracts/templates';
import { RememberedAnswers } from '../sending/remembered-answers';

/** Looks up templates, and briefly caches those that may be sent. */
@Injectable()
export class TemplatesClient {
  private readonly answers = new RememberedAnswers<TemplateToSend>();

  constructor(
    private readonly bus: BusClient,
    notices: Notices,
  ) {
    notices.subscribe(templatesChanged, (accountId) => this.answers.forget(accountId));
  }

  /** @throws AppError if the account has no such template, or it may not be sent. */
  async read(body: TemplateRef, context: RequestContext): Promise<TemplateToSend> {
    return this.answers.ask(context.account.id, `${body.channel_id}/${body.template_id}`, () =>
      this.bus.request(readTemplateToSend, context, { body }),
    );
  }
}
