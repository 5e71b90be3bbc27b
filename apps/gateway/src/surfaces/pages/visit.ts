import { timingSafeEqual } from 'node:crypto';
import { parse, serialize } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { digestOf, isRandomSecret, randomSecret } from '../../credentials/random-secret';
import type { PublicUrl } from '../../public-url/public-url';
import { html, type Html } from './html';

const LONGEST_USER_AGENT = 300;

/**
 * The cookies of the hosted pages: the session secret; a secret of the visit, which proves that a form comes from a page
 * shown in this browser; and a secret by which a browser is known long after its session. Over https, all are bound to
 * this host.
 */
export class Visits {
  private readonly sessionCookie: string;
  private readonly browserCookie: string;
  private readonly visitCookie: string;
  private readonly isSecure: boolean;

  constructor({ isSecure }: PublicUrl) {
    this.isSecure = isSecure;
    const prefix = isSecure ? '__Host-' : '';
    this.sessionCookie = `${prefix}session`;
    this.browserCookie = `${prefix}browser`;
    this.visitCookie = `${prefix}visit`;
  }

  /** The session secret that the browser sent. */
  sessionOf(request: FastifyRequest): string | undefined {
    return cookiesOf(request)[this.sessionCookie];
  }

  beginSession(reply: FastifyReply, secret: string, seconds: number): void {
    this.set(reply, this.sessionCookie, secret, seconds);
  }

  endSession(reply: FastifyReply): void {
    this.set(reply, this.sessionCookie, '', 0);
  }

  /** The secret by which the browser is known; a new one if it has none. */
  browserOf(request: FastifyRequest): string {
    const secret = cookiesOf(request)[this.browserCookie] ?? '';
    return isRandomSecret(secret) ? secret : randomSecret();
  }

  rememberBrowser(reply: FastifyReply, secret: string, seconds: number): void {
    this.set(reply, this.browserCookie, secret, seconds);
  }

  /** The hidden member of a form. It is valid in this browser until another user signs in. */
  formToken(request: FastifyRequest, reply: FastifyReply): Html {
    let visit = cookiesOf(request)[this.visitCookie];
    if (!visit) this.set(reply, this.visitCookie, (visit = randomSecret()));
    return html`<input type="hidden" name="form_token" value="${tokenOf(visit, this.sessionOf(request))}" />`;
  }

  /** Whether the form comes from a page shown in this browser since the user signed in. */
  isOwnForm(request: FastifyRequest, form: URLSearchParams): boolean {
    const visit = cookiesOf(request)[this.visitCookie];
    if (!visit) return false;
    const given = digestOf(form.get('form_token') ?? '');
    return timingSafeEqual(given, digestOf(tokenOf(visit, this.sessionOf(request))));
  }

  private set(reply: FastifyReply, name: string, value: string, maxAge?: number): void {
    const cookie = serialize(name, value, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.isSecure,
      ...(maxAge !== undefined && { maxAge }),
    });
    reply.header('set-cookie', cookie);
  }
}

function tokenOf(visit: string, session = ''): string {
  return digestOf(`form ${visit} ${session}`).toString('base64url');
}

function cookiesOf({ headers }: FastifyRequest): Record<string, string | undefined> {
  return parse(headers.cookie ?? '');
}

/** How the browser names itself, as far as it is kept. */
export function userAgentOf({ headers }: FastifyRequest): string | null {
  return headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null;
}
