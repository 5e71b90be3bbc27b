import { certificateOfRun } from '@chat/test-kit';

/** A journey starts a dozen processes, or two dozen behind an ingress, on a machine that may be busy. */
jest.setTimeout(certificateOfRun() ? 600_000 : 240_000);
