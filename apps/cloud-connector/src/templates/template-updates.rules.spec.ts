import { readTemplateUpdate, updateOfRefusal } from './template-updates.rules';

const now = new Date('2026-11-01T12:00:00Z');
const named = {
  message_template_id: 1315502779341834,
  message_template_name: 'order',
  message_template_language: 'en_US',
};
const update = {
  wabaId: '77',
  providerTemplateId: '1315502779341834',
  name: 'order',
  language: 'en_US',
  reason: null,
  at: now,
};

describe('a callback about a template', () => {
  it.each([
    ['a status', 'message_template_status_update', { event: 'PAUSED' }, { kind: 'status', value: 'PAUSED' }],
    [
      'a category',
      'template_category_update',
      { previous_category: 'UTILITY', new_category: 'MARKETING' },
      { kind: 'category', value: 'MARKETING' },
    ],
    [
      'an edit',
      'message_template_components_update',
      { message_template_title: 'T', message_template_element: 'B', message_template_buttons: [] },
      { kind: 'missing', value: 'content' },
    ],
    [
      'a quality',
      'message_template_quality_update',
      { previous_quality_score: 'GREEN', new_quality_score: 'YELLOW' },
      { kind: 'missing', value: 'quality' },
    ],
  ])('tells %s', (_, field, value, said) => {
    const change = { wabaId: '77', field, value: { ...named, ...value }, at: null };
    expect(readTemplateUpdate(change, now)).toEqual({ ...update, ...said });
  });

  it('names it by what Postgres can store', () => {
    const value = { ...named, message_template_id: '13\0\ud800', event: 'PAUSED' };
    const change = { wabaId: '77', field: 'message_template_status_update', value, at: null };
    expect(readTemplateUpdate(change, now)?.providerTemplateId).toBe('13\ufffd');
  });

  it.each([
    ['a detection of a category', 'template_correct_category_detection', named],
    ['a status without a word', 'message_template_status_update', named],
    ['an edit of no template', 'message_template_components_update', { message_template_id: 1 }],
  ])('tells nothing by %s', (_, field, value) => {
    expect(readTemplateUpdate({ wabaId: '77', field, value, at: null }, now)).toBeNull();
  });
});

describe('a refused send of a template', () => {
  const template = { name: 'order', language: { code: 'en_US' } };
  const refusedWith = (code: number, details: string | null = null) =>
    updateOfRefusal('77', template, { code, subcode: null, message: '', details, isTransient: false }, now);

  it.each([
    [132000, 'missing', 'parameters'],
    [132005, 'missing', 'parameters'],
    [132008, 'missing', 'parameters'],
    [132012, 'missing', 'parameters'],
    [132018, 'missing', 'parameters'],
    [132001, 'missing', null],
    [132015, 'status', 'PAUSED'],
    [132016, 'status', 'DISABLED'],
  ] as const)('with %d tells %s, %s', (code, kind, value) => {
    expect(refusedWith(code)).toEqual({ ...update, providerTemplateId: null, kind, value });
  });

  it('tells that its variables have names', () => {
    expect(refusedWith(100, 'Parameter name is missing or empty')).toMatchObject({ value: 'parameters' });
    expect(refusedWith(100)).toBeNull();
  });

  it('tells nothing of the template when it is about something else', () => {
    expect(refusedWith(131026)).toBeNull();
  });
});
