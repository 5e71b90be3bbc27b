import { fromKept, toKept, type Parcel } from './parcels.rules';

const parcel: Parcel = {
  ...{ key: 'k', conversationId: 7, type: 'text', text: 'Hello', file: null, replyTo: 3 },
  ...{ afterSequence: 4, share: 0, error: null },
};

describe('what was on its way when a page was left', () => {
  it('is there again under its own key, and waits for somebody to try again', () => {
    expect(fromKept(toKept([parcel]))).toEqual([
      { ...parcel, error: expect.objectContaining({ code: 'was_left' }) as unknown },
    ]);
  });

  it('is gone if it had a file', () => {
    const blob = new File(['a'], 'a.pdf');
    expect(toKept([{ ...parcel, file: { blob, kind: 'document' } }])).toBe('');
    expect(fromKept('')).toEqual([]);
  });
});
