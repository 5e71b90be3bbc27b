import { TEMPLATE_SEND_ENDPOINT } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { CONTENT, isKnown, classifyError } from './error-table.rules';
import type { ProviderErrorBody, ProviderRefusal } from './provider-error';

/** Maximum length of the provider's own words that is kept, in code points: they are shown with every message. */
const MAX_WORDS_LENGTH = 500;

/**
 * Returns the sender's error for a refusal by the provider.
 * @param contentMember the request member that holds the content.
 */
export function toRefusal(error: ProviderErrorBody, contentMember = 'message'): AppError {
  const { code, reason, message, member, transient } = classifyError(error);
  const provider = providerWords(error);
  return new AppError(code, {
    provider,
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
    ...(code === 'provider_error' && { retryable: transient !== undefined }),
    ...(code === 'template_required' && { template_send_endpoint: TEMPLATE_SEND_ENDPOINT }),
    ...(member !== undefined && {
      errors: {
        [member === CONTENT ? contentMember : member]: [refusalSentence(error)],
      },
    }),
  });
}

/**
 * Whether an error says for certain that the provider did nothing. One that nobody knows does so only with a 4xx: behind
 * a 5xx the provider may have done its work before it failed.
 */
export function isClean({ status, body }: Pick<ProviderRefusal, 'status' | 'body'>): boolean {
  return isKnown(body.code) || (status >= 400 && status < 500);
}

/**
 * Returns the error of a message that failed after the provider had accepted it.
 * @param errors all that the provider gave. The one that says most decides; the words of the others follow its own.
 */
export function toFailure(errors: readonly ProviderErrorBody[]): AppError {
  const [telling, ...others] = [...errors].sort((one, other) => rankOf(one) - rankOf(other));
  if (!telling) {
    return new AppError('provider_error', {
      message: 'The message failed at the provider, which gave no reason.',
      retryable: false,
    });
  }
  const { code, message } = providerWords(telling);
  const more = others.map(providerWords).map((other) => `${other.code}: ${other.message}`);
  return toRefusal(telling).with({
    provider: { code, message: beginningOf([message, ...new Set(more)].join('; ')) },
  });
}

/** What is final says more than what may pass, and that more than what nobody knows. */
function rankOf(error: ProviderErrorBody): number {
  if (!isKnown(error.code)) return 2;
  return classifyError(error).transient ? 1 : 0;
}

/** The text that clients get about a member that the provider refuses. */
export function refusalSentence({ details, message }: ProviderErrorBody): string {
  return beginningOf(`The provider refuses it: ${details ?? message}`);
}

function providerWords({ code, message, details }: ProviderErrorBody) {
  const words = details === null || message.includes(details) ? message : `${message}: ${details}`;
  return { code: String(code), message: beginningOf(words) };
}

function beginningOf(words: string): string {
  return [...words].slice(0, MAX_WORDS_LENGTH).join('');
}
