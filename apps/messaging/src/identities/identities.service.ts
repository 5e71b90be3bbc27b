import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '@chat/bus';
import type { IdentityChange } from '../opt-outs/opt-outs.repository';
import { OptOutsService } from '../opt-outs/opt-outs.service';
import { PeopleRepository, type Introduction, type Writer } from '../people/people.repository';
import type { Person } from '../people/person.rules';

/** Learns that a number and an id are one person's. What the person said of marketing by one holds for the other. */
@Injectable()
export class IdentitiesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly people: PeopleRepository,
    private readonly optOuts: OptOutsService,
  ) {}

  /** Completes people with what earlier messages revealed, and conversations with what these do. */
  async identify<T extends Writer>(writers: T[], tx: Transaction): Promise<T[]> {
    const { people, met } = await this.people.identify(writers, tx.manager);
    await this.optOuts.carry(met.map(asChange), tx);
    return people;
  }

  /** Learns the ids of people whose number is known. */
  introduce(introductions: Introduction[]): Promise<void> {
    return this.transactions.run(null, async (tx) => {
      const met = await this.people.introduce(introductions, tx.manager);
      await this.optOuts.carry(met.map(asChange), tx);
    });
  }

  /**
   * The person of a conversation is known by another number or id from now on.
   * @param becomes null for what stays.
   */
  async change(
    place: Omit<Writer, keyof Person> & { conversationId: number },
    becomes: Person,
    tx: Transaction,
  ): Promise<void> {
    const { before, after } = await this.people.changeIdentity(place, becomes, tx.manager);
    await this.optOuts.carry([{ ...place, before, after }], tx);
  }
}

/** The number becomes known of somebody with an id. */
function asChange({ accountId, channelId, phone, providerUserId }: Writer): IdentityChange {
  const [before, after] = [
    { phone: null, providerUserId },
    { phone, providerUserId },
  ];
  return { accountId, channelId, before, after };
}
