import { randomBytes } from 'node:crypto';
import { errorRow } from './error-table';

export interface ErrorDetails {
  /** A sentence about this request, in `error_data`. */
  details?: string;
  subcode?: number;
  /** Replaces the text of the table, including `(#<code>)`. */
  message?: string;
  status?: number;
  type?: 'OAuthException' | 'GraphMethodException';
  userTitle?: string;
  userMessage?: string;
  /** Set for errors other than of messaging, which have no `error_data`. */
  withoutData?: boolean;
}

/** A refusal in the provider's format. */
export class GraphError extends Error {
  readonly status: number;

  constructor(
    readonly code: number,
    private readonly given: ErrorDetails = {},
  ) {
    super(given.message ?? `(#${code}) ${errorRow(code).title}`);
    this.status = given.status ?? errorRow(code).status;
  }

  toBody(): object {
    const row = errorRow(this.code);
    const { details = row.details, subcode = row.subcode, userTitle, userMessage, withoutData } = this.given;
    return {
      error: {
        message: this.message,
        type: this.given.type ?? row.type ?? 'OAuthException',
        code: this.code,
        ...(!withoutData && { error_data: { messaging_product: 'whatsapp', details } }),
        ...(subcode !== undefined && { error_subcode: subcode }),
        ...(userTitle !== undefined && { is_transient: false, error_user_title: userTitle }),
        ...(row.isTransient && { is_transient: true }),
        ...(userMessage !== undefined && { error_user_msg: userMessage }),
        fbtrace_id: newTraceId(),
      },
    };
  }
}

/** The object does not exist, or belongs to somebody else: both look the same. */
export function unknownObject(method: string, id: string): GraphError {
  return new GraphError(100, {
    subcode: 33,
    type: 'GraphMethodException',
    withoutData: true,
    message:
      `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to ` +
      'missing permissions, or does not support this operation. Please read the Graph API documentation at ' +
      'https://developers.facebook.com/docs/graph-api',
  });
}

export function newTraceId(): string {
  return `A${randomBytes(17).toString('base64url')}`;
}
