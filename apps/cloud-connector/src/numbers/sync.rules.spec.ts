import {
  asking,
  declined,
  expired,
  failed,
  isOver,
  looksAs,
  syncOf,
  withContacts,
  withHistory,
  withStoredPart,
  type SyncState,
} from './sync.rules';

const began = new Date('2026-01-01T10:00:00.000Z');
const later = new Date('2026-01-01T11:00:00.000Z');
const NUMBER = '2001';
const fresh = () => syncOf(null, NUMBER, began);
const running = (change: Partial<SyncState> = {}): SyncState => ({
  ...fresh(),
  status: 'running',
  ...change,
});

describe('the sync of a number', () => {
  const known = (change: object) => ({
    phone_number_id: NUMBER,
    reason: 'connected',
    sync: running(),
    ...change,
  });

  it.each([
    ['is kept when the number is renewed', known({}), false],
    ['stays completed when the number is renewed', known({ sync: running({ status: 'completed' }) }), false],
    ['restarts with another number', known({ phone_number_id: '2002' }), true],
    ['restarts after the number was removed', known({ reason: 'number_removed' }), true],
    ['restarts after it failed', known({ sync: failed(running(), 'x') }), true],
    ['starts when there was none', known({ sync: null }), true],
  ])('%s', (_, before, begins) => {
    const sync = syncOf(before, NUMBER, later);
    if (begins) expect(sync).toEqual({ ...fresh(), beganAt: later.toISOString() });
    else expect(sync).toBe(before.sync);
  });

  it('lasts 24 hours', () => {
    const end = new Date('2026-01-02T10:00:00.000Z');
    expect([isOver(fresh(), new Date(end.getTime() - 1)), isOver(fresh(), end)]).toEqual([false, true]);
  });

  it('records each request once', () => {
    const asked = asking(asking(fresh(), 'history'), 'history');
    expect(asked.asked).toEqual(['history']);
    expect(looksAs(asked, fresh())).toBe(true);
  });

  it('runs from the first contacts on, and records when they arrived', () => {
    const first = withContacts(fresh(), began);
    expect(withContacts(first, later)).toMatchObject({ status: 'running', contactsAt: began.toISOString() });
  });

  it('is completed when the last piece is delivered and every part is stored, in whatever order', () => {
    const last = withHistory(fresh(), { parts: 1, announced: 100 }, began);
    const first = withHistory(last, { parts: 2, announced: 30 }, began);
    const two = withStoredPart(withStoredPart(first, began), began);
    expect([last, first, two].map(({ status, progress }) => [status, progress])).toEqual([
      ['running', 0],
      ['running', 0],
      ['running', 66],
    ]);
    const all = withStoredPart(two, later);
    expect(all).toMatchObject({ status: 'completed', progress: 100, completedAt: later.toISOString() });
  });

  it('is completed by the last piece if that has no message', () => {
    expect(withHistory(fresh(), { parts: 0, announced: 100 }, later).status).toBe('completed');
  });

  it('never decreases, and stays at 99 percent while anything is missing', () => {
    const half = withStoredPart(withHistory(fresh(), { parts: 1, announced: 55 }, began), began);
    const more = withHistory(half, { parts: 9, announced: 60 }, began);
    expect([half.progress, more.progress]).toEqual([55, 55]);
    const nearly = withHistory(running({ parts: 999, stored: 999 }), { parts: 1, announced: 100 }, began);
    expect(nearly.progress).toBe(99);
  });

  it('resumes when a piece arrives after the last one, or after a refusal', () => {
    const piece = { parts: 1, announced: 40 };
    const done = running({
      status: 'completed',
      completedAt: 'then',
      announced: 100,
      parts: 3,
      stored: 3,
      progress: 100,
    });
    const late = withHistory(done, piece, later);
    expect(late).toMatchObject({ status: 'running', completedAt: null, progress: 75 });
    expect(withStoredPart(late, later)).toMatchObject({ status: 'completed', progress: 100 });
    expect(withHistory(failed(running(), 'x'), piece, later)).toMatchObject({
      status: 'running',
      error: null,
    });
    expect(withHistory(declined(running(), began), piece, later).status).toBe('running');
  });

  it('stays failed when pieces arrive after the 24 hours, until the last of them', () => {
    const over = new Date('2026-01-02T10:00:00.000Z');
    const end = failed(running({ announced: 40, parts: 2, stored: 2, progress: 40 }), 'x');
    const late = withStoredPart(withHistory(end, { parts: 2, announced: 60 }, over), over);
    expect(late).toMatchObject({ status: 'failed', error: 'x', parts: 4, stored: 3, progress: 45 });
    const last = withHistory(late, { parts: 0, announced: 100 }, over);
    expect(last).toMatchObject({ status: 'running', error: null });
    expect(withStoredPart(last, over)).toMatchObject({ status: 'completed', progress: 100 });
    expect(withHistory(declined(running(), began), { parts: 1, announced: 40 }, over).status).toBe(
      'declined',
    );
  });

  it('ignores the parts of an earlier sync', () => {
    expect(withStoredPart(running({ status: 'completed', progress: 100 }), later)).toMatchObject({
      status: 'completed',
      stored: 0,
    });
  });

  it.each([
    ['fails if nothing was delivered', fresh(), 'failed'],
    ['fails if only a part was delivered', running({ announced: 99 }), 'failed'],
    [
      'keeps running if everything was delivered but not yet stored',
      running({ announced: 100, parts: 2 }),
      'running',
    ],
    ['stays completed', running({ status: 'completed' }), 'completed'],
    ['stays declined', declined(running(), began), 'declined'],
  ])('at its end %s', (_, state, status) => {
    expect(expired(state).status).toBe(status);
  });
});
