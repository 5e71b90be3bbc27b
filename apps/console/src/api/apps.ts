import { queryOptions } from '@tanstack/react-query';
import { dataOf } from './call';

/** A program that people can allow to act for them. */
export interface DeveloperApp {
  readonly id: number;
  readonly name: string;
  readonly client_id: string;
  /** It cannot keep a secret, such as a program on people's own devices. */
  readonly public: boolean;
  readonly redirect_uris: readonly string[];
}

/** An app with its secret, which is answered only this once; a public app has none. */
export interface CreatedApp {
  readonly developer_app: DeveloperApp;
  readonly client_secret: string | null;
}

export const appsQuery = queryOptions({
  queryKey: ['developer-apps'],
  queryFn: async ({ signal }) =>
    (await dataOf<{ developer_apps: DeveloperApp[] }>('GET', 'developer-apps', { signal })).developer_apps,
});

/** How far an agent may go; a newer server may know more. */
export type AgentAccess = 'read' | 'answer_named' | 'answer' | 'write';

/** What a person allowed an app. */
export interface Grant {
  readonly id: number;
  readonly email: string;
  readonly app_name: string;
  readonly client_id: string;
  readonly scopes: readonly string[];
  readonly mcp?: {
    readonly access: AgentAccess;
    readonly scopes: readonly string[];
    readonly conversation_ids: readonly number[];
    readonly channel_id: number | null;
    readonly until: string | null;
  } | null;
  readonly revoked_at: string | null;
  readonly created_at: string;
}

const grantsAt = (path: 'grants' | 'me/grants') =>
  queryOptions({
    queryKey: ['grants', path],
    queryFn: async ({ signal }) => {
      const { grants } = await dataOf<{ grants: Grant[] }>('GET', path, { signal });
      return grants.filter(({ revoked_at }) => revoked_at == null);
    },
  });

/** What everybody of the account allowed apps, and what the person did, as far as it holds. */
export const allGrantsQuery = grantsAt('grants');
export const myGrantsQuery = grantsAt('me/grants');
/** Both of them. */
export const grantsKey = ['grants'];
