import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  SerialQueue,
  type EngineConnection,
  type EngineEvent,
  type SessionStore,
} from '@chat/device-sessions/engines';
import { LoginPace } from '@chat/device-sessions/testing';
import { BaileysEngine, type EngineSettings } from '../engine/engine';
import { Calls, revive, type Channel } from './calls';

/**
 * A process that holds many sessions, to be measured. Their stores are in the process that started it. Needs `--expose-gc`.
 */
const RECONNECT_MS = 20;
const CHUNK = 1 << 20;

const calls = new Calls(process as unknown as Channel);
const connections = new Map<string, EngineConnection>();
/** Linking takes turns, and connections begin one after the other, as in the service. */
const heavyWork = new SerialQueue();
const pace = new LoginPace(50);
const startPace = new LoginPace(100);
const engine = new BaileysEngine(JSON.parse(process.env.ENGINE!, revive) as EngineSettings);

function start(name: string, stored: string | null): void {
  let state = stored;
  const store: SessionStore = {
    get state() {
      return state;
    },
    saveState: async (next) => {
      await calls.ask('saveState', name, next);
      state = next;
    },
    readKeys: (kind, ids) => calls.ask('readKeys', name, kind, ids),
    readAllKeys: (kind) => calls.ask('readAllKeys', name, kind),
    writeKeys: (changes) => calls.ask('writeKeys', name, changes),
    sentContent: () => Promise.resolve(null),
  };
  const connect = () => {
    const current = engine.connect(store, {
      handle: async (event: EngineEvent) => {
        if (connections.get(name) !== current) return;
        if (event.type === 'closed') setTimeout(() => void pace.turn().then(connect), RECONNECT_MS);
        await calls.ask('handle', name, event);
      },
      hurry: () => undefined,
      alive: () => undefined,
      inTurn: (work) => heavyWork.take(work),
    });
    connections.set(name, current);
  };
  void startPace.turn().then(connect);
}

/** Sends a text. @returns how long the answer took, in ms. */
async function send(name: string, chatMessageId: string, phone: string): Promise<number> {
  const connection = connections.get(name)!;
  const composed = connection.compose({ type: 'text', text: 'Hi' }, null)!;
  const startedAt = performance.now();
  const to = { phone, userId: null };
  const outcome = await connection.send({ chatMessageId, reference: '1', to, composed }, 30_000);
  if (outcome.kind !== 'accepted') throw new Error(`The message is ${outcome.kind}.`);
  return performance.now() - startedAt;
}

/** Sends a document of this size, and fetches it again. @returns by how many bytes the process grew meanwhile. */
async function passDocument(name: string, phone: string, size: number): Promise<number> {
  const open = () =>
    Promise.resolve(
      Readable.from(
        (function* () {
          for (let left = size; left > 0; left -= CHUNK)
            yield Buffer.alloc(Math.min(CHUNK, left), left % 251);
        })(),
      ),
    );
  const hash = createHash('sha256');
  for await (const chunk of await open()) hash.update(chunk as Buffer);
  const sha256 = hash.digest('hex');
  gc!();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  const connection = connections.get(name)!;
  const signal = AbortSignal.timeout(60_000);
  const uploaded = await connection.upload('document', open, signal);
  const media = { blob: '', mime_type: 'application/pdf', filename: 'a.pdf', size, sha256, ptt: false };
  const composed = connection.compose({ type: 'document', text: null, media }, uploaded)!;
  await connection.send(
    { chatMessageId: 'DOC', reference: '1', to: { phone, userId: null }, composed },
    30_000,
  );
  const { directPath, mediaKey } = JSON.parse(uploaded) as { directPath: string; mediaKey: string };
  const source = { id: 'DOC', chat: '', kind: 'document', directPath, mediaKey, sha256, size };
  for await (const chunk of await engine.download(JSON.stringify(source), signal)) void chunk;
  clearInterval(watch);
  return peak - before;
}

/** @returns the heap in use and the largest size of the process so far, in bytes. */
async function memory(): Promise<{ heap: number; peak: number }> {
  for (let round = 0; round < 3; round += 1) {
    gc!();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { heap: process.memoryUsage().heapUsed, peak: process.resourceUsage().maxRSS * 1024 };
}

calls.answer({ start, send, passDocument, memory });
process.on('disconnect', () => process.exit(0));
void calls.ask('ready');
