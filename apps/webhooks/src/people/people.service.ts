import { Injectable } from '@nestjs/common';
import { indexPerson } from '@chat/contracts/person-traces';
import type { ErasedDeliveries, ExportedDeliveries, PersonDeliveries } from '@chat/contracts/webhooks';
import { PersonDeliveriesRepository } from './person-deliveries.repository';

/** Limits the size of a reply, since payloads may be long. */
const EXPORT_BATCH = 50;

/** Exports and erases one person's data in the delivery log. */
@Injectable()
export class PeopleService {
  constructor(private readonly deliveries: PersonDeliveriesRepository) {}

  async erase(accountId: number, { person, after_id }: PersonDeliveries): Promise<ErasedDeliveries> {
    const about = { terms: person, index: indexPerson(person) };
    const { ids, lastId } = await this.deliveries.find(accountId, about, after_id);
    return { erased: await this.deliveries.erase(accountId, ids), last_id: lastId };
  }

  async export(accountId: number, { person, after_id }: PersonDeliveries): Promise<ExportedDeliveries> {
    const about = { terms: person, index: indexPerson(person) };
    const { ids, lastId } = await this.deliveries.find(accountId, about, after_id);
    const exported = ids.slice(0, EXPORT_BATCH);
    return {
      deliveries: await this.deliveries.records(accountId, exported),
      last_id: exported.length < ids.length ? exported.at(-1)! : lastId,
    };
  }
}
