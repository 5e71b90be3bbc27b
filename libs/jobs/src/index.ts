export * from './job-type';
export * from './jobs';
export * from './jobs.repository';
export * from './stored-jobs';
export * from './tables';
