import { BusConnection } from './connection';

describe('BusConnection', () => {
  // A label of 64 characters is invalid, so that no name server is asked, whose answer could take long.
  it.each(['nats://127.0.0.1:1', `nats://${'x'.repeat(64)}.invalid:4222`])(
    'names the setting if %s is not a server',
    async (url) => {
      await expect(BusConnection.open({ url }, 'spec')).rejects.toThrow(
        /^NATS could not be reached .*Check NATS_URL\.$/,
      );
    },
  );
});
