import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@chat/service-kit';
import type { DeviceSessionsConfig } from '../config';
import type { DeviceEngine, EngineConnection, EngineListener, SessionStore } from './device-engine';
import { SimulatedConnection } from './simulated-connection';
import { SimulatedMedia } from './simulated-media';

const SANDBOX = 'ws://127.0.0.1:3100/device-network';

type Settings = Pick<DeviceSessionsConfig, 'DEVICE_ENGINE' | 'DEVICE_NETWORK_URL'>;

/** The engine of the sandbox's network. */
@Injectable()
export class SimulatedEngine implements DeviceEngine {
  private readonly url: string;
  private readonly media: SimulatedMedia;

  constructor(@Inject(CONFIG) { DEVICE_ENGINE, DEVICE_NETWORK_URL }: Settings) {
    this.url = (DEVICE_ENGINE === 'simulated' && DEVICE_NETWORK_URL) || SANDBOX;
    this.media = new SimulatedMedia(this.url);
  }

  connect(session: SessionStore, listener: EngineListener): EngineConnection {
    return new SimulatedConnection(this.url, this.media, session, listener);
  }

  /** It has no keys, and its state says who it is, nothing else. */
  afterRestore(state: string): { state: string; dropped: readonly string[] } {
    return { state, dropped: [] };
  }

  download(source: string, signal: AbortSignal): Promise<Readable> {
    return this.media.download(source, signal);
  }
}
