import { judgeStreams, type StreamedContact, type Told } from './streams.rules';

const one = { contact: 1 };
const two = { contact: 2 };
/** The reader had been told one thing when the second was there. */
const contacts: StreamedContact[] = [
  { id: 1, toldBefore: [0] },
  { id: 2, toldBefore: [1] },
];

describe('the readers of event streams under faults', () => {
  it.each<[string, Told[]]>([
    ['of each contact', [one, two]],
    ['of each contact, and of others', [one, { contact: 7 }, two]],
    ['to read again after both were there', [one, 'reset']],
    ['of each contact, and to read again', [one, two, 'reset']],
    ['of one again once they had to read again', [one, 'reset', one, two]],
  ])('may be told %s', (_, told) => {
    expect(judgeStreams([told], contacts)).toEqual([]);
  });

  it.each<[string, string, Told[]]>([
    ['lost', 'of one only', [one]],
    ['lost', 'to read again before the other was there', ['reset', one]],
    ['double', 'of one twice', [one, two, one]],
    ['double', 'of one twice after they had to read again', ['reset', one, two, one]],
  ])('have a finding %s if they were told %s', (kind, _, told) => {
    expect(judgeStreams([told], contacts).map((finding) => finding.kind)).toEqual([kind]);
  });
});
