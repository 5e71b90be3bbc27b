import { useHasRole, useIsOperator, useMay } from '../api/me';
import type { Role } from '../api/roles.rules';
import type { IconName } from '../ui/icon';

/** In which order places are listed, and under which heading; the daily ones have none. */
export const groups = ['daily', 'developers', 'team', 'installation'] as const;

/** How many daily places the bar of a phone has room for, beside the way to all others. */
const PLACES_ON_PHONES = 4;

/** The places of the console, in their order, each with what one needs to see it. */
export const places = [
  { to: '/inbox', name: 'inbox', icon: 'inbox', group: 'daily', scope: 'conversations:read' },
  { to: '/contacts', name: 'contacts', icon: 'contacts', group: 'daily', scope: 'contacts:read' },
  { to: '/tickets', name: 'tickets', icon: 'tickets', group: 'daily', scope: 'tickets:read' },
  { to: '/channels', name: 'channels', icon: 'channels', group: 'daily', scope: 'devices:read' },
  { to: '/templates', name: 'templates', icon: 'template', group: 'daily', scope: 'templates:read' },
  { to: '/keys', name: 'keys', icon: 'key', group: 'developers', role: 'developer' },
  { to: '/webhooks', name: 'webhooks', icon: 'webhook', group: 'developers', scope: 'messages:webhook' },
  { to: '/apps', name: 'apps', icon: 'apps', group: 'developers', role: 'developer' },
  { to: '/saved', name: 'saved', icon: 'list', group: 'developers', scope: 'assets:read' },
  { to: '/requests', name: 'requests', icon: 'pulse', group: 'developers', role: 'developer' },
  { to: '/people', name: 'people', icon: 'people', group: 'team', role: 'viewer' },
  { to: '/grants', name: 'grants', icon: 'shield', group: 'team', role: 'admin' },
  { to: '/audit', name: 'audit', icon: 'history', group: 'team', role: 'admin' },
  { to: '/usage', name: 'usage', icon: 'chart', group: 'team', scope: 'messages:read' },
  { to: '/account', name: 'account', icon: 'account', group: 'team', role: 'viewer' },
  { to: '/installation', name: 'installation', icon: 'server', group: 'installation', isForOperators: true },
] as const satisfies readonly PlaceShape[];

type PlaceShape = { to: string; name: string; icon: IconName; group: (typeof groups)[number] } & (
  { scope: string } | { role: Role } | { isForOperators: true }
);

export type Place = (typeof places)[number];

/** The places of the person who is signed in: nothing is shown that would be refused. */
export function usePlaces(): readonly Place[] {
  const may = useMay();
  const hasRole = useHasRole();
  const isOperator = useIsOperator();
  return places.filter((place: PlaceShape) => {
    if ('scope' in place) return may(place.scope);
    return 'role' in place ? hasRole(place.role) : isOperator;
  });
}

/** Those that the bar of a phone has no room for. */
export function placesBeyondBar(all: readonly Place[]): Place[] {
  const daily = all.filter(({ group }) => group === 'daily');
  return all.filter((place) => !daily.slice(0, PLACES_ON_PHONES).includes(place));
}
