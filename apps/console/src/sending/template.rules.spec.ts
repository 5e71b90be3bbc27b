import type { Template } from '@chat/client';
import { requestOf, slotsOf } from './template.rules';

const template = (members: Partial<Template>) =>
  ({
    template_id: 'tpl_1',
    category: 'UTILITY',
    header_format: 'NONE',
    header_text: null,
    body: 'Hello',
    body_examples: [],
    buttons: [],
    ...members,
  }) as Template;

describe('a template that is sent', () => {
  it('asks for every value once, and sends them in the order of their numbers', () => {
    const given = template({
      header_format: 'TEXT',
      header_text: 'Order {{1}}',
      body: 'Dear {{2}}, {{1}} and {{1}}',
      body_examples: ['roses', 'Ada'],
      buttons: [
        { type: 'QUICK_REPLY', text: 'Yes', url: null, phone_number: null, example: null, otp_type: null },
        {
          type: 'URL',
          text: 'Track',
          url: 'https://a.example/{{1}}',
          phone_number: null,
          example: null,
          otp_type: null,
        },
      ],
    });
    expect(slotsOf(given).map(({ id, example }) => [id, example])).toEqual([
      ['header-1', ''],
      ['body-1', 'roses'],
      ['body-2', 'Ada'],
      ['button-1', ''],
    ]);
    const values = { 'header-1': '7', 'body-1': 'tulips', 'body-2': 'Eve', 'button-1': 'x' };
    expect(requestOf(given, values)).toEqual({
      template_id: 'tpl_1',
      header_variables: ['7'],
      body_variables: ['tulips', 'Eve'],
      button_variables: ['x'],
    });
  });

  it('sends named values by their names', () => {
    const given = template({ body: 'Dear {{first_name}}, {{order}}' });
    expect(requestOf(given, { 'body-first_name': 'Ada', 'body-order': '7' })).toEqual({
      template_id: 'tpl_1',
      body_named_variables: { first_name: 'Ada', order: '7' },
    });
  });

  it('of authentication takes the code, and has no text of its own', () => {
    const given = template({ category: 'AUTHENTICATION', body: null });
    expect(requestOf(given, { code: '1234' })).toEqual({ template_id: 'tpl_1', body_variables: ['1234'] });
  });

  it('without variables needs nothing', () => {
    expect(requestOf(template({}), {})).toEqual({ template_id: 'tpl_1' });
  });
});
