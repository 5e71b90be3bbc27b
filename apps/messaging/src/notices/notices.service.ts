import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { Jobs, jobType, type Continuation, type JobOf } from '@chat/service-kit';
import { IdentitiesService } from '../identities/identities.service';
import { PeopleRepository } from '../people/people.repository';
import type { Person } from '../people/person.rules';
import { NoticesRepository, type Notice } from './notices.repository';

/** A notice, and the identity that it gives the person: null for what stays. */
export interface ReportedNotice {
  notice: Notice;
  becomes: Person;
}

/** A notice that waits for the conversation with its person. */
interface EarlyNotice {
  notice: Omit<Notice, 'sentAt'> & { sentAt: string };
  becomes: Person;
  /** How long it has waited. */
  waitedMs: number;
}

const earlyNotice = jobType<EarlyNotice>('early-notice');

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** Less than it takes until a network gives a number to somebody else. */
const GIVE_UP_MS = 60 * 60 * 1_000;

/** Stores the notices of networks about people, who are then known by another number or id. */
@Injectable()
export class NoticesService implements OnApplicationBootstrap {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly people: PeopleRepository,
    private readonly identities: IdentitiesService,
    private readonly jobs: Jobs,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(earlyNotice, (job) => Promise.resolve((tx) => this.tryAgain(job, tx)));
  }

  /**
   * A notice about somebody without a conversation waits a while: it may have overtaken their first message, since
   * replicas consume events beside each other. After that, it changes nothing.
   */
  async applyAll(reported: readonly ReportedNotice[], tx: Transaction): Promise<void> {
    for (const { notice, becomes } of reported) {
      if (await this.apply({ notice, becomes }, tx)) continue;
      const { accountId, sentAt } = notice;
      const data = { notice: { ...notice, sentAt: sentAt.toISOString() }, becomes, waitedMs: FIRST_WAIT_MS };
      await this.jobs.add(tx, earlyNotice, { accountId, data, delayMs: FIRST_WAIT_MS });
    }
  }

  private async tryAgain(
    { data }: JobOf<typeof earlyNotice>,
    tx: Transaction,
  ): Promise<Continuation<EarlyNotice> | void> {
    const { becomes, waitedMs } = data;
    const notice = { ...data.notice, sentAt: new Date(data.notice.sentAt) };
    if ((await this.apply({ notice, becomes }, tx)) || waitedMs > GIVE_UP_MS) return;
    const delayMs = Math.min(waitedMs, LONGEST_WAIT_MS);
    return { delayMs, data: { ...data, waitedMs: waitedMs + delayMs } };
  }

  /** @returns false if there is no conversation with the person. */
  private async apply({ notice, becomes }: ReportedNotice, tx: Transaction): Promise<boolean> {
    let tried: number | null = null;
    for (;;) {
      const found = await this.people.findConversation(notice, tx.manager);
      if (found === null) return false;
      // It had the notice before. Another one is found only if the first was merged into it at this moment.
      if (found === tried) return true;
      if (await this.notices.append(notice, found, tx.manager)) {
        const tellsWho = becomes.phone !== null || becomes.providerUserId !== null;
        if (tellsWho) await this.identities.change({ ...notice, conversationId: found }, becomes, tx);
        return true;
      }
      tried = found;
    }
  }
}
