import type { AlertFault } from '../fault';
import { eventFaults } from './events';
import { outsideFaults } from './outside';
import { processFaults } from './processes';
import { requestFaults } from './requests';
import { webhookFaults } from './webhooks';
import { workFaults } from './work';

/** One fault for each alert, in the order of the run: the first ones need a past without errors. */
export const faults: readonly AlertFault[] = [
  ...requestFaults,
  ...workFaults,
  ...eventFaults,
  ...webhookFaults,
  ...outsideFaults,
  ...processFaults,
];

/**
 * The alerts whose faults this run cannot cause, each with the reason. The tests for promtool show that such an alert
 * fires.
 */
export const onlyCalculated: Readonly<Record<string, string>> = {
  ChatStreamFills: 'the smallest stream takes minutes to fill',
  ChatStreamAlmostFull: 'the smallest stream takes minutes to fill',
  ChatStreamReplicaBehind: 'it needs a cluster of NATS',
  ChatDiskFills: 'it needs an exporter and a disk that fills up',
  ChatDiskAlmostFull: 'it needs an exporter and a disk that fills up',
  ChatSpaceLow: 'it needs a disk that fills up',
  ChatSpaceUsedUp: 'it needs a disk that fills up',
  ChatStandbyBehind: 'it needs a standby of Postgres',
  ChatStandbyMissing: 'it needs a standby of Postgres',
  ChatCertificateExpires: 'it needs an exporter and a certificate that expires',
  ChatCertificateAlmostExpired: 'it needs an exporter and a certificate that expires',
  ChatBackupOld: 'it needs an exporter and a backup',
  ChatBackupMissing: 'it needs an exporter and a backup',
  ChatRestoreTestFails: 'it needs an exporter and a backup; testing/deployment fails tests of the restore',
  ChatRestoreTestOld: 'it needs an exporter and a backup',
  ChatDeviceConnectionsEnd: 'it needs several phones that are linked and removed',
  ChatDeviceMessagesUnreadable: 'it needs the engine of real phones',
  ChatUnwatched: 'it fires in every run, where no exporter reports on disks, certificates and backups',
};
