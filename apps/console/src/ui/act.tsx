import { useMutation } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { ApiError, dataOf, type Method } from '../api/call';
import { useProof } from '../api/proof';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { Actions, Dialog } from './dialog';
import { Notice, useProblemText } from './states';

interface Act {
  /** Calls an operation, and asks the person who they are first where the API wants it. @throws ApiError */
  readonly ask: <T>(method: Method, path: string, body?: object) => Promise<T>;
  /** Does something, one at a time, and keeps what went wrong. */
  readonly run: (act: () => Promise<void>) => void;
  readonly isBusy: boolean;
  /** How it was refused. */
  readonly refusal: ApiError | null;
  /** What is wrong with a member of the request. */
  readonly problemOf: (member: string) => string | undefined;
  /** What went wrong otherwise, for the end of a form. */
  readonly notice: ReactNode;
}

/** Something that may be refused. @param members are those whose problems are shown at their fields. */
export function useAct(members: readonly string[] = []): Act {
  const { proven } = useProof();
  const say = useProblemText();
  // Two clicks can come before the rendering that tells of the first one.
  const isUnderWay = useRef(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (act: () => Promise<void>) => act().finally(() => (isUnderWay.current = false)),
    // A secret stays in no cache.
    gcTime: 0,
  });
  const refusal = error instanceof ApiError ? error : null;
  const problemOf = (member: string) => refusal?.of(member);
  const isPlaced = members.some((member) => problemOf(member) !== undefined);
  return {
    ask: (method, path, body) => proven(() => dataOf(method, path, { body })),
    run: (act) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      mutate(act);
    },
    isBusy: isPending,
    refusal,
    problemOf,
    notice: error !== null && !isPlaced && refusal?.code !== 'cancelled' && <Notice>{say(error)}</Notice>,
  };
}

/** Asks before something that is not easily undone. */
export function Confirm({
  title,
  children,
  action,
  isDangerous = true,
  act,
  onClose,
}: {
  title: string;
  children: ReactNode;
  action: string;
  isDangerous?: boolean;
  act: (ask: Act['ask']) => Promise<void>;
  onClose: () => void;
}) {
  const { common } = useTexts();
  const { ask, run, isBusy, notice } = useAct();
  return (
    <Dialog title={title} isOpen onClose={onClose} size="small" isAlert>
      <p>{children}</p>
      {notice}
      <Actions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button
          kind={isDangerous ? 'danger' : 'first'}
          isDisabled={isBusy}
          onPress={() => run(() => act(ask))}
        >
          {action}
        </Button>
      </Actions>
    </Dialog>
  );
}
