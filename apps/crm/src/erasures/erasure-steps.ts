import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { personErased } from '@chat/contracts/crm';
import { indexPerson } from '@chat/contracts/person-traces';
import { serviceNames } from '@chat/contracts/table';
import { Jobs, type Conclusion as ConclusionOf, type JobOf } from '@chat/service-kit';
import { canonicalPhone } from '@chat/phone-numbers';
import { ContactsRepository } from '../contacts/contacts.repository';
import { ContactsService } from '../contacts/contacts.service';
import { ErasureClients } from './erasure-clients';
import { erasePersonJob, type ErasureData, type ErasureStep, type TracePlace } from './erasure-job';
import { counted, firstPlace, nextPlace } from './erasure-walk.rules';
import { ErasuresRepository } from './erasures.repository';
import { EventStream } from './event-stream';

/** Work in flight ends soon: messages are sent, events consumed, files copied. */
const PAUSE_MS = 250;
/** How long one run of the job lasts before its position is saved. */
const TURN_MS = 2_000;
/** How many events are processed between two checks of the clock. */
const STREAM_BATCH = 1_024;

type Job = JobOf<typeof erasePersonJob>;
type Conclusion = ConclusionOf<ErasureData>;
type StepOf<Kind extends ErasureStep['do']> = Extract<ErasureStep, { do: Kind }>;

/**
 * The steps of an erasure. First everything is hidden, then erased wherever it was stored, and identifiers are deleted
 * last, so that each step can be repeated after a crash.
 */
