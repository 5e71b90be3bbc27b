import { levelOf, mayAnswerIn, onlyReading, refusalOf, type Permission } from './agent-access.rules';

const named: Permission = { ...onlyReading, access: 'answer_named', conversationIds: [17, 18] };
const ofChannel: Permission = { ...onlyReading, access: 'answer_named', channelId: 7 };
const channelOf = (id: number) => Promise.resolve(id < 100 ? 7 : 8);
const nobodyAsks = () => Promise.reject(new Error('It is not needed.'));

describe('what an agent may do', () => {
  it.each([
    ['read', { ...onlyReading }, 'read'],
    ['answer', { ...onlyReading, access: 'answer' }, 'answer'],
    ['answer in what is named', named, 'answer'],
    ['read once the hour is over', { ...named, isOver: true }, 'read'],
    ['write', { ...onlyReading, access: 'write' }, 'write'],
  ] as [string, Permission, string][])('is to %s', (_, agent, level) => {
    expect(levelOf(agent)).toBe(level);
  });

  it('is to answer in the named conversations and no other', async () => {
    expect(await mayAnswerIn(named, 17, nobodyAsks)).toBe(true);
    expect(await mayAnswerIn(named, 19, nobodyAsks)).toBe(false);
  });

  it('is to answer in the conversations of the channel and no other', async () => {
    expect(await mayAnswerIn(ofChannel, 17, channelOf)).toBe(true);
    expect(await mayAnswerIn(ofChannel, 117, channelOf)).toBe(false);
  });

  it('is to answer in every conversation if none is named', async () => {
    expect(await mayAnswerIn({ ...onlyReading, access: 'answer' }, 19, nobodyAsks)).toBe(true);
  });

  it('is said with what a person can do about it', () => {
    expect(refusalOf({ ...named, isOver: true })).toContain('renew');
    expect(refusalOf(onlyReading)).toContain('only read.');
  });
});
