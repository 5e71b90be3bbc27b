import { certificateOfRun } from '@chat/testing';

/** A journey starts a dozen processes, and two dozen behind an ingress, on a machine that may be busy with others. */
jest.setTimeout(certificateOfRun() ? 600_000 : 240_000);
