import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BackgroundLoops, type BackgroundLoop, type Transaction } from '@chat/bus';
import { ContactRewritesRepository, type ContactRewrite } from './contact-rewrites.repository';
import { ContactTextsRepository } from './contact-texts.repository';

/** Renames consumed by another replica are found by polling. */
const POLL_MS = 1_000;
/**
 * About some tens of milliseconds of work, however long the texts are, since the cost of indexing grows with the
 * length.
 */
const BATCH = { tickets: 100, characters: 12_000 };
/** How long a rewrite pauses if all of its remaining tickets are locked. */
const LOCKED_PAUSE_MS = 500;
/** How long it pauses after a failure, so that it does not delay others. */
const FAILED_PAUSE_MS = 60_000;

/**
 * Copies the new text of a contact to its tickets, in one transaction per batch. Accounts take turns, so that a contact
 * with many tickets does not delay other accounts; a crash costs only the running batch.
 */
@Injectable()
export class ContactRewritesService {
  private readonly loop: BackgroundLoop;
  /** The account of the last batch; the next batch belongs to the account after it. */
  private lastAccountId = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly rewrites: ContactRewritesRepository,
    private readonly contactTexts: ContactTextsRepository,
    loops: BackgroundLoops,
  ) {
    this.loop = loops.add({
      name: 'contact-rewrites',
      round: () => this.rewriteBatch(),
      everyMs: POLL_MS,
    });
  }

  /** Call it in the transaction that changed the texts, after the change. */
  async schedule(tx: Transaction, rewrites: ContactRewrite[]): Promise<void> {
    if (rewrites.length === 0) return;
    if (await this.rewrites.add(rewrites, tx.manager)) tx.afterCommit(() => this.loop.wake());
  }

  /** Processes one batch. @returns whether there was one. */
  private async rewriteBatch(): Promise<boolean> {
    const turn: { rewrite: ContactRewrite | null } = { rewrite: null };
    try {
      await this.dataSource.transaction(async (manager) => {
        turn.rewrite = await this.takeNext(manager);
        if (turn.rewrite) await this.rewriteOne(turn.rewrite, manager);
      });
      return turn.rewrite !== null;
    } catch (error) {
      if (turn.rewrite) await this.rewrites.requeue(turn.rewrite, FAILED_PAUSE_MS, this.dataSource.manager);
      throw error;
    }
  }

  private async takeNext(manager: EntityManager): Promise<ContactRewrite | null> {
    const next = await this.rewrites.takeAfter(this.lastAccountId, manager);
    const rewrite = next || this.lastAccountId === 0 ? next : await this.rewrites.takeAfter(0, manager);
    this.lastAccountId = rewrite?.accountId ?? 0;
    return rewrite;
  }

  /**
   * The text is read again for each batch, so the latest applies, whichever rename requested the rewrite. A rename
   * committed later has its own rewrite.
   */
  private async rewriteOne(rewrite: ContactRewrite, manager: EntityManager): Promise<void> {
    const current = await this.contactTexts.read(rewrite.accountId, rewrite.contactId, manager);
    const rewritten = await this.rewrites.rewriteSome(rewrite, current, BATCH, manager);
    if (await this.rewrites.hasOlder(rewrite, current, manager)) {
      await this.rewrites.requeue(rewrite, rewritten > 0 ? 0 : LOCKED_PAUSE_MS, manager);
    } else {
      await this.rewrites.remove(rewrite, manager);
    }
  }
}
