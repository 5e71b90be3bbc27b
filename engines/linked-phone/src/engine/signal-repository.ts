import { AsyncLocalStorage } from 'node:async_hooks';
import {
  getBinaryNodeChild,
  type BinaryNode,
  type SignalAuthState,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
} from '@whiskeysockets/baileys';
import { makeLibSignalRepository } from '@whiskeysockets/baileys/lib/Signal/libsignal.js';
import type { Arrival, KeyChange } from '@chat/device-sessions/engines';
import { silent } from '../silent';
import { countUnreadable } from './unreadable-count';

/** What is decrypted now: what it says is committed together with the keys that this changes. */
interface Opened {
  owner: OrderedWrites;
  arrivals: Arrival[];
  isCommitted: boolean;
}

interface Sending {
  owner: OrderedWrites;
  hasEncrypted: boolean;
}

/** Of all connections: Node keeps what was ever used, and each one more makes every promise of the process dearer. */
const openings = new AsyncLocalStorage<Opened>();
const sendings = new AsyncLocalStorage<Sending>();

type ReadMessages = (stanza: BinaryNode, bytes: Uint8Array, phoneOf: PhoneOf) => Promise<Arrival[]>;
type PhoneOf = (lid: string) => Promise<string | null>;

/**
 * The library's order of writes, put right.
 *
 * It encrypts within the transaction of a send, which it commits when the message has left: after a crash in between, the next
 * message repeats a key, and its recipient cannot read it. Here each step of a ratchet is committed before it returns.
 *
 * It confirms what it decrypted before anybody has it. Here what was decrypted and the step of the ratchet are committed at
 * once, before the library goes on and confirms.
 *
 * It also lets what comes now overtake what was missed, which it handles one by one; so messages are passed to it one by one.
 *
 * Can go when `order-of-writes.spec.ts` holds without it.
 */
export class OrderedWrites {
  /** Where the library keeps the transactions of this connection. */
  private transactions: AsyncLocalStorage<unknown> | null = null;
  private isReleased = false;
  private readonly noted = new WeakMap<Uint8Array, { stanza: BinaryNode; settle: () => void }>();

  constructor(
    private readonly readMessages: ReadMessages,
    private readonly arrive: (arrivals: Arrival[], keys: KeyChange[]) => Promise<void>,
    private readonly writeKeys: (changes: KeyChange[]) => Promise<void>,
    /** Notes a message that could not be read, before the network is told so. */
    private readonly noteUnreadable: (stanza: BinaryNode, phoneOf: PhoneOf) => Promise<void>,
  ) {}

  /**
   * Notes where an encrypted message came from: the library does not say when it has it decrypted.
   * @returns when it was decrypted and committed, or could not be.
   */
  note(stanza: BinaryNode): Promise<void> {
    const sealed = sealedIn(stanza);
    if (!sealed) return Promise.resolve();
    return new Promise((settle) => this.noted.set(sealed, { stanza, settle }));
  }

  /** Commits changes of keys. */
  commit(changes: KeyChange[]): Promise<void> {
    if (this.isReleased) return Promise.reject(new Error('The connection has ended.'));
    const opened = this.opened;
    if (!opened || opened.arrivals.length === 0 || opened.isCommitted) return this.writeKeys(changes);
    opened.isCommitted = true;
    return this.arrive(opened.arrivals, changes);
  }

  /** Runs a send. @returns whether anything may have been written when it failed. */
  async send(work: () => Promise<unknown>): Promise<'sent' | 'not_sent' | 'unknown'> {
    const state = { owner: this, hasEncrypted: false };
    try {
      await sendings.run(state, work);
      return 'sent';
    } catch {
      return state.hasEncrypted ? 'unknown' : 'not_sent';
    }
  }

  /** Lets go of what Node would keep, when nothing of the connection is under way any more. */
  release(): void {
    this.isReleased = true;
    this.transactions?.disable();
  }

