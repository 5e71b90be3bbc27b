import { renderMarkdown, slugOf } from './markdown';

const keep = (href: string) => href;
const htmlOf = (text: string, linkTo: (href: string) => string | null = keep) =>
  renderMarkdown(text, linkTo).html.text;

describe('a page of Markdown', () => {
  it('has its headings as places to link to, and as sections with their words', () => {
    const { title, html, sections } = renderMarkdown(
      '# Send `it`\n\nOne\ntwo.\n\n## Then (wait)\n\n- three\n\n```sh\nfour\n```\n',
      keep,
    );
    expect(title).toBe('Send it');
    expect(html.text).toContain('<h2 id="then-wait">Then (wait)</h2>');
    expect(sections).toEqual([
      { id: 'send-it', title: 'Send it', text: 'One two.' },
      { id: 'then-wait', title: 'Then (wait)', text: 'three four\n' },
    ]);
  });

  it('leaves out the notes of its authors', () => {
    expect(htmlOf('One\n\n<!-- printed\nby a spec -->\n\ntwo')).toBe('<p>One</p>\n<p>two</p>\n');
  });

  it('shows HTML as text', () => {
    expect(htmlOf('<script>alert(1)</script>')).toContain('&lt;script&gt;');
    expect(htmlOf('[x](javascript:alert(1))')).not.toContain('href');
  });

  it('leads links where they are told to, and shows those without a target as text', () => {
    const linkTo = (href: string) => (href === 'a.md' ? '/docs/a' : null);
    expect(htmlOf('[to a](a.md), [to b](b.md), [to a again](a.md)', linkTo)).toBe(
      '<p><a href="/docs/a">to a</a>, to b, <a href="/docs/a">to a again</a></p>\n',
    );
  });

  it.each([
    ['Ärger & Co.', 'ärger--co'],
    ['What `429` says', 'what-429-says'],
    ['snake_case-name', 'snake_case-name'],
  ])('names the heading %s as code hosts do', (heading, slug) => expect(slugOf(heading)).toBe(slug));
});
