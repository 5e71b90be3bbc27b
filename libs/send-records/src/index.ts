export * from './send-record';
export * from './send-records';
