import { BusConnection, Notices } from '@chat/bus';
import { notice } from '@chat/contracts';
import { explainReadiness, type RunningService } from '@chat/service-kit';
import { ReloadableNats } from '../reloadable-nats';
import { TestBus } from '../test-bus';
import { startTestService, type TestService } from '../test-service';
import { until } from '../until';
import { createNote, notesService } from './notes.service';

interface Permissions {
  readonly subscribe: readonly string[];
  /** Defaults to nothing. */
  readonly denied?: readonly string[];
}

const OWN = 'rpc.notes.> notes';
const INBOX = '_INBOX_notes.>';
const right: Permissions = { subscribe: [OWN, INBOX] };

/** The users `notes`, `notes-b` and `spec`; only the permissions of the first vary. */
function users({ subscribe, denied = [] }: Permissions, password = 'notes'): string {
  const list = (subjects: readonly string[]) => JSON.stringify(subjects);
  const publish = denied.length > 0 ? `{ deny: ${list(denied)} }` : '">"';
  return `{ user: notes, password: ${password}, permissions: { publish: ${publish}, subscribe: ${list(subscribe)} } }
    { user: notes-b, password: notes-b }
    { user: spec, password: spec }`;
}

describe('a service with a subscription that NATS refuses', () => {
  let nats: ReloadableNats;
  let service: TestService;
  let bus: TestBus;
  let replica: RunningService;

  beforeEach(async () => {
    nats = await ReloadableNats.start(users(right));
    service = await startTestService(notesService, {}, { replicas: 0 });
    replica = await service.startReplica({ NATS_URL: nats.url('notes') });
    bus = await TestBus.open(nats.url('spec'));
    await untilReady();
  });

  afterEach(async () => {
    await service.stop();
    await bus.close();
    await nats.stop();
  });

  const untilReady = () =>
    until(async () => (await explainReadiness(replica.checks)).ready, {
      describe: 'the service to be ready',
    });

  /** Waits until the service is not ready because of this subject. */
  const untilRefused = (subject: string) =>
    until(
      async () => {
        const { ready, reasons = {} } = await explainReadiness(replica.checks);
        return !ready && reasons['notes.subscriptions']?.includes(subject);
      },
      { describe: `the service to name ${subject}` },
    );

  const create = (text: string) => bus.request(createNote, { body: { text } });

  const untilCopied = (id: number) =>
    until(async () => (await service.query('SELECT 1 FROM notes.copies WHERE id = $1', [id])).length === 1, {
      describe: 'the event to be consumed',
    });

  it.each([
    ['its operations', { subscribe: [INBOX] }, createNote.subject],
    ['its inbox', { subscribe: [OWN] }, '_INBOX_notes.'],
    [
      'pulls',
      { ...right, denied: ['$JS.API.CONSUMER.MSG.NEXT.>'] },
      'CONSUMER.MSG.NEXT.CHAT_EVENTS.notes-copies',
    ],
    ['its consumers', { ...right, denied: ['$JS.API.CONSUMER.>'] }, '$JS.API.CONSUMER.'],
  ])('is not ready while NATS refuses %s, and works again by itself', async (_what, wrong, subject) => {
    await nats.reload(users(wrong));
    await untilRefused(subject);

    await nats.reload(users(right));
    await untilReady();
    await untilCopied((await create('again')).id);
  });

  it('recovers if its user had changed when it reconnected', async () => {
    await nats.restart(users({ subscribe: ['nothing'] }));
    await untilRefused(createNote.subject);

    await nats.reload(users(right));
    await untilReady();
    await untilCopied((await create('again')).id);
  });

  it('recovers from a password that was refused for a while', async () => {
    await nats.reload(users(right, 'other'));
    await until(async () => (await explainReadiness(replica.checks)).checks['notes.nats'] === false, {
      describe: 'the service to be disconnected',
    });

    await nats.reload(users(right));
    await untilReady();
    await untilCopied((await create('again')).id);
  });

  it('leaves the requests to the other replicas', async () => {
    await service.startReplica({ NATS_URL: nats.url('notes-b') });
    await nats.reload(users({ subscribe: [INBOX] }));
    await untilRefused(createNote.subject);

    for (let count = 0; count < 20; count += 1) await create(`note ${count}`);
  });
});

describe('a subscription that NATS refuses', () => {
  const thingChanged = notice('now.notes.thing.changed');
  let nats: ReloadableNats;
  let connection: BusConnection;
  let spec: BusConnection;

  beforeEach(async () => {
    nats = await ReloadableNats.start(users({ subscribe: [INBOX, thingChanged.subject] }));
    connection = await BusConnection.open({ url: nats.url('notes') }, 'notes');
    spec = await BusConnection.open({ url: nats.url('spec') }, 'spec');
  });

  afterEach(async () => {
    await connection.drain();
    await spec.drain();
    await nats.stop();
  });

  it('to notices is made again when NATS permits it', async () => {
    const heard: number[] = [];
    new Notices(connection, [thingChanged]).subscribe(thingChanged, (accountId) => heard.push(accountId));
    await connection.settle();
    await nats.reload(users({ subscribe: [INBOX] }));
    await until(() => connection.refusedSubjects.length === 1, { describe: 'the refusal' });
    await nats.reload(users({ subscribe: [INBOX, thingChanged.subject] }));

    await until(() => connection.refusedSubjects.length === 0, { describe: 'the permission' });
    new Notices(spec, []).publish(thingChanged, 7);
    await until(() => heard.length === 1, { describe: 'the notice' });
  });

  it('is not made again once it was drained', async () => {
    const subscription = connection.subscribe('theirs', { onMessage: () => undefined });
    await until(() => subscription.isRefused, { describe: 'the refusal' });
    await subscription.drain();

    expect(connection.refusedSubjects).toEqual([]);
    await nats.reload(users({ subscribe: ['>'] }));
    await connection.settle();
    await expect(spec.nats.request('theirs', '', { timeout: 10_000 })).rejects.toMatchObject({ code: '503' });
  });
});
