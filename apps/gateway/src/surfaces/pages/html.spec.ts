import { html } from './html';

describe('html', () => {
  it('escapes texts for contents and attributes', () => {
    const text = `<script>alert("1")</script> & '`;
    expect(html`<p title="${text}">${text}</p>`.text).toBe(
      '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;">' +
        '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;</p>',
    );
  });

  it('takes HTML, lists of it and nothing as they are', () => {
    const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
    expect(html`<p>${items}${null}${undefined}${7}</p>`.text).toBe('<p><li>a</li><li>&lt;</li>7</p>');
  });
});
