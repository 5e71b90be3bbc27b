import { useSyncExternalStore } from 'react';
import type { Message } from '@chat/client';
import type { Attachment } from './files.rules';
import { keep, kept } from '../api/window-storage';

/** What somebody is about to say in a conversation. */
export interface Draft {
  readonly text: string;
  readonly replyTo: Message | null;
  readonly files: readonly Attachment[];
}

const nothing: Draft = { text: '', replyTo: null, files: [] };
const drafts = new Map<number, Draft>();
const listeners = new Set<() => void>();

const nameOf = (conversationId: number) => `draft-${conversationId}`;

export function draftOf(conversationId: number): Draft {
  let draft = drafts.get(conversationId);
  if (!draft) drafts.set(conversationId, (draft = { ...nothing, text: kept(nameOf(conversationId)) }));
  return draft;
}

export function changeDraft(conversationId: number, change: Partial<Draft>): void {
  const draft = { ...draftOf(conversationId), ...change };
  drafts.set(conversationId, draft);
  if (change.text !== undefined) keep(nameOf(conversationId), change.text);
  for (const listener of listeners) listener();
}

export function clearDraft(conversationId: number): void {
  changeDraft(conversationId, nothing);
}

export function isEmpty({ text, files }: Draft): boolean {
  return text.trim() === '' && files.length === 0;
}

export function useDraft(conversationId: number): Draft {
  return useSyncExternalStore(subscribe, () => draftOf(conversationId));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
