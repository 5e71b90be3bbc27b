/** One page that a browser was shown. */
export class ShownPage {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly text: string,
    /** Where it was found, without the origin. */
    readonly path: string,
  ) {}

  /** Where the answer sends the browser on; null when it is a page. */
  get location(): string | null {
    return this.headers.get('location');
  }

  /** The hidden members of the form that is posted to this path, or of the only one. */
  hidden(action = ''): Record<string, string> {
    const forms = [...this.text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)];
    const [, , form = ''] = forms.find(([, target]) => target!.startsWith(action)) ?? [];
    const members = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
      attribute(input, 'name'),
      attribute(input, 'value'),
    ]);
    return Object.fromEntries(members) as Record<string, string>;
  }
}

/** A browser without scripts: it keeps cookies, and posts forms as they came. For specs only. */
export class Browser {
  private readonly cookies = new Map<string, string>();
  private readonly headers: Record<string, string>;

  /** @param headers what it sends with every request. */
  constructor(
    private readonly origin: string,
    headers: Record<string, string> = {},
  ) {
    this.headers = headers;
  }

  get cookieNames(): string[] {
    return [...this.cookies.keys()];
  }

  /** What it sends as `Cookie`. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The cookies of another browser, as somebody who stole them has them. */
  copyCookiesOf(other: Browser): void {
    for (const [name, value] of other.cookies) this.cookies.set(name, value);
  }

  get(path: string): Promise<ShownPage> {
    return this.request(path, { method: 'GET' });
  }

  post(path: string, form: Record<string, string>): Promise<ShownPage> {
    return this.request(path, { method: 'POST', body: new URLSearchParams(form) });
  }

  /** Follows what it is sent on to, as long as that is on this host. */
  async follow(page: ShownPage): Promise<ShownPage> {
    let current = page;
    while (current.location?.startsWith('/')) current = await this.get(current.location);
    return current;
  }

  /** Signs in, and resolves to where that leads. */
  async signIn(email: string, password: string, returnTo = ''): Promise<ShownPage> {
    const page = await this.get(`/sign-in?return_to=${encodeURIComponent(returnTo)}`);
    return this.post('/sign-in', { ...page.hidden('/sign-in'), email, password });
  }

  private async request(path: string, init: RequestInit): Promise<ShownPage> {
    const cookie = this.cookieHeader;
    const answer = await fetch(this.origin + path, {
      ...init,
      redirect: 'manual',
      headers: { ...this.headers, ...(cookie && { cookie }) },
    });
    for (const header of answer.headers.getSetCookie()) this.keep(header);
    return new ShownPage(answer.status, answer.headers, await answer.text(), path);
  }

  private keep(header: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
    if (/max-age=0/i.test(header)) this.cookies.delete(name!);
    else this.cookies.set(name!, value!);
  }
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
