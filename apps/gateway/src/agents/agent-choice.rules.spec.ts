import { choiceOf, problemOfChoice, readChoice } from './agent-choice.rules';

const read = (values: Record<string, string>) => readChoice(new URLSearchParams(values));

describe('how far a person lets an agent go', () => {
  it.each([
    [{ access: 'read' }, { access: 'read', conversation_ids: [], channel_id: null }],
    [
      { access: 'write', conversation_ids: '17', channel_id: 'x' },
      { access: 'write', conversation_ids: [], channel_id: null },
    ],
    [
      { access: 'answer_named', conversation_ids: ' 17, 18 17' },
      { access: 'answer_named', conversation_ids: [17, 18], channel_id: null },
    ],
    [
      { access: 'answer_named', channel_id: '7' },
      { access: 'answer_named', conversation_ids: [], channel_id: 7 },
    ],
  ])('is read from a form: %j', (form, choice) => {
    expect(read(form as unknown as Record<string, string>)).toEqual(choice);
  });

  it.each([
    [{}],
    [{ access: 'all' }],
    [{ access: 'answer_named' }],
    [{ access: 'answer_named', conversation_ids: '0' }],
    [{ access: 'answer_named', conversation_ids: '17; 18' }],
    [{ access: 'answer_named', conversation_ids: '9007199254740993' }],
    [{ access: 'answer_named', conversation_ids: '17', channel_id: '7' }],
    [{ access: 'answer_named', channel_id: '7, 8' }],
    [{ access: 'answer_named', conversation_ids: Array.from({ length: 101 }, (_, i) => i + 1).join() }],
  ])('is asked for again if the form does not say it: %j', (form) => {
    expect(read(form as Record<string, string>)).toEqual(expect.any(String));
  });

  it('names nothing unless only that may be answered', () => {
    const choice = choiceOf({ access: 'answer', conversation_ids: [17], channel_id: 7 });
    expect(choice).toEqual({ access: 'answer', conversation_ids: [], channel_id: null });
    expect(problemOfChoice(choice)).toBeNull();
  });
});
