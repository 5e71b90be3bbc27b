import { featureFlags, type FeatureFlag } from '@chat/contracts';
import { loadConfig, type Environment } from '@chat/service-kit';
import { flagSettings, loadGatewayConfig, type GatewayConfig } from './config';

const experiment: FeatureFlag = { name: 'FEATURE_EXPERIMENT_V1', default: 'off', summary: 'An experiment.' };
const routine: FeatureFlag = { name: 'FEATURE_ROUTINE_V1', default: 'on', summary: 'A routine.' };

const environment: Environment = {
  DATABASE_URL: 'postgres://chat:chat@127.0.0.1:5432/chat',
  NATS_URL: 'nats://127.0.0.1:4222',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
};

describe('the settings of feature flags', () => {
  const read = (given: Environment) =>
    loadConfig(flagSettings([experiment, routine]), { ...environment, ...given });

  it('have the default of the flag where the environment says nothing', () => {
    expect(read({})).toMatchObject({ FEATURE_EXPERIMENT_V1: 'off', FEATURE_ROUTINE_V1: 'on' });
  });

  it('are what the environment says', () => {
    expect(read({ FEATURE_EXPERIMENT_V1: 'on', FEATURE_ROUTINE_V1: 'off' })).toMatchObject({
      FEATURE_EXPERIMENT_V1: 'on',
      FEATURE_ROUTINE_V1: 'off',
    });
  });

  it.each(['true', 'ON', ''])('refuse %j', (value) => {
    expect(() => read({ FEATURE_EXPERIMENT_V1: value })).toThrow(/FEATURE_EXPERIMENT_V1/);
  });

  it('are there for every flag that is declared', () => {
    const config = loadGatewayConfig(environment) as GatewayConfig;
    const values = Object.values(featureFlags).map(({ name }) => config[name]);
    expect(values).toEqual(Object.values(featureFlags).map((flag) => flag.default));
  });
});
