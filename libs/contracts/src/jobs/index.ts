export * from './job.dto';
export * from './operations';
