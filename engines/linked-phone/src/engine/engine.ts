import type { Agent } from 'node:https';
import type { Readable } from 'node:stream';
import type {
  DeviceEngine,
  EngineConnection,
  EngineListener,
  SessionStore,
} from '@chat/device-sessions/engines';
import { LinkedPhoneConnection, type ConnectionSettings } from './connection';
import type { MediaSource } from './contents.rules';
import { readState, writeState } from './credentials';
import { MediaStore } from './media';
import { repairLibrary, trustRoot } from './repairs';

export interface EngineSettings extends ConnectionSettings {
  /** The root of the network's certificates; null for the real network's. */
  rootKey: Uint8Array | null;
  mediaHost: string;
  /** A certificate to trust for media, as PEM. */
  mediaCa: string | null;
  /** The way to media; the direct one if absent. */
  mediaAgent?: Agent;
}

/** What is held per person: where each ratchet stands, and what was last known of devices. */
const PERSONAL_KEYS = ['session', 'sender-key', 'sender-key-memory', 'device-list', 'identity-key'];
/** More than are made between a backup and its use. There are 16 million numbers. */
const LOST_PRE_KEYS = 100_000;

/** The engine of the real network. */
export class BaileysEngine implements DeviceEngine {
  private readonly media: MediaStore;

  constructor(private readonly settings: EngineSettings) {
    repairLibrary();
    if (settings.rootKey) trustRoot(settings.rootKey);
    this.media = new MediaStore(settings.mediaHost, settings.mediaCa, settings.mediaAgent);
  }

  connect(session: SessionStore, listener: EngineListener): EngineConnection {
    return new LinkedPhoneConnection(this.settings, this.media, session, listener);
  }

  download(source: string, signal: AbortSignal): Promise<Readable> {
    return this.media.download(JSON.parse(source) as MediaSource, signal);
  }

  afterRestore(state: string): { state: string; dropped: readonly string[] } {
    const creds = readState(state);
    // Others have keys that were made since the backup: no other key may have the same number.
    creds.nextPreKeyId += LOST_PRE_KEYS;
    creds.firstUnuploadedPreKeyId = creds.nextPreKeyId;
    return { state: writeState(creds), dropped: PERSONAL_KEYS };
  }
}
