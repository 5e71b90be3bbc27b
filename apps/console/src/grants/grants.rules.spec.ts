import { accessesWithin, choiceOf } from './grants.rules';

describe('how far an agent may be let go', () => {
  it.each([
    [['conversations:read'], ['read']],
    [['tickets:write'], ['read', 'write']],
    [['messages:send'], ['read', 'answer_named', 'answer', 'write']],
  ])('follows from its scopes %j', (scopes, accesses) => {
    expect(accessesWithin(scopes)).toEqual(accesses);
  });

  it('is complete with a channel or conversations where these are to be named', () => {
    const nothing = { channel: '', conversations: new Set<number>() };
    expect(choiceOf('answer', { ...nothing, channel: '3' })).toEqual({ access: 'answer' });
    expect(choiceOf('answer_named', nothing)).toBeNull();
    const both = { channel: '3', conversations: new Set([17]) };
    expect(choiceOf('answer_named', both)).toEqual({ access: 'answer_named', channel_id: 3 });
    expect(choiceOf('answer_named', { ...both, channel: '' })).toEqual({
      access: 'answer_named',
      conversation_ids: [17],
    });
  });
});
