export type { ErrorBody, ErrorDetails } from './app-error';
export { AppError, invalid } from './app-error';
export type { ErrorCode } from './catalogue';
export { catalogue } from './catalogue';
export { describeError, reasonOf } from './describe-error';
export { OutageError, outageOf } from './outage';
