import type { AttackGroup } from '../attack';
import { addresses } from './addresses.group';
import { agents } from './agents.group';
import { aftermath } from './aftermath.group';
import { appEndpoints } from './app-endpoints.group';
import { attempts } from './attempts.group';
import { bodies } from './bodies.group';
import { callbackCrowds } from './callback-crowds.group';
import { callbackMembers } from './callback-members.group';
import { callbackShapesOfOthers } from './callback-shapes.group';
import { callbacks } from './callbacks.group';
import { credentials } from './credentials.group';
import { crowds } from './crowds.group';
import { downloads } from './downloads.group';
import { examples } from './examples.group';
import { fetches } from './fetches.group';
import { forgedRequests } from './forgeries.group';
import { flags } from './flags.group';
import { fuzz } from './fuzz.group';
import { guesses } from './guesses.group';
import { idempotencyKeys } from './idempotency-keys.group';
import { limits } from './limits.group';
import { massAssignment, members } from './members.group';
import { oauth } from './oauth.group';
import { oauthFlow } from './oauth-flow.group';
import { protocol } from './protocol.group';
import { scopeMatrix } from './scopes.group';
import { slowFiles } from './slow-files.group';
import { slowness } from './slowness.group';
import { suspension } from './suspension.group';
import { targets } from './targets.group';
import { tenants } from './tenants.group';
import { urls } from './urls.group';

/** Every group, in the order in which they run. A new group is one line here. */
export const groups: readonly AttackGroup[] = [
  examples,
  credentials,
  addresses,
  scopeMatrix,
  oauth,
  oauthFlow,
  agents,
  guesses,
  flags,
  tenants,
  appEndpoints,
  forgedRequests,
  targets,
  members,
  massAssignment,
  bodies,
  idempotencyKeys,
  protocol,
  slowness,
  fetches,
  suspension,
  crowds,
  callbackCrowds,
  slowFiles,
  limits,
  urls,
  downloads,
  attempts,
  callbacks,
  callbackMembers,
  callbackShapesOfOthers,
  fuzz,
  aftermath,
];
