import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { AppError } from '@chat/errors';
import { canonicalPhone, phoneVariants } from '@chat/phone-numbers';
import { CONFIG } from '@chat/service-kit';
import type { DeviceSessionsConfig } from '../config';
import { EngineClosedError, type Person } from '../engines/device-engine';
import type { Tenure } from '../session-store/session.row';
import { LookUpTurns } from './look-up-turns';
import { PeopleRepository, type Writer } from './people.repository';
import { RecentEntries } from './recent-entries';

/** A session that can ask the network. */
export interface Asked {
  readonly tenure: Tenure;
  lookUp(phones: readonly string[], timeoutMs: number): Promise<Person | null>;
}

/** What this replica remembers of a number. */
type Remembered = { person: Person | null; hasWritten: boolean };

const DAY_MS = 24 * 60 * 60 * 1000;
/** How many numbers are remembered, of all sessions. */
const MAX_REMEMBERED = 50_000;
const LOOK_UP_MS = 10_000;

/**
 * Knows how the network spells numbers that people spell in several ways (Brazil, Mexico, Argentina): as they write, or
 * else as the network says when it is asked. Other numbers have one spelling, and need no question.
 */
@Injectable()
export class PeopleService {
  /** By the owner's tenure, since another owner may have learned more in between. */
  private readonly remembered = new RecentEntries<Remembered>(MAX_REMEMBERED);
  private readonly asking = new Map<string, Promise<Person | null>>();
  private readonly turns = new WeakMap<Asked, LookUpTurns>();
  private readonly perMinute: number;

  constructor(
    private readonly people: PeopleRepository,
    @Inject(CONFIG) { DEVICE_LOOKUPS_PER_MINUTE }: Pick<DeviceSessionsConfig, 'DEVICE_LOOKUPS_PER_MINUTE'>,
  ) {
    this.perMinute = DEVICE_LOOKUPS_PER_MINUTE;
  }

  /**
   * Returns how the network names a person.
   * @param deadline epoch milliseconds.
   * @returns null when nobody has the number.
   * @throws EngineClosedError; AppError `device_service_error` when the network cannot be asked in time.
   */
  async resolve(session: Asked, person: Person, deadline: number): Promise<Person | null> {
    if (person.phone === null) return person;
    const spellings = phoneVariants(person.phone);
    if (spellings.length === 1) return person;
    const phone = canonicalPhone(person.phone);
    const known = (await this.known(session.tenure, phone)) ?? {
      person: await this.askOnce(session, { phone, spellings }, deadline),
    };
    return known.person && { ...known.person, userId: known.person.userId ?? person.userId };
  }

  /** Learns under which spelling people write, in the transaction that stores their messages. */
  async learn(writers: readonly { tenure: Tenure; person: Person }[], tx: Transaction): Promise<void> {
    const news = new Map<string, Writer>();
    for (const { tenure, person } of writers) {
      if (person.phone === null || phoneVariants(person.phone).length === 1) continue;
      const phone = canonicalPhone(person.phone);
      const key = keyOf(tenure, phone);
      if (!this.isRemembered(key, person)) news.set(key, { tenure, phone, person });
    }
    if (news.size === 0) return;
    await this.people.learn([...news.values()], tx.manager);
    tx.afterCommit(() => {
      for (const [key, { person }] of news) this.remember(key, { person, hasWritten: true }, Date.now());
    });
  }

  /** Forgets how the network names a person, who is not known there any more. */
  async forget(tenure: Tenure, { phone }: Person): Promise<void> {
    if (phone === null || phoneVariants(phone).length === 1) return;
    this.remembered.delete(keyOf(tenure, canonicalPhone(phone)));
    await this.people.forget(tenure, canonicalPhone(phone));
  }

  private async known(tenure: Tenure, phone: string): Promise<Remembered | null> {
    const key = keyOf(tenure, phone);
    const remembered = this.remembered.get(key, Date.now());
    if (remembered) return remembered;
    const stored = await this.people.find(tenure, phone);
    if (stored) this.remember(key, stored, stored.hasWritten ? Date.now() : stored.checkedAt.getTime());
    return stored;
  }

  private askOnce(session: Asked, number: NumberAsked, deadline: number): Promise<Person | null> {
    const key = keyOf(session.tenure, number.phone);
    const underWay = this.asking.get(key);
    if (underWay) return underWay;
    const answer = this.ask(session, number, deadline).finally(() => this.asking.delete(key));
    this.asking.set(key, answer);
    return answer;
  }

  private async ask(
    session: Asked,
    { phone, spellings }: NumberAsked,
    deadline: number,
  ): Promise<Person | null> {
    const at = this.turnsOf(session).take(Date.now(), deadline);
    if (at === null) throw busy();
    await delay(at - Date.now());
    const { tenure } = session;
    const person = await session
      .lookUp(spellings, Math.min(LOOK_UP_MS, deadline - Date.now()))
      .catch((cause: unknown) => {
        throw cause instanceof EngineClosedError ? cause : busy(cause);
      });
    await this.people.store(tenure, phone, person);
    this.remember(keyOf(tenure, phone), { person, hasWritten: false }, Date.now());
    return person;
  }

  private turnsOf(session: Asked): LookUpTurns {
    const turns = this.turns.get(session) ?? new LookUpTurns(this.perMinute);
    this.turns.set(session, turns);
    return turns;
  }

  private isRemembered(key: string, { phone, userId }: Person): boolean {
    const remembered = this.remembered.get(key, Date.now());
    if (!remembered?.hasWritten) return false;
    return remembered.person?.phone === phone && (userId === null || remembered.person.userId === userId);
  }

  private remember(key: string, { person, hasWritten }: Remembered, checkedAt: number): void {
    this.remembered.set(key, { person, hasWritten }, checkedAt + DAY_MS);
  }
}

interface NumberAsked {
  /** The canonical number. */
  phone: string;
  spellings: readonly string[];
}

function keyOf({ channel_id, epoch }: Tenure, phone: string): string {
  return `${channel_id}/${epoch}/${phone}`;
}

function busy(cause?: unknown): AppError {
  return new AppError(
    'device_service_error',
    {
      reason: 'network_busy',
      message:
        'The chat network was not asked in time whether it knows the number. Nothing was sent. Send it again shortly.',
    },
    { cause },
  );
}
