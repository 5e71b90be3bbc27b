import type { ConfigError } from '@chat/service-kit';
import { loadDeviceSessionsConfig } from './config';
import type { DeviceEngine } from './engines/device-engine';
import type { EnginePackage } from './engines/engine-package';

const environment = {
  DATABASE_URL: 'postgres://chat:secret@127.0.0.1/chat',
  NATS_URL: 'nats://127.0.0.1:4222',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
};
const violationOf = (DEVICE_ENGINE: string) => {
  try {
    loadDeviceSessionsConfig({ ...environment, DEVICE_ENGINE });
    return undefined;
  } catch (error) {
    return (error as ConfigError).violations.DEVICE_ENGINE;
  }
};

describe('DEVICE_ENGINE', () => {
  it('is simulated unless it is set', () => {
    expect(loadDeviceSessionsConfig(environment).DEVICE_ENGINE).toBe('simulated');
  });

  it('names the command that installs an engine which the program does not contain', () => {
    expect(violationOf('baileys')).toContain('npm ci --prefix engines/linked-phone');
  });

  it('lists the names that it can have', () => {
    expect(violationOf('another')).toBe('must be one of simulated, baileys');
  });

  it('can be an engine that the program brings along, which reads settings of its own', () => {
    const engine = {} as DeviceEngine;
    const brought: EnginePackage = { name: 'brought', settings: {}, configure: () => () => engine };
    const config = loadDeviceSessionsConfig({ ...environment, DEVICE_ENGINE: 'brought' }, [brought]);
    expect([config.DEVICE_ENGINE, config.engines.get('brought')!()]).toEqual(['brought', engine]);
  });
});
