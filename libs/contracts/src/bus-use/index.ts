import type { Notice, Operation } from '..';
import { auditsRecorded } from '../audit/events';
import { heldBlobs } from '../blobs';
import {
  channelDeleted,
  channelsChanged,
  countChannels,
  failOnboarding,
  finishOnboarding,
  giveOnboardingPin,
  reportSignsOfLife,
  resolveChannel,
  viewOnboarding,
} from '../channels';
import {
  abandonSignUp,
  appContactsChanged,
  cloudConnector,
  connectNumber,
  connectSignUp,
  describeSignUp,
  exchangeSignUpCode,
  giveSignUpPin,
  deleteProviderTemplate,
  editProviderTemplate,
  getNumber,
  listProviderTemplates,
  marketingPreferenceChanged,
  numberStatusChanged,
  releaseNumber,
  submitProviderTemplate,
  templateReported,
  uploadTemplateSample,
  verifyNumber,
  verifySignUp,
} from '../cloud-connector';
import type { Connector } from '../connector';
import { resolveContact } from '../crm';
import { deadLetterOperations } from '../dead-letters';
import {
  deviceConnector,
  erasePhoneRecords,
  getSession,
  getSessionPairingCode,
  getSessionQr,
  logOutSession,
  renewDeviceMedia,
  resetSession,
  sessionStatusChanged,
} from '../device-sessions';
import { accountSuspensionChanged, getAccount, getUser, grantEnded, listReturnHosts } from '../gateway';
import { jobOperations } from '../jobs';
import { limitsCrossed, servicesWithLimits, usageOperations } from '../limits';
import { explainingOperations } from '../message-explanation';
import {
  conversationMerged,
  conversationsRead,
  preferenceIdentified,
  findUploadedMedia,
  findWriter,
  gatherErased,
  resolveConversation,
  hideChannel,
  hidePerson,
  importHistory,
  inspectMessage,
  purgePerson,
} from '../messaging';
import { personTraceOperations } from '../person-traces';
import { keepersOfUploads, operations, serviceNames } from '../table';
import { hideTemplates, readTemplateToSend, templatesChanged } from '../templates';
import { erasePersonTickets, ticketsChanged } from '../tickets';
import { endpointsChanged, erasePersonDeliveries } from '../webhooks';
import { personExportCalls } from './admin-calls';

export { adminCalls } from './admin-calls';
export { isAudited, isCalledByAdminTool, isCalledFromOutside } from './audited';

/** How a service uses the bus, apart from answering its own operations and publishing its own events. */
export interface BusUse {
  /** The operations that it calls: of other services, or of another replica of its own. */
  readonly calls: readonly Operation[];
  /** The events that it consumes: each durable's name with its one subject filter. */
  readonly consumes: Readonly<Record<string, string>>;
  /** The filter of the events that each of its replicas reads for itself, in the order of the stream; none if absent. */
  readonly follows?: string;
  /** The notices that it subscribes to; none if absent. */
  readonly hears?: readonly Notice[];
  /** Whether it reads and deletes events of all services from the stream; false if absent. */
  readonly erasesEvents?: boolean;
  /** Whether it enlarges the stream to the setting of its size; false if absent. One service is enough. */
  readonly keepsStream?: boolean;
}

/** Matches every event that may be delivered to webhook endpoints; internal events have a longer subject. */
export const publicEvents = 'evt.*.*.*';

/** Returns how a service learns which accounts are suspended. */
export function suspensionsOf(service: string): Record<string, string> {
  return { [`${service}-account-events`]: accountSuspensionChanged.subject };
}

/** Returns how messaging uses the bus with these connectors. */
export function messagingUse(connectors: readonly Connector[]): BusUse {
  return {
    calls: [
      resolveChannel,
      readTemplateToSend,
      ...connectors.flatMap(({ send, settle, read, typing, forget }) => [send, settle, read, typing, forget]),
    ],
    consumes: {
      ...suspensionsOf('messaging'),
      'messaging-app-contacts': appContactsChanged.subject,
      'messaging-channel-events': channelDeleted.subject,
      'messaging-contacts': 'evt.crm.contact.*',
      'messaging-marketing-preferences': marketingPreferenceChanged.subject,
      ...Object.fromEntries(connectors.map(({ service, events }) => [`messaging-${service}`, events])),
    },
    hears: [channelsChanged, templatesChanged],
  };
}

