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
export const onlyCalculated: Readonly<Record<string, string>> = {};
