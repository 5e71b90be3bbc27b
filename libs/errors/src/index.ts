export { AppError, invalid, invalidPhone, notFoundBy, type ErrorBody, type ErrorDetails } from './app-error';
export { catalogue, sentenceOf, type ErrorCode } from './catalogue';
export { describeError, reasonOf } from './describe-error';
export { OutageError, outageOf } from './outage';