  /** Returns the library's repository with these orders. */
  readonly makeRepository = (
    auth: SignalAuthState,
    _logger: unknown,
    lookUp?: Parameters<typeof makeLibSignalRepository>[2],
  ): SignalRepositoryWithLIDStore => {
    const inner = makeLibSignalRepository(auth, silent, lookUp);
    const keys = auth.keys as SignalKeyStoreWithTransaction;
    this.transactions = storageBehind(() => keys.isInTransaction());
    // Outside of whatever transaction the caller is in.
    const outside = AsyncLocalStorage.snapshot() as <T>(work: () => T) => T;
    const phoneOf = async (lid: string) => (await inner.lidMapping.getPNForLID(lid)) ?? null;
    /** A person's session has one lock, whichever of their addresses is used. */
    const addressOf = async (jid: string) => (await inner.lidMapping.getLIDForPN(jid)) ?? jid;

    return {
      ...inner,
      validateSession: (jid) => outside(() => inner.validateSession(jid)),
      getSessionInfo: (jid) => outside(() => inner.getSessionInfo(jid)),
      deleteSession: (jids) => outside(() => inner.deleteSession(jids)),
      migrateSession: (from, to) => outside(() => inner.migrateSession(from, to)),
      injectE2ESession: (options) => {
        const isSending = this.sending !== undefined;
        return outside(async () => {
          const jid = await addressOf(options.jid);
          // To send, the library replaces what it has, unless it has looked the person up in the last minutes.
          const known = isSending ? await inner.getSessionInfo(jid) : null;
          if (known?.registrationId === options.session.registrationId) return;
          await inner.injectE2ESession({ ...options, jid });
        });
      },
      encryptMessage: (options) => {
        const { sending } = this;
        return outside(async () => {
          const jid = await addressOf(options.jid);
          const encrypted = await inner.encryptMessage({ ...options, jid });
          if (sending) sending.hasEncrypted = true;
          return encrypted;
        });
      },
      decryptMessage: (options) =>
        outside(async () => {
          const opened: Opened = { owner: this, arrivals: [], isCommitted: false };
          const noted = this.noted.get(options.ciphertext);
          const jid = await addressOf(options.jid);
          const decrypt = async () => {
            const bytes = await inner.decryptMessage({ ...options, jid }).catch(countUnreadable);
            if (noted) opened.arrivals = await this.readMessages(noted.stanza, bytes, phoneOf);
            return bytes;
          };
          try {
            return await openings.run(opened, () => keys.transaction(decrypt, jid));
          } catch (error) {
            if (noted) await this.noteUnreadable(noted.stanza, phoneOf);
            throw error;
          } finally {
            noted?.settle();
          }
        }),
    };
  };

  /** What this connection decrypts in this context. */
  private get opened(): Opened | undefined {
    const opened = openings.getStore();
    return opened?.owner === this ? opened : undefined;
  }

  private get sending(): Sending | undefined {
    const sending = sendings.getStore();
    return sending?.owner === this ? sending : undefined;
  }
}

/** Returns what a person's device encrypted for this one; null if there is nothing of the kind. */
export function sealedIn(stanza: BinaryNode): Uint8Array | null {
  const { attrs, content } = getBinaryNodeChild(stanza, 'enc') ?? {};
  const isOfPerson = attrs?.type === 'msg' || attrs?.type === 'pkmsg';
  return isOfPerson && content instanceof Uint8Array ? content : null;
}

/** Returns the storage that this work reads at once. */
function storageBehind(work: () => unknown): AsyncLocalStorage<unknown> | null {
  const { prototype } = AsyncLocalStorage;
  const inherited = Object.getOwnPropertyDescriptor(prototype, 'getStore')!;
  const getStore = inherited.value as (this: AsyncLocalStorage<unknown>) => unknown;
  const found: AsyncLocalStorage<unknown>[] = [];
  Object.defineProperty(prototype, 'getStore', {
    ...inherited,
    value(this: AsyncLocalStorage<unknown>) {
      found.push(this);
      return getStore.call(this);
    },
  });
  try {
    work();
  } finally {
    Object.defineProperty(prototype, 'getStore', inherited);
  }
  return found[0] ?? null;
}
