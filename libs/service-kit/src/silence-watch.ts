import type { Socket } from 'node:net';

/** `SET [LOCAL] statement_timeout = 0`: what follows may take any time. */
const UNLIMITED = /^\s*SET\s+(LOCAL\s+)?statement_timeout\s*=\s*0\b/i;
const LIMITED = /^\s*SET\s+statement_timeout\b/i;
const END_OF_TRANSACTION = /^\s*(COMMIT|ROLLBACK)\b(?!\s+TO\b)/i;

/**
 * Gives up a connection whose server went silent in the middle of a statement, as after the loss of a machine or a
 * network: nobody closes the connection then, keep-alive does not probe while data is unacknowledged, and the kernel
 * would go on sending for a quarter of an hour.
 */
export class SilenceWatch {
  private isSessionUnlimited = false;
  private isTransactionUnlimited = false;

  /**
   * @param silenceMs longer than Postgres lets any statement run.
   * @param isBusy whether a statement has no answer yet.
   */
  constructor(
    private readonly silenceMs: number,
    private readonly isBusy: () => boolean,
  ) {}

  /** Follows which statements have no time limit. */
  note(statement: string): void {
    const [isUnlimited, isLocal] = UNLIMITED.exec(statement) ?? [];
    if (isUnlimited && isLocal) this.isTransactionUnlimited = true;
    else if (isUnlimited || LIMITED.test(statement)) this.isSessionUnlimited = Boolean(isUnlimited);
    else if (END_OF_TRANSACTION.test(statement)) this.isTransactionUnlimited = false;
  }

  /** Any byte in either direction begins the wait anew. */
  watch(socket: Socket): void {
    socket.setTimeout(this.silenceMs, () => {
      const { bytesRead } = socket;
      // What arrived while this process stood still is read before the server is judged.
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
