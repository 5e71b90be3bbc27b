import { accountExpectations } from './account-expectations';
import { appExpectations } from './app-expectations';
import type { Expectation } from './expectation';
import { messageExpectations } from './message-expectations';
import { noticeExpectations, statusExpectations } from './notice-expectations';

/** By the name of the shape. */
export const expectations: Readonly<Record<string, Expectation>> = {
  ...messageExpectations,
  ...noticeExpectations,
  ...statusExpectations,
  ...accountExpectations,
  ...appExpectations,
};
