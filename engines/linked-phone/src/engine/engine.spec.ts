import { describeDeviceEngine } from '@chat/device-sessions/testing';
import { startHarness } from './network-harness';

describeDeviceEngine('the engine of linked phones', startHarness);
