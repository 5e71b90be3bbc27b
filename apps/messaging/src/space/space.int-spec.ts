import { importHistory } from '@chat/contracts/messaging';
import { testContext, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

/** Each replica measures when it starts, so these are full from the first moment. */
describe('an installation with little space', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start(
      {},
      { environment: { DATABASE_MAX_BYTES: '1', MEDIA_MAX_BYTES: '1' } },
    );
  });

  afterAll(() => messaging.service.stop());

  const refusalOf = (attempt: () => Promise<unknown>) =>
    until(
      () =>
        attempt().then(
          () => null,
          (error: { code: string; details: object }) => error,
        ),
      { describe: 'a refusal' },
    );
  const low = { code: 'service_unavailable', details: { reason: 'storage_low' } };

  it('imports no history, and takes files until the space for media is used', async () => {
    const body = { channel_id: 1, connector: 'device-sessions', messages: [] };
    const imported = () => messaging.bus.request(importHistory, { body }, testContext());
    expect(await refusalOf(imported)).toMatchObject(low);
    const document = {
      blob: '1/a',
      filename: null,
      mime_type: 'text/plain',
      size: 10,
      sha256: '0'.repeat(64),
    };
    await messaging.send({ message: undefined, document });
    await until(
      async () => (await messaging.service.query('SELECT FROM messaging.usage WHERE used = 10')).length > 0,
      {
        describe: 'the file to be counted',
      },
    );
    await messaging.service.startReplica();
    const send = () => messaging.send({ message: undefined, document: { ...document, blob: '1/b' } });
    expect(await refusalOf(send)).toMatchObject(low);
    await messaging.send({ mobile: '15119999999' });
    await messaging.receive();
  });
});
