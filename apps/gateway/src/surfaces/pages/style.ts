import { createHash } from 'node:crypto';

/**
 * Colours, spacing and sizes of all pages. Light and dark mode differ only in colours. Texts have a contrast of at least 4.5
 * to their background.
 */
export const tokens = `
:root {
  color-scheme: light dark;
  --ground: #f3f5f7; --card: #ffffff; --line: #d5dbe1; --edge: #7b8794;
  --text: #17212b; --quiet: #52606d;
  --accent: #0b6b57; --accent-strong: #084f41; --on-accent: #ffffff; --tint: #e5f3ef;
  --alarm: #a61b1b; --alarm-tint: #fdecec;
  --unit: 0.5rem; --radius: 0.625rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1419; --card: #171f27; --line: #2c3843; --edge: #6b7a89;
    --text: #eef2f6; --quiet: #a7b4c0;
    --accent: #4cc9a7; --accent-strong: #78dbc0; --on-accent: #06281f; --tint: #16302a;
    --alarm: #ff9b94; --alarm-tint: #3a1d1d;
  }
}
`;

/** The design of all hosted pages: one column, one card, system fonts. */
export const style = `${tokens}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center;
  padding: calc(var(--unit) * 6) calc(var(--unit) * 2); gap: calc(var(--unit) * 3);
  background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
header { display: flex; align-items: center; gap: var(--unit); font-weight: 650; letter-spacing: -0.01em; }
header svg { width: 1.75rem; height: 1.75rem; color: var(--accent); }
main {
  width: 100%; max-width: 26rem; padding: calc(var(--unit) * 4);
  background: var(--card); border: 1px solid var(--line); border-radius: calc(var(--radius) * 1.4);
}
h1 { margin: 0 0 var(--unit); font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.015em; overflow-wrap: anywhere; }
p { margin: 0 0 calc(var(--unit) * 2); overflow-wrap: anywhere; }
a { color: var(--accent); }
a:hover { color: var(--accent-strong); }
.quiet { color: var(--quiet); font-size: 0.9375rem; }
label { display: block; margin: calc(var(--unit) * 2) 0 calc(var(--unit) / 2); font-weight: 600; font-size: 0.9375rem; }
input {
  display: block; width: 100%; min-height: 2.875rem; padding: 0 calc(var(--unit) * 1.5);
  font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: var(--radius);
}
fieldset { margin: calc(var(--unit) * 3) 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; }
fieldset .quiet { margin: calc(var(--unit) * 2) 0 0; }
label.choice { display: flex; align-items: center; gap: var(--unit); margin: var(--unit) 0; font-weight: 400; }
label.choice input { flex: none; width: 1.25rem; min-height: 1.5rem; margin: 0; accent-color: var(--accent); }
.actions { display: flex; gap: calc(var(--unit) * 1.5); margin-top: calc(var(--unit) * 3); }
button {
  flex: 1; min-height: 2.875rem; padding: 0 calc(var(--unit) * 2); cursor: pointer;
  font: inherit; font-weight: 600; border: 1px solid transparent; border-radius: var(--radius);
  background: var(--accent); color: var(--on-accent);
}
button:hover { background: var(--accent-strong); }
button.second { background: transparent; color: var(--text); border-color: var(--edge); }
button.second:hover { background: var(--ground); }
button.link {
  min-height: 2rem; padding: 0; flex: none; font-weight: 500; text-decoration: underline;
  background: none; color: var(--accent);
}
button.link:hover { color: var(--accent-strong); }
button:disabled, button:disabled:hover { cursor: default; background: var(--tint); color: var(--quiet); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.notice {
  margin: calc(var(--unit) * 2) 0; padding: calc(var(--unit) * 1.5); border-radius: var(--radius);
  border-left: 4px solid var(--alarm); background: var(--alarm-tint); color: var(--text);
}
.who {
  margin: calc(var(--unit) * 2) 0; padding: calc(var(--unit) * 1.5); border-radius: var(--radius); background: var(--tint);
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 calc(var(--unit) * 2);
}
.who p { margin: 0; }
ul.scopes { margin: 0 0 calc(var(--unit) * 2); padding: 0; list-style: none; border-top: 1px solid var(--line); }
ul.scopes li {
  padding: calc(var(--unit) * 1.25) 0 calc(var(--unit) * 1.25) 1.75rem; border-bottom: 1px solid var(--line);
  position: relative;
}
ul.scopes li::before { content: "✓"; position: absolute; left: 0.25rem; color: var(--accent); font-weight: 700; }
code { font: 0.875rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
@media (max-width: 30rem) {
  body { padding: calc(var(--unit) * 3) 0 0; background: var(--card); }
  main { border: 0; border-radius: 0; padding: var(--unit) calc(var(--unit) * 2.5) calc(var(--unit) * 4); }
}
`;

/** The hash by which a policy permits this style and no other. */
export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
