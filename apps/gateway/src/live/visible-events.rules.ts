import type { CloudEvent, RequestContext } from '@chat/contracts';
import {
  familyOfEvent,
  hintedResources,
  listOf,
  onlyStreamed,
  type EventFamily,
  type HintedResource,
} from '@chat/contracts/gateway';
import { eventTypes } from '@chat/contracts/table';
import { webhookDisabled, type WebhookDisabledData } from '@chat/contracts/webhooks';
import { hasScope } from '../credentials/scope.rules';

/** Who may see an event, whatever their account. */
export interface Audience {
  readonly family: EventFamily;
  /** Apps see only what concerns their own endpoints: the client id of the app, null for the endpoint of another; undefined: all apps. */
  readonly app?: string | null;
}

const shown = new Set(
  [...eventTypes.filter(({ webhook }) => webhook), ...onlyStreamed].map(({ type }) => type),
);

/** Returns who may see an event; null if clients do not know such events. */
export function audienceOf(event: Pick<CloudEvent, 'type' | 'data'>): Audience | null {
  const family = familyOfEvent(event);
  if (family === null || !shown.has(event.type)) return null;
  if (event.type !== webhookDisabled.type) return { family };
  const creator = (event.data as WebhookDisabledData).webhook.created_by;
  return { family, app: creator?.type === 'app' ? creator.id : null };
}

/** Whether a credential may see the events of this audience. */
export function maySee({ type, scopes, app }: RequestContext['credential'], audience: Audience): boolean {
  if (!hasScope(scopes, listOf(audience.family))) return false;
  return type !== 'bearer' || audience.app === undefined || audience.app === app?.id;
}

/** Whether a credential may list what a hint is about. */
export function mayReceive({ scopes }: RequestContext['credential'], resource: HintedResource): boolean {
  return hasScope(scopes, hintedResources[resource]);
}
