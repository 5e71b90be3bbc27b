import { until } from '@chat/test-kit';
import type { CloseReason } from '../engines/close-reasons';
import type {
  Arrival,
  DeviceEngine,
  Echo,
  EngineConnection,
  EngineEvent,
  InboundMessage,
  Receipt,
} from '../engines/device-engine';
import type { MemoryStore } from './memory-store';

type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>;

/** One connection of an engine, and all its events. */
export class EngineWatch {
  readonly events: EngineEvent[] = [];
  /** How often the listener was asked to hurry. */
  hurries = 0;
  signsOfLife = 0;
  /** How the listener handles an event; it may reject. */
  react: (event: EngineEvent) => Promise<void> = () => Promise.resolve();
  readonly connection: EngineConnection;

  constructor(
    engine: DeviceEngine,
    readonly store: MemoryStore,
  ) {
    this.connection = engine.connect(store, {
      handle: async (event) => {
        this.events.push(event);
        await this.react(event);
        if (event.type === 'arrived') await store.writeKeys(event.keys);
      },
      hurry: () => (this.hurries += 1),
      alive: () => (this.signsOfLife += 1),
      inTurn: (work) => work(),
    });
  }

  /** Resolves with the first event of a type, past or future. */
  async next<T extends EngineEvent['type']>(
    type: T,
    holds: (event: EventOf<T>) => boolean = () => true,
  ): Promise<EventOf<T>> {
    const isIt = (event: EngineEvent): event is EventOf<T> =>
      event.type === type && holds(event as EventOf<T>);
    return until(() => this.events.find(isIt), { describe: `the engine to tell of ${type}` });
  }

  async closed(): Promise<CloseReason> {
    return (await this.next('closed')).reason;
  }

  get arrivals(): Arrival[] {
    return this.events.flatMap((event) => (event.type === 'arrived' ? event.arrivals : []));
  }

  receipt(chatMessageId: string, level: Receipt['level']): Promise<Receipt> {
    const isIt = (arrival: Arrival): arrival is Receipt =>
      arrival.type === 'receipt' && arrival.chatMessageId === chatMessageId && arrival.level === level;
    return until(() => this.arrivals.find(isIt), { describe: `the receipt ${level}` });
  }

  echo(chatMessageId: string): Promise<Echo> {
    const isIt = (arrival: Arrival): arrival is Echo =>
      arrival.type === 'echo' && arrival.chatMessageId === chatMessageId;
    return until(() => this.arrivals.find(isIt), { describe: `the echo ${chatMessageId}` });
  }

  message(chatMessageId: string): Promise<InboundMessage> {
    const isIt = (arrival: Arrival): arrival is InboundMessage =>
      arrival.type === 'message' && arrival.chatMessageId === chatMessageId;
    return until(() => this.arrivals.find(isIt), { describe: `the message ${chatMessageId}` });
  }
}