/**
 * How each service uses the bus. The permissions of the NATS users are derived from this table: at run time a call or a
 * consumer that is missing here is refused, and a spec compares the table with the code.
 */
export const busUse: Readonly<Record<string, BusUse>> = {
  channels: {
    calls: [
      getSession,
      getSessionQr,
      getSessionPairingCode,
      resetSession,
      logOutSession,
      hideChannel,
      hideTemplates,
      getAccount,
      verifyNumber,
      connectNumber,
      releaseNumber,
      listReturnHosts,
      describeSignUp,
      exchangeSignUpCode,
      verifySignUp,
      connectSignUp,
      giveSignUpPin,
      abandonSignUp,
    ],
    consumes: {
      'channels-number-status': numberStatusChanged.subject,
      'channels-session-status': sessionStatusChanged.subject,
    },
  },
  'cloud-connector': {
    calls: [reportSignsOfLife, importHistory],
    consumes: {
      ...suspensionsOf('cloud-connector'),
      'cloud-connector-channel-events': channelDeleted.subject,
    },
  },
  crm: {
    calls: [
      findWriter,
      hidePerson,
      gatherErased,
      purgePerson,
      erasePersonTickets,
      erasePersonDeliveries,
      erasePhoneRecords,
      ...serviceNames
        .filter((service) => service !== 'crm')
        .flatMap((service): Operation[] => Object.values(personTraceOperations(service))),
    ],
    consumes: {
      'crm-app-contacts': appContactsChanged.subject,
      'crm-identified-preferences': preferenceIdentified.subject,
      'crm-marketing-preferences': marketingPreferenceChanged.subject,
    },
    erasesEvents: true,
    // It can delete every event anyway.
    keepsStream: true,
  },
  'device-sessions': {
    // A renewal goes to the replica that runs the session.
    calls: [reportSignsOfLife, renewDeviceMedia],
    consumes: {
      ...suspensionsOf('device-sessions'),
      'device-sessions-channel-events': channelDeleted.subject,
    },
  },
  gateway: {
    calls: [
      ...operations.filter(({ http, stream }) => http !== undefined && !stream),
      ...new Set(operations.flatMap(({ review }) => review ?? [])),
      ...keepersOfUploads.map(heldBlobs),
      // For operators.
      ...serviceNames.flatMap((service): Operation[] => {
        const [letters, jobs] = [deadLetterOperations(service), jobOperations(service)];
        return [letters.list, letters.replay, jobs.list, jobs.retry];
      }),
      ...servicesWithLimits.flatMap((service): Operation[] => {
        const { read, setLimit } = usageOperations(service);
        return [read, setLimit];
      }),
      countChannels,
      inspectMessage,
      ...explainingOperations,
      ...personExportCalls,
      viewOnboarding,
      finishOnboarding,
      failOnboarding,
      giveOnboardingPin,
    ],
    consumes: { 'gateway-audit': auditsRecorded, 'gateway-limits': limitsCrossed },
    follows: publicEvents,
    hears: [channelsChanged, conversationsRead, endpointsChanged, templatesChanged, ticketsChanged],
  },
  messaging: messagingUse([deviceConnector, cloudConnector]),
  templates: {
    calls: [
      resolveChannel,
      findUploadedMedia,
      getNumber,
      uploadTemplateSample,
      submitProviderTemplate,
      editProviderTemplate,
      deleteProviderTemplate,
      listProviderTemplates,
    ],
    consumes: {
      'templates-channel-events': channelDeleted.subject,
      'templates-numbers': numberStatusChanged.subject,
      'templates-reports': templateReported.subject,
    },
  },
  tickets: {
    calls: [resolveConversation, resolveContact, getUser],
    consumes: {
      'tickets-contacts': 'evt.crm.contact.*',
      'tickets-merged-conversations': conversationMerged.subject,
    },
  },
  webhooks: {
    calls: [],
    consumes: {
      ...suspensionsOf('webhooks'),
      'webhooks-channel-events': channelDeleted.subject,
      'webhooks-events': publicEvents,
      'webhooks-grant-events': grantEnded.subject,
    },
  },
};
