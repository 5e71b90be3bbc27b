import type { Notice } from '@chat/contracts';
import type { BusConnection } from './connection';
import { DECLARE_IT } from './declared';

/** Notices between the replicas of services: at once, at most once, and without a trace. */
export class Notices {
  /** @param declared the only notices that may be heard, as `BusUse` declares them. */
  constructor(
    private readonly connection: BusConnection,
    private readonly declared: readonly Notice[],
  ) {}

  /**
   * Tells every replica that listens. NATS keeps the order: who is asked something because of an answer that this
   * process gives after the notice has heard the notice by then.
   */
  give({ subject }: Notice, accountId: number): void {
    if (this.connection.isConnected) this.connection.nats.publish(subject, String(accountId));
  }

  /** @throws Error for a notice that is not declared. */
  hear(notice: Notice, handle: (accountId: number) => void): void {
    const { subject } = notice;
    if (!this.declared.includes(notice)) {
      throw new Error(`This service does not declare that it hears ${subject}. ${DECLARE_IT}`);
    }
    this.connection.nats.subscribe(subject, {
      callback: (error, message) => {
        if (!error) handle(Number(message.string()));
      },
    });
  }
}
