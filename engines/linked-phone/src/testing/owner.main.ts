import type { EngineConnection, EngineEvent, SessionStore } from '@chat/device-sessions/engines';
import { BaileysEngine, type EngineSettings } from '../engine/engine';
import { Calls, revive, type Channel } from './calls';

/**
 * A process that owns one session, for a spec to kill. Its store and its listener are in the process that started it, so that
 * they outlive it. It connects again whenever its connection ends.
 */
const RECONNECT_MS = 20;

const calls = new Calls(process as unknown as Channel);
let connection: EngineConnection | null = null;

async function main(): Promise<void> {
  const engine = new BaileysEngine(JSON.parse(process.env.ENGINE!, revive) as EngineSettings);
  let state: string | null = null;
  const store: SessionStore = {
    get state() {
      return state;
    },
    saveState: async (next) => {
      await calls.ask('saveState', next);
      state = next;
    },
    readKeys: (kind, ids) => calls.ask('readKeys', kind, ids),
    readAllKeys: (kind) => calls.ask('readAllKeys', kind),
    writeKeys: (changes) => calls.ask('writeKeys', changes),
    sentContent: (id) => calls.ask('sentContent', id),
  };
  const connect = () => {
    const current = engine.connect(store, {
      handle: async (event: EngineEvent) => {
        if (connection !== current) return;
        if (event.type === 'closed') setTimeout(connect, RECONNECT_MS);
        await calls.ask('handle', event);
      },
      hurry: () => undefined,
      alive: () => undefined,
      inTurn: (work) => work(),
    });
    connection = current;
  };
  calls.answer({
    start: (stored: string | null) => {
      state = stored;
      connect();
    },
    compose: (text: string) => connection!.compose({ type: 'text', text }, null),
    send: (message: Parameters<EngineConnection['send']>[0]) => connection!.send(message, 5_000),
    memory: () => process.memoryUsage(),
  });
  await calls.ask('ready');
}

process.on('disconnect', () => process.exit(0));
void main();
