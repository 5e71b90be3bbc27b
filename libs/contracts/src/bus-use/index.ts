import type { Notice, Operation } from '..';
import { heldBlobs } from '../blobs';
import {
  channelDeleted,
  channelsChanged,
  connectCloudChannel,
  countChannels,
  deleteChannel,
  failOnboarding,
  finishOnboarding,
  giveOnboardingPin,
  listChannels,
  reportSignsOfLife,
  resolveChannel,
  setDefaultChannel,
  surveyChannels,
  viewOnboarding,
} from '../channels';
import {
  abandonSignUp,
  appContactsChanged,
  checkNumbers,
  checkProvider,
  cloudConnector,
  connectNumber,
  connectSignUp,
  describeSignUp,
  exchangeSignUpCode,
  giveSignUpPin,
  deleteProviderTemplate,
  editProviderTemplate,
  getNumber,
  inspectCloudSend,
  listProviderTemplates,
  marketingPreferenceChanged,
  numberStatusChanged,
  readCloudTraffic,
  releaseNumber,
  submitProviderTemplate,
  templateReported,
  uploadTemplateSample,
  verifyNumber,
  verifySignUp,
} from '../cloud-connector';
import type { Connector } from '../connector';
import { erasePerson, exportContact, resolveContact, getErasure } from '../crm';
import { deadLetterOperations } from '../dead-letters';
import {
  deviceConnector,
  erasePhoneRecords,
  exportPhoneRecords,
  getSession,
  getSessionPairingCode,
  getSessionQr,
  inspectDeviceSend,
  logOutSession,
  readDeviceTraffic,
  renewDeviceMedia,
  resetSession,
  sessionStatusChanged,
} from '../device-sessions';
import {
  accountSuspensionChanged,
  countRequests,
  createAccount,
  createApiKey,
  createDeveloperApp,
  createUser,
  deleteDeveloperApp,
  disableUser,
  enableUser,
  getAccount,
  getUser,
  grantEnded,
  listAccounts,
  listApiKeys,
  listDeveloperApps,
  listGrants,
  listReturnHosts,
  revokeApiKey,
  resumeAccount,
  revokeGrant,
  rotateApiKey,
  rotateDeveloperAppSecret,
  removeSecondFactor,
  setOperator,
  setUserPassword,
  setUserRole,
  suspendAccount,
  updateApiKey,
  updateDeveloperApp,
  updateAccount,
} from '../gateway';
import { jobOperations } from '../jobs';
import { limitsCrossed, servicesWithLimits, usageOperations } from '../limits';
import { loadOperation } from '../load';
import {
  conversationMerged,
  conversationsRead,
  preferenceIdentified,
  createAccountCtaUrl,
  createAccountInteractiveList,
  deleteAccountCtaUrl,
  deleteAccountInteractiveList,
  exportConversations,
  exportMessages,
  findWriter,
  gatherErased,
  resolveConversation,
  getRetention,
  hideChannel,
  hidePerson,
  importHistory,
  inspectMessage,
  listAccountCtaUrls,
  listAccountInteractiveLists,
  purgePerson,
  setRetention,
} from '../messaging';
import { personTraceOperations } from '../person-traces';
import { secretKeyOperations, servicesWithSecrets } from '../secret-keys';
import { keepersOfUploads, operations, serviceNames } from '../table';
import { hideTemplates, readTemplateToSend, templatesChanged } from '../templates';
import { erasePersonTickets, exportPersonTickets, ticketsChanged } from '../tickets';
import {
  endpointsChanged,
  erasePersonDeliveries,
  exportPersonDeliveries,
  inspectDeliveries,
  inspectWebhook,
  readBacklogs,
  surveyWebhooks,
} from '../webhooks';

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
      ...servicesWithLimits.map((service) => usageOperations(service).read),
      countChannels,
      viewOnboarding,
      finishOnboarding,
      failOnboarding,
      giveOnboardingPin,
    ],
    consumes: { 'gateway-limits': limitsCrossed },
    follows: publicEvents,
    hears: [channelsChanged, conversationsRead, endpointsChanged, templatesChanged, ticketsChanged],
  },
  messaging: messagingUse([deviceConnector, cloudConnector]),
  templates: {
    calls: [
      resolveChannel,
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

/** The operations that the admin tool calls. */
export const adminCalls: readonly Operation[] = [
  createAccount,
  getAccount,
  updateAccount,
  suspendAccount,
  resumeAccount,
  listAccounts,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
  createDeveloperApp,
  listDeveloperApps,
  updateDeveloperApp,
  rotateDeveloperAppSecret,
  deleteDeveloperApp,
  listGrants,
  revokeGrant,
  createUser,
  setUserPassword,
  setUserRole,
  setOperator,
  removeSecondFactor,
  disableUser,
  enableUser,
  createAccountCtaUrl,
  listAccountCtaUrls,
  deleteAccountCtaUrl,
  createAccountInteractiveList,
  listAccountInteractiveLists,
  deleteAccountInteractiveList,
  getRetention,
  setRetention,
  connectCloudChannel,
  listChannels,
  setDefaultChannel,
  deleteChannel,
  erasePerson,
  getErasure,
  exportContact,
  exportConversations,
  exportMessages,
  exportPersonTickets,
  exportPersonDeliveries,
  exportPhoneRecords,
  inspectMessage,
  inspectDeviceSend,
  inspectCloudSend,
  readDeviceTraffic,
  readCloudTraffic,
  checkProvider,
  checkNumbers,
  surveyChannels,
  surveyWebhooks,
  inspectWebhook,
  inspectDeliveries,
  readBacklogs,
  countRequests,
  ...serviceNames.flatMap((service): Operation[] => [
    ...Object.values(deadLetterOperations(service)),
    ...Object.values(jobOperations(service)),
    loadOperation(service),
  ]),
  ...servicesWithSecrets.flatMap((service): Operation[] => Object.values(secretKeyOperations(service))),
  ...servicesWithLimits.flatMap((service): Operation[] => Object.values(usageOperations(service))),
];
