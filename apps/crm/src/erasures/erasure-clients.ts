import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import { erasePhoneRecords, type ErasedPhoneRecords } from '@chat/contracts/device-sessions';
import {
  gatherErased,
  hidePerson,
  purgePerson,
  type GatheredErased,
  type HiddenPerson,
  type HidePerson,
  type PurgedPerson,
} from '@chat/contracts/messaging';
import {
  personTraceOperations,
  type ErasedPersonTraces,
  type ErasePersonTraces,
} from '@chat/contracts/person-traces';
import { serviceNames } from '@chat/contracts/table';
import { erasePersonTickets, type ErasedTickets, type PersonTickets } from '@chat/contracts/tickets';
import {
  erasePersonDeliveries,
  type ErasedDeliveries,
  type PersonDeliveries,
} from '@chat/contracts/webhooks';
import { type JobOf, PersonTraces, systemContext, toTimestamp } from '@chat/service-kit';
import type { erasePersonJob } from './erasure-job';

const TIMEOUT_MS = 25_000;
/** crm does not call itself over the bus. */
const OWN = 'crm';

type Job = JobOf<typeof erasePersonJob>;

/** Has each service erase its part. */
@Injectable()
export class ErasureClients {
  constructor(
    private readonly bus: BusClient,
    private readonly ownTraces: PersonTraces,
  ) {}

  hide(job: Job): Promise<HiddenPerson> {
    return this.bus.request(hidePerson, contextOf(job), { body: refOf(job) });
  }

  gather(job: Job, afterId: number): Promise<GatheredErased> {
    const body = { erasure_id: job.data.erasureId, after_id: afterId };
    return this.bus.request(gatherErased, contextOf(job), { body });
  }

  purge(job: Job): Promise<PurgedPerson> {
    return this.bus.request(purgePerson, contextOf(job), { body: refOf(job) });
  }

  tickets(job: Job, body: PersonTickets): Promise<ErasedTickets> {
    return this.bus.request(erasePersonTickets, contextOf(job), { body });
  }

  deliveries(job: Job, body: PersonDeliveries): Promise<ErasedDeliveries> {
    return this.bus.request(erasePersonDeliveries, contextOf(job), { body });
  }

  phones(job: Job, names: string[]): Promise<ErasedPhoneRecords> {
    return this.bus.request(erasePhoneRecords, contextOf(job), { body: { names } });
  }

  traces(job: Job, service: string, body: ErasePersonTraces): Promise<ErasedPersonTraces> {
    if (service === OWN) return this.ownTraces.erase(job.accountId, body);
    return this.bus.request(personTraceOperations(service).erase, contextOf(job), { body });
  }

  /** Whether any service still has events or jobs in flight from before that time. */
  async isPending(job: Job, since: Date): Promise<boolean> {
    const body = { since: toTimestamp(since) };
    const answers = await Promise.all(
      serviceNames
        .filter((service) => service !== OWN)
        .map((service) => this.bus.request(personTraceOperations(service).pending, contextOf(job), { body })),
    );
    return answers.some(({ is_pending }) => is_pending) || (await this.ownTraces.isPending(since));
  }
}

function refOf({ data: { erasureId, digits, userId } }: Job): HidePerson {
  return {
    erasure_id: erasureId,
    ...(digits !== null && { phone: digits }),
    ...(userId !== undefined && { provider_user_id: userId }),
  };
}

function contextOf(job: Job) {
  return systemContext(job.accountId, { timeoutMs: TIMEOUT_MS, cause: job });
}
