import { setImmediate } from 'node:timers/promises';
import type {
  Arrival,
  EngineConnection,
  EngineEvent,
  KeyChange,
  SessionStore,
} from '@chat/device-sessions/engines';
import { until } from '@chat/test-kit';
import { PhoneNetwork } from '../network/phone-network';
import { BaileysEngine } from './engine';

const ROUNDS = 40;
/** About as many steps as a round has, so that some of its owners live to its end. */
const STEPS = 30;
const BUSINESS = '4915100000001';
const CUSTOMER = '4915100000002';

/** What survives a crash: each write is there as a whole, or not at all. */
class Database {
  state: string | null = null;
  readonly keys = new Map<string, Uint8Array>();
  /** What was composed, for a device that could not read it. */
  readonly sent = new Map<string, Uint8Array>();
  /** By id, as a table keeps them that takes each message once. */
  readonly arrivals = new Map<string, Arrival>();

  apply(changes: readonly KeyChange[]): void {
    for (const { kind, id, value } of changes)
      if (value) this.keys.set(`${kind} ${id}`, value);
      else this.keys.delete(`${kind} ${id}`);
  }
}

/** A process that owns the session until it is killed, at any step before or after one of its writes. */
class Owner implements SessionStore {
  readonly connection: EngineConnection;
  isOpen = false;
  isDead = false;

  constructor(
    private readonly database: Database,
    engine: BaileysEngine,
    private readonly step: (owner: Owner) => void,
  ) {
    this.connection = engine.connect(this, {
      handle: (event) => this.handle(event),
      hurry: () => undefined,
      alive: () => undefined,
      inTurn: (work) => work(),
    });
  }

  get state(): string | null {
    return this.database.state;
  }

  die(): void {
    this.isDead = true;
    this.connection.close();
  }

  saveState(state: string): Promise<void> {
    return this.write(() => (this.database.state = state));
  }

  writeKeys(changes: readonly KeyChange[]): Promise<void> {
    return this.write(() => this.database.apply(changes));
  }

  async readKeys(kind: string, ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    await this.pause();
    const { keys } = this.database;
    return new Map(
      ids.flatMap((id) => (keys.has(`${kind} ${id}`) ? [[id, keys.get(`${kind} ${id}`)!]] : [])),
    );
  }

  readAllKeys(kind: string): Promise<ReadonlyMap<string, Uint8Array>> {
    const names = [...this.database.keys.keys()].filter((name) => name.startsWith(`${kind} `));
    return this.readKeys(
      kind,
      names.map((name) => name.slice(kind.length + 1)),
    );
  }

  async sentContent(chatMessageId: string): Promise<Uint8Array | null> {
    await this.pause();
    return this.database.sent.get(chatMessageId) ?? null;
  }

  private async handle(event: EngineEvent): Promise<void> {
    if (event.type === 'open') this.isOpen = true;
    if (event.type === 'closed') this.isDead = true;
    if (event.type !== 'arrived') return;
    await this.write(() => {
      this.database.apply(event.keys);
      for (const arrival of event.arrivals) {
        const key = arrival.type === 'receipt' ? `${arrival.level} ` : '';
        const id = key + arrival.chatMessageId;
        if (!this.database.arrivals.has(id)) this.database.arrivals.set(id, arrival);
      }
    });
  }

  private async write(change: () => void): Promise<void> {
    await this.pause();
    change();
    await this.pause();
  }

  /** What is dead writes nothing. It fails rather than hangs, since libsignal has one queue per person in a whole process. */
  private async pause(): Promise<void> {
    this.step(this);
    await setImmediate();
    if (this.isDead) throw new Error('The process is dead.');
  }
}