@Injectable()
export class ErasureSteps implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly clients: ErasureClients,
    private readonly stream: EventStream,
    private readonly erasures: ErasuresRepository,
    private readonly contacts: ContactsService,
    private readonly contactRows: ContactsRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(erasePersonJob, (job) => this.runStep(job, job.data.step));
  }

  private runStep(job: Job, step: ErasureStep): Promise<Conclusion> {
    switch (step.do) {
      case 'find':
        return this.find(job);
      case 'imports':
        return this.eraseImports(job, step);
      case 'settle':
        return this.settle(job, step);
      case 'hide':
        return this.hide(job);
      case 'gather':
        return this.gather(job, step);
      case 'tickets':
        return this.eraseTickets(job, step);
      case 'contact':
        return Promise.resolve((tx) => this.eraseContact(job, tx));
      case 'deliveries':
        return this.eraseDeliveries(job, step);
      case 'traces':
        return this.eraseTraces(job, step);
      case 'stream':
        return this.eraseEvents(job, step);
      case 'purge':
        return this.purge(job);
    }
  }

  private async find({ accountId, data }: Job): Promise<Conclusion> {
    const contact =
      data.digits === null
        ? null
        : await this.erasures.record('contacts', accountId, canonicalPhone(data.digits));
    const person = { ...data.person, contact_ids: contact ? [contact.id] : [] };
    return proceed({ ...data, person }, { do: 'imports', afterId: 0 });
  }

  /** Pending parts of a history would bring back messages that are erased by then. */
  private async eraseImports(job: Job, { afterId }: StepOf<'imports'>): Promise<Conclusion> {
    const { data } = job;
    const { erased, last_id, is_busy } = await this.clients.traces(job, 'cloud-connector', {
      person: data.person,
      table: 'jobs',
      after_id: afterId,
    });
    const next = { ...data, erased: counted(data.erased, { documents: erased }) };
    if (is_busy) return pause(next);
    if (last_id !== null) return proceed(next, { do: 'imports', afterId: last_id });
    return proceed(next, settled('hide'));
  }

  private async settle(job: Job, step: StepOf<'settle'>): Promise<Conclusion> {
    const { data } = job;
    const since = step.since ?? (await this.erasures.now()).toISOString();
    if (step.barrier === null && (await this.clients.isPending(job, new Date(since)))) {
      return pause({ ...data, step: { ...step, since } });
    }
    const barrier = step.barrier ?? (await this.stream.range()).to;
    if (!(await this.stream.isConsumed(barrier))) {
      return pause({ ...data, step: { ...step, since, barrier } });
    }
    return proceed({ ...data, barrier }, afterSettling(step.then));
  }

  private async hide(job: Job): Promise<Conclusion> {
    const { data } = job;
    const { is_busy, conversations, contact_ids = [] } = await this.clients.hide(job);
    if (is_busy) return pause(data);
    // Tickets keep the id of a contact that was deleted earlier.
    const person = {
      ...data.person,
      contact_ids: [...new Set([...data.person.contact_ids, ...contact_ids])],
    };
    return proceed(
      { ...data, person, erased: counted(data.erased, { conversations }) },
      { do: 'gather', afterId: 0 },
    );
  }

  /** Collects the names of conversations, and as many messages as one search for events can handle. */
  private async gather(job: Job, { afterId }: StepOf<'gather'>): Promise<Conclusion> {
    const { data } = job;
    const found = await this.clients.gather(job, afterId);
    const person = {
      ...data.person,
      names: [...new Set([...data.person.names, ...found.names])],
      conversation_ids: found.conversation_ids,
      chat_message_ids: found.chat_message_ids,
    };
    const isFirst = afterId === 0;
    const numbers = data.digits === null && { numbers: found.phones ?? [] };
    return proceed(
      { ...data, ...numbers, person, gatheredTo: found.last_id },
      isFirst ? { do: 'tickets', afterId: 0 } : { do: 'traces', place: firstPlace(serviceNames) },
    );
  }

  private async eraseTickets(job: Job, { afterId }: StepOf<'tickets'>): Promise<Conclusion> {
    const { data } = job;
    const { contact_ids, conversation_ids, ticket_numbers } = data.person;
    const { numbers, last_id } = await this.clients.tickets(job, {
      contact_ids,
      conversation_ids,
      after_id: afterId,
    });
    const person = { ...data.person, ticket_numbers: [...new Set([...ticket_numbers, ...numbers])] };
    const next = { ...data, person, erased: counted(data.erased, { tickets: numbers.length }) };
    return proceed(next, last_id === null ? { do: 'contact' } : { do: 'tickets', afterId: last_id });
  }

  private async eraseContact({ accountId, data }: Job, tx: Transaction) {
    let contacts = 0;
    const { conversation_ids, contact_ids } = data.person;
    // First, so that whoever keeps events does not keep the deletion of the contact, which has the number.
    tx.emit(personErased, {
      accountId,
      entity: `erasures/${data.erasureId}`,
      entityVersion: 1,
      channelId: null,
      data: { erasure_id: data.erasureId, conversation_ids, contact_ids },
    });
    for (const number of canonicalNumbers(data)) {
      const contact = await this.contactRows.lockByNumber({ accountId, canonicalPhone: number }, tx.manager);
      if (contact) await this.contacts.remove(contact, tx);
      contacts += contact ? 1 : 0;
      await this.erasures.deleteNumber(accountId, number, tx.manager);
    }
    const erased = counted(data.erased, { contacts });
    return continueWith({ ...data, erased, step: settled('deliveries') });
  }

  private async eraseDeliveries(job: Job, { afterId }: StepOf<'deliveries'>): Promise<Conclusion> {
    const { data } = job;
    // Not by number: messages that arrive in the meantime are new, and are published.
    const person = { ...data.person, names: [], chat_message_ids: [] };
    const { erased, last_id } = await this.clients.deliveries(job, { person, after_id: afterId });
    const next = { ...data, erased: counted(data.erased, { deliveries: erased }) };
    if (last_id !== null) return proceed(next, { do: 'deliveries', afterId: last_id });
    // Not a step of its own, which a release before this one would take for the end.
    const phones = await this.clients.phones(job, data.person.names);
    return proceed(
      { ...next, erased: counted(next.erased, { phone_records: phones.erased }) },
      { do: 'traces', place: firstPlace(serviceNames) },
    );
  }

  private async eraseTraces(job: Job, step: StepOf<'traces'>): Promise<Conclusion> {
    const { data } = job;
    let place: TracePlace | null = step.place;
    let next = data;
    for (const until = performance.now() + TURN_MS; place && performance.now() < until;) {
      const { service, table, afterId } = place;
      const { erased, last_id, is_busy } = await this.clients.traces(job, service, {
        person: data.person,
        table,
        after_id: afterId,
      });
      next = { ...next, erased: counted(next.erased, { documents: erased }) };
      if (is_busy) return pause({ ...next, step: { do: 'traces', place } });
      place = nextPlace(place, last_id, serviceNames);
    }
    return proceed(next, place ? { do: 'traces', place } : { do: 'stream', sequence: 0 });
  }

  private async eraseEvents(job: Job, step: StepOf<'stream'>): Promise<Conclusion> {
    const { data, accountId } = job;
    const person = indexPerson(data.person);
    let events = 0;
    let from = Math.max(step.sequence, (await this.stream.range()).from);
    for (const until = performance.now() + TURN_MS; from <= data.barrier && performance.now() < until;) {
      const to = Math.min(from + STREAM_BATCH - 1, data.barrier);
      events += await this.stream.erase(accountId, person, { from, to });
      from = to + 1;
    }
    const next = { ...data, erased: counted(data.erased, { events }) };
    if (from <= data.barrier) return proceed(next, { do: 'stream', sequence: from });
    return proceed(
      next,
      data.gatheredTo === null ? settled('purge') : { do: 'gather', afterId: data.gatheredTo },
    );
  }

  private async purge(job: Job): Promise<Conclusion> {
    const { data, accountId } = job;
    let next = data;
    for (const until = performance.now() + TURN_MS; performance.now() < until;) {
      const { messages, media, is_done } = await this.clients.purge(job);
      next = { ...next, erased: counted(next.erased, { messages, media }) };
      if (is_done) {
        return async ({ manager }) => this.erasures.finish(accountId, data.erasureId, next.erased, manager);
      }
    }
    return proceed(next, { do: 'purge' });
  }
}

/** The canonical numbers of the person, in order. */
function canonicalNumbers({ digits, numbers = [] }: ErasureData): string[] {
  return [...new Set((digits === null ? numbers : [digits]).map(canonicalPhone))].sort();
}

function settled(then: StepOf<'settle'>['then']): ErasureStep {
  return { do: 'settle', since: null, barrier: null, then };
}

function afterSettling(then: StepOf<'settle'>['then']): ErasureStep {
  switch (then) {
    case 'hide':
      return { do: 'hide' };
    case 'deliveries':
      return { do: 'deliveries', afterId: 0 };
    case 'purge':
      return { do: 'purge' };
  }
}

function continueWith(data: ErasureData, delayMs = 0) {
  return { delayMs, data };
}

function proceed(data: ErasureData, step: ErasureStep): Conclusion {
  return () => Promise.resolve(continueWith({ ...data, step }));
}

/** Repeats the step later, when the work in flight may have ended. */
function pause(data: ErasureData): Conclusion {
  return () => Promise.resolve(continueWith(data, PAUSE_MS));
}
