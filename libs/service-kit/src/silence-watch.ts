import type { Socket } from 'node:net';

/** `SET [LOCAL] statement_timeout = 0`: later statements have no time limit. */
const UNLIMITED = /^\s*SET\s+(LOCAL\s+)?statement_timeout\s*=\s*0\b/i;
const LIMITED = /^\s*SET\s+statement_timeout\b/i;
const END_OF_TRANSACTION = /^\s*(COMMIT|ROLLBACK)\b(?!\s+TO\b)/i;

/**
 * Closes a connection whose server has become silent during a statement, as when its machine or the network is lost.
 * Nothing else would detect this soon: keep-alive sends no probes while data is unacknowledged, and the kernel
 * retransmits for a quarter of an hour.
 */
export class SilenceWatch {
  private isSessionUnlimited = false;
  private isTransactionUnlimited = false;

  /**
   * @param silenceMs longer than the time limit of statements.
   * @param isBusy whether a statement is still running.
   */
  constructor(
    private readonly silenceMs: number,
    private readonly isBusy: () => boolean,
  ) {}

  /** Tracks whether statements have a time limit. */
  observe(statement: string): void {
    const [isUnlimited, isLocal] = UNLIMITED.exec(statement) ?? [];
    if (isUnlimited && isLocal) this.isTransactionUnlimited = true;
    else if (isUnlimited || LIMITED.test(statement)) this.isSessionUnlimited = Boolean(isUnlimited);
    else if (END_OF_TRANSACTION.test(statement)) this.isTransactionUnlimited = false;
  }

  /** Any byte in either direction restarts the wait. */
  watch(socket: Socket): void {
    socket.setTimeout(this.silenceMs, () => {
      const { bytesRead } = socket;
      // If this process was paused, bytes may have arrived that are only read now.
      setImmediate(() => {
        if (socket.bytesRead === bytesRead && this.isOverdue()) {
          socket.destroy(new Error(`Postgres sent nothing for ${this.silenceMs} ms.`));
        }
      });
    });
  }

  private isOverdue(): boolean {
    return this.isBusy() && !this.isSessionUnlimited && !this.isTransactionUnlimited;
  }
}