describe('the order of writes', () => {
  let network: PhoneNetwork;
  let engine: BaileysEngine;
  const database = new Database();
  const owners: Owner[] = [];

  beforeAll(async () => {
    network = await PhoneNetwork.start();
    const { url, rootKey, media } = network;
    const settings = { url, rootKey, codeMs: 20_000, queryTimeoutMs: 2_000 };
    engine = new BaileysEngine({ ...settings, mediaHost: media.name, mediaCa: media.ca });
  });

  afterAll(async () => {
    owners.forEach((owner) => owner.die());
    await network.stop();
  });

  const own = (step: (owner: Owner) => void = () => undefined) => {
    const owner = new Owner(database, engine, step);
    owners.push(owner);
    return owner;
  };

  it('survives kills at any step: all is received once and in order, and all that was sent can be read', async () => {
    const [business, customer] = [network.phone(BUSINESS), network.phone(CUSTOMER)];
    const first = own();
    await until(() => network.linking.shown()[0], { describe: 'a code' });
    const code = await first.connection.requestPairingCode(BUSINESS);
    await network.linking.enterCode(business, code.code);
    await until(() => first.isDead, { describe: 'the link' });

    const written: string[] = [];
    const accepted: string[] = [];
    let kills = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each round kills at another step; the last ones let the owner live.
      let left = round % STEPS;
      const owner = own((its) => {
        left -= 1;
        if (left > 0 || its.isDead || round >= ROUNDS - 2) return;
        kills += 1;
        its.die();
      });
      await until(() => owner.isOpen || owner.isDead, { describe: 'the owner to be there, or dead' });
      written.push(await network.post.write(customer, business, { conversation: `in ${round}` }));
      if (!owner.isOpen || owner.isDead) continue;
      const to = { phone: CUSTOMER, userId: null };
      const composed = owner.connection.compose({ type: 'text', text: `out ${round}` }, null)!;
      const message = { chatMessageId: `OUT${round}`, reference: String(round), to, composed };
      database.sent.set(message.chatMessageId, composed);
      const { kind } = await owner.connection.send(message, 2_000);
      if (kind === 'accepted') accepted.push(message.chatMessageId);
      owner.die();
    }
    const last = own();
    await until(() => last.isOpen, { describe: 'the last owner' });
    written.push(await network.post.write(customer, business, { conversation: 'the last' }));
    const have = () => [...database.arrivals.keys()].filter((id) => written.includes(id));
    await until(() => have().length === written.length, { describe: 'all messages' });

    expect(kills).toBeGreaterThan(ROUNDS / 2);
    expect(have()).toEqual(written);
    expect(customer.failures).toEqual([]);
    const read = customer.messages.map(({ id }) => id);
    expect(accepted.filter((id) => !read.includes(id))).toEqual([]);
    expect(new Set(read).size).toBe(read.length);
    // What the engine refused to the network, it had.
    const refused = [...business.devices.values()].flatMap(({ refusals }) => refusals.map(({ id }) => id));
    expect(refused.filter((id) => !database.arrivals.has(id))).toEqual([]);
  });

  it('repeats no key of a ratchet when it is killed as the network takes a message', async () => {
    owners.forEach((owner) => owner.die());
    const business = network.phone(BUSINESS);
    // With others, the library begins a new session after each login, which would hide it.
    const customer = network.phone('4915100000003');
    customer.hasId = false;
    const send = async (owner: Owner, chatMessageId: string) => {
      const to = { phone: customer.digits, userId: null };
      const composed = owner.connection.compose({ type: 'text', text: 'Hi' }, null)!;
      await owner.connection.send({ chatMessageId, reference: '1', to, composed }, 2_000);
      const isThere = () =>
        customer.messages.some(({ id }) => id === chatMessageId) || customer.unreadable.has(chatMessageId);
      await until(isThere, { describe: 'the message' });
    };
    const id = await network.post.write(customer, business, { conversation: 'Hi' });
    let owner = own();
    await until(() => database.arrivals.has(id), { describe: 'the message of the customer' });
    for (const chatMessageId of ['K1', 'K2', 'K3', 'K4']) {
      await until(() => owner.isOpen, { describe: 'the owner' });
      network.intercept = ({ direction, stanza }) => {
        const isSend = direction === 'from device' && stanza.tag === 'message';
        if (isSend && stanza.attrs.id === chatMessageId) owner.die();
        return 'pass';
      };
      await send(owner, chatMessageId);
      owner = own();
    }
    expect(customer.messages.map((message) => message.id)).toEqual(['K1', 'K2', 'K3', 'K4']);
    expect([...customer.unreadable]).toEqual([]);
  });

  it('confirms a message to the network only once it is stored', async () => {
    owners.forEach((owner) => owner.die());
    const [business, customer] = [network.phone(BUSINESS), network.phone(CUSTOMER)];
    const early: string[] = [];
    const confirmed: string[] = [];
    network.intercept = ({ direction, stanza }) => {
      const { id = '', type = 'delivery' } = stanza.attrs;
      if (direction === 'from device' && stanza.tag === 'receipt' && type !== 'retry') {
        confirmed.push(id);
        if (!database.arrivals.has(id)) early.push(id);
      }
      return 'pass';
    };
    const owner = own();
    await until(() => owner.isOpen, { describe: 'the owner' });
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three'])
      ids.push(await network.post.write(customer, business, { conversation: text }));
    await until(() => confirmed.length >= ids.length, { describe: 'the confirmations' });
    expect(confirmed).toEqual(expect.arrayContaining(ids));
    expect(early).toEqual([]);
  });
});
