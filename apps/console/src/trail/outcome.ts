import { useTexts } from '../texts/texts';

interface Outcome {
  readonly response_status: number | null;
  readonly error: string | null;
}

/** How an attempt ended, in words: what was answered, or why nothing was. */
export function useOutcomeText(): (outcome: Outcome) => string {
  const { webhooks: texts } = useTexts();
  return ({ response_status: status, error }) => {
    if (status != null) return texts.answered(String(status));
    return error === null ? '' : (texts.errors[error] ?? error);
  };
}
