import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BackgroundLoops, type BackgroundLoop, type Transaction } from '@chat/bus';
import { ContactRewritesRepository, type ContactRewrite } from './contact-rewrites.repository';
import { ContactTextsRepository } from './contact-texts.repository';

/** Renames that another replica took in are found by polling. */
const POLL_MS = 1_000;
/** Some tens of milliseconds of work, however long the texts are: indexing one costs by its length. */
const BATCH = { tickets: 100, characters: 12_000 };
/** How long a rewrite rests when all that is left of it is locked. */
const LOCKED_PAUSE_MS = 500;
/** How long it rests after a failure, so that it keeps no other waiting. */
const FAILED_PAUSE_MS = 60_000;

/**
 * Brings the new text of a contact to its tickets: one batch of one contact in a transaction. Accounts take turns, so
 * that a contact with many tickets keeps no other account waiting; a crash costs the batch that was under way.
 */
@Injectable()
export class ContactRewritesService {
  private readonly loop: BackgroundLoop;
  /** The account of the last batch: the next turn is that of the account after it. */
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

  /** To be called in the transaction that changed the texts, after the change. */
  async schedule(tx: Transaction, rewrites: ContactRewrite[]): Promise<void> {
    if (rewrites.length === 0) return;
    if (await this.rewrites.add(rewrites, tx.manager)) tx.afterCommit(() => this.loop.wake());
  }

  /** One batch. @returns whether there was one. */
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
   * The text is read anew each time: the latest counts, whichever rename asked for the rewrite. One that is committed
   * after that has a rewrite of its own.
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
