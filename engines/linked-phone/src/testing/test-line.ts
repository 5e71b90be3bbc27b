import type {
  Arrival,
  EngineConnection,
  EngineEvent,
  Person,
  SendOutcome,
} from '@chat/device-sessions/engines';
import { MemoryStore } from '@chat/device-sessions/testing';
import { until } from '@chat/test-kit';
import { BaileysEngine, type EngineSettings } from '../engine/engine';
import type { Phone } from '../network/phone';
import type { PhoneNetwork } from '../network/phone-network';
import { settingsFor } from './owner-process';

/** Returns the engine, for this network. */
export function engineFor(network: PhoneNetwork, change: Partial<EngineSettings> = {}): BaileysEngine {
  return new BaileysEngine({ ...settingsFor(network), ...change });
}

/** One connection of a session in memory, and what it told. */
export class TestLine {
  readonly events: EngineEvent[] = [];
  readonly connection: EngineConnection;

  constructor(
    network: PhoneNetwork,
    readonly session: MemoryStore,
    settings: Partial<EngineSettings> = {},
  ) {
    this.connection = engineFor(network, settings).connect(session, {
      handle: async (event) => {
        if (event.type === 'arrived') await session.writeKeys(event.keys);
        this.events.push(event);
      },
      hurry: () => undefined,
      alive: () => undefined,
      inTurn: (work) => work(),
    });
  }

  /** Links a session to the phone, and opens a connection of it. */
  static async link(
    network: PhoneNetwork,
    phone: Phone,
    store = new MemoryStore(),
    settings: Partial<EngineSettings> = {},
  ): Promise<TestLine> {
    const linking = new TestLine(network, store);
    await network.linking.scan(phone, (await linking.next('qr')).text);
    await linking.next('closed');
    return TestLine.open(network, store, settings);
  }

  static async open(
    network: PhoneNetwork,
    store: MemoryStore,
    settings: Partial<EngineSettings> = {},
  ): Promise<TestLine> {
    const line = new TestLine(network, store, settings);
    await line.next('open');
    return line;
  }

  /** Returns the first event of this type, when it comes. */
  next<T extends EngineEvent['type']>(type: T): Promise<Extract<EngineEvent, { type: T }>> {
    const isOfType = (event: EngineEvent): event is Extract<EngineEvent, { type: T }> => event.type === type;
    return until(() => this.events.find(isOfType), { describe: type });
  }

  get arrivals(): Arrival[] {
    return this.events.flatMap((event) => (event.type === 'arrived' ? event.arrivals : []));
  }

  /** Returns what arrived under this id, when it comes. */
  arrived(id: string): Promise<Arrival> {
    const isIt = ({ chatMessageId }: Arrival) => chatMessageId === id;
    return until(() => this.arrivals.find(isIt), { describe: `message ${id}` });
  }

  send(chatMessageId: string, to: Person, text = 'Hi'): Promise<SendOutcome> {
    const composed = this.connection.compose({ type: 'text', text }, null)!;
    this.session.sent.set(chatMessageId, composed);
    return this.connection.send({ chatMessageId, reference: '1', to, composed }, 5_000);
  }

  close(): void {
    this.connection.close();
  }
}
