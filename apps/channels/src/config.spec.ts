import { loadChannelsConfig } from './config';

const environment = {
  DATABASE_URL: 'postgres://chat:chat@127.0.0.1:5432/chat',
  NATS_URL: 'nats://127.0.0.1:4222',
  PUBLIC_BASE_URL: 'https://chat.example.com',
};

describe('the lifetime of an onboarding session', () => {
  const read = (ONBOARDING_TTL_MS?: string) => loadChannelsConfig({ ...environment, ONBOARDING_TTL_MS });

  it('is 30 minutes by default and can be shortened', () => {
    expect(read().ONBOARDING_TTL_MS).toBe(1_800_000);
    expect(read('60000').ONBOARDING_TTL_MS).toBe(60_000);
  });

  it.each(['1800001', '999', 'soon'])('cannot be %s', (value) => {
    expect(() => read(value)).toThrow(/ONBOARDING_TTL_MS: must be a whole number from 1000 to 1800000/);
  });
});
