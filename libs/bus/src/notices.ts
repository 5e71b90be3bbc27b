import type { Notice } from '@chat/contracts';
import type { BusConnection } from './connection';
import { DECLARE_IT } from './declared';

/** Notices between the replicas of services: delivered immediately, at most once, and not stored. */
export class Notices {
  /** @param declared the only notices that may be subscribed to, as in `BusUse`. */
  constructor(
    private readonly connection: BusConnection,
    private readonly declared: readonly Notice[],
  ) {}

  /**
   * Notifies every replica that listens. NATS preserves the order: if this process gives an answer after the notice, a
   * replica that receives a request because of that answer has already received the notice.
   */
  publish({ subject }: Notice, accountId: number): void {
    if (this.connection.isConnected) this.connection.nats.publish(subject, String(accountId));
  }

  /** @throws Error for a notice that is not declared. */
  subscribe(notice: Notice, handle: (accountId: number) => void): void {
    const { subject } = notice;
    if (!this.declared.includes(notice)) {
      throw new Error(`This service does not declare that it subscribes to ${subject}. ${DECLARE_IT}`);
    }
    this.connection.subscribe(subject, { onMessage: (message) => handle(Number(message.string())) });
  }
}
