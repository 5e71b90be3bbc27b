import type { Texts } from '../texts/en';
import type { PreviewKind } from './content.rules';

/** What a message is in one line: its text, else the name of its kind. */
export function kindText({ thread }: Texts, kind: PreviewKind, text: string | null): string {
  if (kind === 'reaction') return text === null ? thread.reactionRemoved : thread.reaction(text);
  if (text !== null && text !== '') return text;
  const names: Record<Exclude<PreviewKind, 'reaction'>, string> = {
    text: '',
    image: thread.image,
    video: thread.video,
    audio: thread.audio,
    voice: thread.voice,
    document: thread.document,
    sticker: thread.sticker,
    location: thread.location,
    contacts: thread.contactCard,
    order: thread.order,
    product: thread.product,
    template: thread.template,
    interactive: thread.interactive,
    system: thread.system,
    unsupported: thread.unsupported,
    deleted: thread.deleted,
  };
  // A newer server may know kinds that this page does not.
  return (names as Partial<typeof names>)[kind] ?? thread.unsupported;
}
