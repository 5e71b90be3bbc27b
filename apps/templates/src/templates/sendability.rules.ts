import type { SendBlocker } from '@chat/contracts/templates';
import type { Shape } from '../drafts/shape.rules';
import { blockerOf } from '../drafts/status.rules';
import type { TemplateRow } from './template.row';

/** Returns the reason code for which a template cannot be sent now; null when it can. */
export function sendBlockerOf(
  { state, status }: Pick<TemplateRow, 'state' | 'status'>,
  shape: Pick<Shape, 'sendable'>,
): SendBlocker | null {
  if (state !== 'live') return 'template_disabled';
  return blockerOf(status) ?? (shape.sendable ? null : 'template_unsupported');
}
