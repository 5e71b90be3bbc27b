import { BusConnection } from './connection';

describe('BusConnection', () => {
  // No name server is asked for a label of 64 characters: its answer may take long.
  it.each(['nats://127.0.0.1:1', `nats://${'x'.repeat(64)}.invalid:4222`])(
    'names the setting when %s is no server',
    async (url) => {
      await expect(BusConnection.open({ url }, 'spec')).rejects.toThrow(
        /^NATS could not be reached .*Check NATS_URL\.$/,
      );
    },
  );
});
