import type { DataSource } from 'typeorm';
import { InstallationService } from './installation.service';

describe('the id of an installation', () => {
  const namedFrom = async (at: number) => {
    const row = { id: 'a', named_from: new Date(at) };
    const service = new InstallationService({ query: () => Promise.resolve([row]) } as unknown as DataSource);
    await service.onModuleInit();
    return service;
  };

  it('is read in references from the start, and written once replicas of the previous release have ended', async () => {
    expect(await namedFrom(Date.now() - 1)).toMatchObject({ id: 'a', idForSends: 'a' });
    expect(await namedFrom(Date.now() + 60_000)).toMatchObject({ id: 'a', idForSends: null });
  });
});
