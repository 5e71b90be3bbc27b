import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app';
import { kindOfId } from '../ids';
import type { CloudAccount, CloudNumber, NumbersRepository } from '../numbers/numbers.repository';
import type { TokensRepository } from '../numbers/tokens.repository';
import { GraphError, unknownObject } from './graph-error';

/** The caller: the holder of a business token, or the app itself. */
export type Caller = { kind: 'app' } | { kind: 'business'; accountId: string; numberId: string };

/** The path parameter that most calls have. */
export interface NodeRoute {
  Params: { node: string };
}

/** Identifies callers and decides what they may see. */
export class Access {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly tokens: TokensRepository,
    private readonly app: App,
  ) {}

  get appId(): string {
    return this.app.id;
  }

  /** @throws GraphError 104 without a token, 190 with an invalid one. */
  async caller(request: FastifyRequest): Promise<Caller> {
    const token = readToken(request);
    if (token === null) throw new GraphError(104, { withoutData: true });
    this.checkProof(request, token);
    return this.identify(token);
  }

  /** Returns the owner of a token. */
  async identify(token: string): Promise<Caller> {
    if (token === `${this.app.id}|${this.app.secret}`) return { kind: 'app' };
    const known = await this.tokens.find(token);
    if (!known) throw invalidToken('Invalid OAuth access token - Cannot parse access token');
    if (known.is_expired) throw new GraphError(190, { withoutData: true, subcode: 463 });
    if (!known.is_valid) throw new GraphError(190, { withoutData: true });
    return { kind: 'business', accountId: known.account_id, numberId: known.number_id };
  }

  /** Returns the number in the path, if it belongs to the caller. */
  async number(request: FastifyRequest<NodeRoute>): Promise<CloudNumber> {
    const caller = await this.caller(request);
    const { node } = request.params;
    const number = kindOfId(node) === 'number' ? await this.numbers.find(node) : null;
    if (!number || number.is_removed || !mayUse(caller, number.account_id)) {
      throw unknownObject(request.method, node);
    }
    return number;
  }

  /** Returns the business account in the path, if it belongs to the caller. */
  async account(request: FastifyRequest<NodeRoute>): Promise<CloudAccount> {
    const caller = await this.caller(request);
    const { node } = request.params;
    const account = kindOfId(node) === 'account' ? await this.numbers.findAccount(node) : null;
    if (!account || !mayUse(caller, account.id)) throw unknownObject(request.method, node);
    return account;
  }

  /** Verifies the app secret proof if one is sent. */
  private checkProof(request: FastifyRequest, token: string): void {
    const { appsecret_proof: proof } = request.query as Record<string, unknown>;
    if (proof === undefined) return;
    const expected = createHmac('sha256', this.app.secret).update(token).digest('hex');
    const given = Buffer.from(typeof proof === 'string' ? proof : '');
    if (given.length !== expected.length || !timingSafeEqual(given, Buffer.from(expected))) {
      throw new GraphError(100, {
        withoutData: true,
        message: 'Invalid appsecret_proof provided in the API argument',
      });
    }
  }
}

/** Whether the caller may use objects of this account. */
export function mayUse(caller: Caller, accountId: string | null): boolean {
  return caller.kind === 'business' && caller.accountId === accountId;
}

function invalidToken(message: string): GraphError {
  return new GraphError(190, { withoutData: true, message, subcode: 467 });
}

function readToken({ headers, query }: FastifyRequest): string | null {
  const [, scheme, credential] = /^(Bearer|OAuth)\s+(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (scheme !== undefined && credential !== undefined) return credential;
  const { access_token: parameter } = query as Record<string, unknown>;
  return typeof parameter === 'string' && parameter !== '' ? parameter : null;
}
