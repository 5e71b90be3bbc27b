import type { Operation } from '..';
import {
  connectCloudChannel,
  deleteChannel,
  listChannels,
  setDefaultChannel,
  surveyChannels,
} from '../channels';
import { checkNumbers, checkProvider, inspectCloudSend, readCloudTraffic } from '../cloud-connector';
import { erasePerson, exportContact, getErasure } from '../crm';
import { deadLetterOperations } from '../dead-letters';
import { exportPhoneRecords, inspectDeviceSend, readDeviceTraffic } from '../device-sessions';
import {
  countRequests,
  createAccount,
  createApiKey,
  createDeveloperApp,
  createUser,
  deleteDeveloperApp,
  disableUser,
  enableUser,
  getAccount,
  listAccounts,
  listApiKeys,
  listDeveloperApps,
  listGrants,
  revokeApiKey,
  resumeAccount,
  revokeGrant,
  rotateApiKey,
  rotateDeveloperAppSecret,
  setUserPassword,
  setOperator,
  removeSecondFactor,
  setUserRole,
  suspendAccount,
  updateApiKey,
  updateDeveloperApp,
  updateAccount,
} from '../gateway';
import { jobOperations } from '../jobs';
import { servicesWithLimits, usageOperations } from '../limits';
import { loadOperation } from '../load';
import {
  createAccountCtaUrl,
  createAccountInteractiveList,
  deleteAccountCtaUrl,
  deleteAccountInteractiveList,
  exportConversations,
  exportMessages,
  getRetention,
  inspectMessage,
  listAccountCtaUrls,
  listAccountInteractiveLists,
  setRetention,
} from '../messaging';
import { secretKeyOperations, servicesWithSecrets } from '../secret-keys';
import { serviceNames } from '../table';
import { exportPersonTickets } from '../tickets';
import {
  exportPersonDeliveries,
  inspectDeliveries,
  inspectWebhook,
  readBacklogs,
  surveyWebhooks,
} from '../webhooks';

/** What the admin tool and the gateway ask to export all that is stored of a person. */
export const personExportCalls: readonly Operation[] = [
  exportContact,
  exportConversations,
  exportMessages,
  exportPersonTickets,
  exportPersonDeliveries,
  exportPhoneRecords,
];

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
  ...personExportCalls,
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
