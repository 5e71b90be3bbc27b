import markdownIt from 'markdown-it';
import { Html } from '../pages/html';

/** A part of a page, from one heading to the next. */
export interface Section {
  /** Its anchor in the page. */
  readonly id: string;
  readonly title: string;
  /** Its text, for the search. */
  readonly text: string;
}

export interface RenderedMarkdown {
  readonly title: string;
  readonly html: Html;
  readonly sections: readonly Section[];
}

/** A note for editors of the page. */
const COMMENT = /^<!--[^]*?-->\n/gm;

/** HTML in the source is shown as text. */
const markdown = markdownIt({ html: false, linkify: false });

type Tokens = ReturnType<typeof markdown.parse>;

/**
 * Renders a Markdown text as a page.
 * @param linkTo resolves a link; null shows it as text, since its target is not published.
 */
export function renderMarkdown(text: string, linkTo: (href: string) => string | null): RenderedMarkdown {
  const tokens = markdown.parse(text.replaceAll(COMMENT, ''), {});
  const sections = nameSections(tokens);
  for (const { children } of tokens) if (children) redirectLinks(children, linkTo);
  const html = new Html(wrapTables(markdown.renderer.render(tokens, markdown.options, {})));
  return { title: sections[0]?.title ?? '', html, sections };
}

/** The anchor of a heading, as code hosts form it. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** Gives each heading its id and collects the text below it. */
function nameSections(tokens: Tokens): Section[] {
  const sections: { id: string; title: string; words: string[] }[] = [];
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const title = wordsOf(tokens[index + 1]!);
      const id = slugOf(title);
      token.attrSet('id', id);
      sections.push({ id, title, words: [] });
    } else if (token.type === 'fence' || (token.type === 'inline' && !isOfHeading(tokens[index - 1]))) {
      sections.at(-1)?.words.push(wordsOf(token));
    }
  });
  return sections.map(({ id, title, words }) => ({ id, title, text: words.join(' ') }));
}

function isOfHeading(before: Tokens[number] | undefined): boolean {
  return before?.type === 'heading_open';
}

function wordsOf({ children, content }: Tokens[number]): string {
  if (!children) return content;
  return children.map(({ type, content: words }) => (type.endsWith('break') ? ' ' : words)).join('');
}

function redirectLinks(
  children: NonNullable<Tokens[number]['children']>,
  linkTo: (href: string) => string | null,
) {
  let isDropped = false;
  for (const token of children) {
    if (token.type === 'link_open') {
      const target = linkTo(String(token.attrGet('href')));
      isDropped = target === null;
      if (target !== null) token.attrSet('href', target);
    }
    if (isDropped && token.type.startsWith('link_')) {
      isDropped = token.type === 'link_open';
      Object.assign(token, { type: 'text', tag: '', content: '', attrs: null });
    }
  }
}

/** Makes wide tables scroll horizontally on small screens. */
function wrapTables(html: string): string {
  return html
    .replaceAll('<table>', '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>');
}
