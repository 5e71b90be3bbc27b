import type {
  DeviceEngine,
  EngineConnection,
  EngineListener,
  SessionStore,
} from '@chat/device-sessions/engines';
import type { BaileysEngine } from '../engine/engine';

/** The engine, and when it reads and writes keys. */
export class WatchedEngine implements DeviceEngine {
  /** Called before each read and each write. */
  onAccess: (kind: 'read' | 'write') => Promise<void> = () => Promise.resolve();

  constructor(private readonly engine: BaileysEngine) {}

  connect(session: SessionStore, listener: EngineListener): EngineConnection {
    const watched: SessionStore = {
      get state() {
        return session.state;
      },
      saveState: (state) => session.saveState(state),
      readKeys: async (kind, ids) => {
        await this.onAccess('read');
        return session.readKeys(kind, ids);
      },
      readAllKeys: async (kind) => {
        await this.onAccess('read');
        return session.readAllKeys(kind);
      },
      writeKeys: async (changes) => {
        await this.onAccess('write');
        return session.writeKeys(changes);
      },
      sentContent: (id) => session.sentContent(id),
    };
    const handle: EngineListener['handle'] = async (event) => {
      if (event.type === 'arrived' && event.keys.length > 0) await this.onAccess('write');
      return listener.handle(event);
    };
    return this.engine.connect(watched, { ...listener, handle });
  }

  download(...args: Parameters<BaileysEngine['download']>): ReturnType<BaileysEngine['download']> {
    return this.engine.download(...args);
  }

  afterRestore(state: string): ReturnType<BaileysEngine['afterRestore']> {
    return this.engine.afterRestore(state);
  }
}
