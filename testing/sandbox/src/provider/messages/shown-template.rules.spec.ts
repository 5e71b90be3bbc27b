import { shownTemplate } from './shown-template.rules';

describe('a template on a phone', () => {
  it('has its values, in their order or by their names', () => {
    const components = [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
      { type: 'BODY', text: 'Dear {{name}}, {{day}}, {{name}}' },
      { type: 'FOOTER', text: 'Bye' },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Yes' }, { type: 'COPY_CODE' }] },
    ];
    const text = (value: string, name?: string) => ({
      type: 'text',
      text: value,
      ...(name !== undefined && { parameter_name: name }),
    });
    const given = [
      { type: 'header' as const, parameters: [text('7')] },
      { type: 'body' as const, parameters: [text('Monday', 'day'), text('{{day}}', 'name')] },
    ];
    expect(shownTemplate(components, given)).toEqual({
      header: 'Order 7',
      media: null,
      body: 'Dear {{day}}, Monday, {{day}}',
      footer: 'Bye',
      buttons: ['Yes', 'Copy offer code'],
    });
  });

  it('has a file instead of a text above it', () => {
    const components = [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Hello' },
    ];
    expect(shownTemplate(components, [])).toMatchObject({
      header: null,
      media: 'IMAGE',
      body: 'Hello',
      footer: null,
    });
  });
});
