import { operation } from '..';
import { JobList, JobRef, JobResult, ListJobs } from './job.dto';

/** Returns the operations for the jobs of a service. */
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
    /** Makes a dead or waiting job due, and answers without waiting for it to run. */
    retry: operation({
      subject: `rpc.${service}.job.retry`,
      unaudited: 'It repeats work that was begun before.',
      effect: 'write',
      body: JobRef,
      output: JobResult,
      errors: ['conflict'],
    }),
  };
}
