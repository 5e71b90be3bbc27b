import type { AppError } from '@chat/errors';
import { html } from './html';
import type { Page } from './page';

/** Explains a failure in plain words. */
export function failurePage(error: AppError, requestId: string): Page {
  const title = titleOf(error);
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${sentenceOf(error)}</p>
      ${error.status >= 500 ? html`<p class="quiet">Request <code>${requestId}</code></p>` : null}`,
  };
}

function titleOf({ status }: AppError): string {
  if (status === 404) return 'Page not found';
  if (status === 429) return 'Too many attempts';
  return status >= 500 ? 'Something went wrong' : 'This is not possible';
}

function sentenceOf({ code, status, message }: AppError): string {
  if (code === 'not_found')
    return 'There is nothing at this address, or no longer. Check it for a typing error, or go back to where you found it.';
  return status >= 500 ? 'This is a problem on our side. Wait a moment, then try again.' : message;
}
