import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Transaction } from '@chat/bus';
import { IdentitiesService } from '../identities/identities.service';
import { PeopleRepository } from '../people/people.repository';
import type { Person } from '../people/person.rules';
import { NoticesRepository, type Notice } from './notices.repository';

/** A notice, and the identity that it gives the person: null for what stays. */
export interface ToldNotice {
  notice: Notice;
  becomes: Person;
}

/** Stores the notices of networks about people, who are then known by another number or id. */
@Injectable()
export class NoticesService {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly people: PeopleRepository,
    private readonly identities: IdentitiesService,
  ) {}

  /** A notice about somebody without a conversation changes nothing. */
  async take(told: readonly ToldNotice[], tx: Transaction): Promise<void> {
    for (const { notice, becomes } of told) {
      const conversationId = await this.append(notice, tx.manager);
      if (conversationId === null) continue;
      if (becomes.phone === null && becomes.providerUserId === null) continue;
      await this.identities.change({ ...notice, conversationId }, becomes, tx);
    }
  }

  /** @returns the conversation that has the notice now; null if there is none, or it had the notice before. */
  private async append(notice: Notice, manager: EntityManager): Promise<number | null> {
    let tried: number | null = null;
    for (;;) {
      const found = await this.people.findConversation(notice, manager);
      // Another one is found only if the first was merged into it at this moment.
      if (found === null || found === tried) return null;
      if (await this.notices.append(notice, found, manager)) return found;
      tried = found;
    }
  }
}
