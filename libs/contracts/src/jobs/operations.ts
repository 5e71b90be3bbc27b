import { operation } from '..';
import { JobList, JobRef, JobResult, ListJobs } from './job.dto';

/** The operations by which every service answers for its jobs. */
export function jobOperations(service: string) {
  return {
    list: operation({
      subject: `rpc.${service}.job.list`,
      effect: 'read',
      body: ListJobs,
      output: JobList,
    }),
    get: operation({
      subject: `rpc.${service}.job.get`,
      effect: 'read',
      body: JobRef,
      output: JobResult,
    }),
    /** Makes a job due that was given up or waits for its next try, and answers at once. */
    retry: operation({
      subject: `rpc.${service}.job.retry`,
      effect: 'write',
      body: JobRef,
      output: JobResult,
      errors: ['conflict'],
    }),
  };
}
