/** A page that the browser got. */
export class ShownPage {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly text: string,
    /** Its URL, without the origin. */
    readonly path: string,
  ) {}

  /** The target of the redirect; null if the response is a page. */
  get location(): string | null {
    return this.headers.get('location');
  }

  /** The hidden fields of the form for this path, or of the only form. */
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

/** A browser without scripts, which keeps cookies and submits forms. For specs only. */
export class Browser {
  private readonly cookies = new Map<string, string>();
  private readonly headers: Record<string, string>;

  /** @param headers of every request. */
  constructor(
    private readonly origin: string,
    headers: Record<string, string> = {},
  ) {
    this.headers = headers;
  }

  get cookieNames(): string[] {
    return [...this.cookies.keys()];
  }

  /** The value of its `Cookie` header. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Takes over the cookies of another browser, as a thief would. */
  copyCookiesOf(other: Browser): void {
    for (const [name, value] of other.cookies) this.cookies.set(name, value);
  }

  get(path: string): Promise<ShownPage> {
    return this.request(path, { method: 'GET' });
  }

  post(path: string, form: Record<string, string>): Promise<ShownPage> {
    return this.request(path, { method: 'POST', body: new URLSearchParams(form) });
  }

  /** Follows redirects, as long as they stay on this host. */
  async follow(page: ShownPage): Promise<ShownPage> {
    let current = page;
    while (current.location?.startsWith('/')) current = await this.get(current.location);
    return current;
  }

  /** Signs in. @returns the target of the redirect. */
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
