import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@chat/service-kit';
import type { DeviceSessionsConfig } from '../config';
import type { DeviceEngine, EngineConnection, EngineListener } from './device-engine';
import { SimulatedConnection } from './simulated-connection';

/** The engine of the sandbox's network. */
@Injectable()
export class SimulatedEngine implements DeviceEngine {
  constructor(@Inject(CONFIG) private readonly config: Pick<DeviceSessionsConfig, 'DEVICE_NETWORK_URL'>) {}

  connect(credentials: string | null, listener: EngineListener): EngineConnection {
    return new SimulatedConnection(this.config.DEVICE_NETWORK_URL, credentials, listener);
  }
}
