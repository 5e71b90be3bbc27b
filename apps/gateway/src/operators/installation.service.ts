import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import type { Operation, RequestContext } from '@chat/contracts';
import {
  deadLetterOperations,
  MAX_DEAD_LETTERS,
  type DeadLetter,
  type Replay,
} from '@chat/contracts/dead-letters';
import type {
  DeadLetterOfService,
  DeadLettersOfServices,
  Health,
  JobOfService,
  JobsOfServices,
  SetAccountLimit,
} from '@chat/contracts/gateway';
import { limitOf, servicesWithLimits, usageOperations, type Usage } from '@chat/contracts/limits';
import { jobOperations, MAX_JOBS, type Job, type JobState } from '@chat/contracts/jobs';
import { serviceNames } from '@chat/contracts/table';
import { AppError } from '@chat/errors';
import { systemContext } from '@chat/service-kit';

const ANSWER_WITHIN_MS = 5_000;

/** The services of the installation, as its operators see them: never with what people write. */
@Injectable()
export class InstallationService {
  constructor(private readonly bus: BusClient) {}

  async deadLetters(cause: RequestContext, service?: string): Promise<DeadLettersOfServices> {
    const { lists, missing } = await ofServices(service, (name) => this.lettersOf(name, cause));
    return { dead_letters: lists, missing };
  }

  async jobs(
    cause: RequestContext,
    { service, state }: { service?: string; state?: JobState },
  ): Promise<JobsOfServices> {
    const { lists, missing } = await ofServices(service, (name) => this.jobsOf(name, cause, state));
    return { jobs: lists, missing };
  }

  /** @throws AppError `not_found`, and what the service answers. */
  async replay(cause: RequestContext, service: string, id: number): Promise<Replay> {
    const { replay } = deadLetterOperations(known(service));
    const replayed = await this.bus.request(replay, contextOf(cause, replay), { body: { id } });
    return { ...replayed, reason: replayed.reason && firstLine(replayed.reason) };
  }

  /** @throws AppError `not_found`, and what the service answers. */
  async retry(cause: RequestContext, service: string, id: number): Promise<JobOfService> {
    const { retry } = jobOperations(known(service));
    const { job } = await this.bus.request(retry, contextOf(cause, retry), { body: { id } });
    return toJob(job, service);
  }

  /** @throws AppError `service_unavailable` if a service does not answer. */
  async limits(cause: RequestContext, accountId: number): Promise<Usage[]> {
    const lists = servicesWithLimits.map((service) => {
      const { read } = usageOperations(service);
      return this.bus.request(read, contextOf(cause, read), { body: { account_id: accountId } });
    });
    const found = (await Promise.all(lists)).flatMap(({ usage }) => usage);
    return found.sort((a, b) => a.limit.localeCompare(b.limit));
  }

  /** In the name of the operator, who is in the entry that the service leaves. */
  async setLimit(cause: RequestContext, accountId: number, { limit, max }: SetAccountLimit): Promise<Usage> {
    const { setLimit } = usageOperations(limitOf(limit).service);
    const body = { account_id: accountId, limit, max };
    return (await this.bus.request(setLimit, cause, { body })).usage;
  }

  async health(cause: RequestContext): Promise<Health> {
    const services = serviceNames.map(async (service) => {
      try {
        const [letters, jobs] = await Promise.all([
          this.lettersOf(service, cause),
          this.jobsOf(service, cause, 'dead'),
        ]);
        return { service, is_reachable: true, dead_letters: letters.length, dead_jobs: jobs.length };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { service, is_reachable: false, dead_letters: 0, dead_jobs: 0 };
      }
    });
    return { services: await Promise.all(services) };
  }

  private async lettersOf(service: string, cause: RequestContext): Promise<DeadLetterOfService[]> {
    const { list } = deadLetterOperations(service);
    const body = { limit: MAX_DEAD_LETTERS };
    const { dead_letters } = await this.bus.request(list, contextOf(cause, list), { body });
    return dead_letters.map((letter) => toLetter(letter, service));
  }

  private async jobsOf(service: string, cause: RequestContext, state?: JobState): Promise<JobOfService[]> {
    const { list } = jobOperations(service);
    const body = { limit: MAX_JOBS, state };
    const { jobs } = await this.bus.request(list, contextOf(cause, list), { body });
    return jobs.map((job) => toJob(job, service));
  }
}

/** Joins the lists of one service, or of all, and names those that do not answer. */
async function ofServices<T>(
  service: string | undefined,
  listOf: (service: string) => Promise<T[]>,
): Promise<{ lists: T[]; missing: string[] }> {
  const names = service === undefined ? serviceNames : serviceNames.filter((name) => name === service);
  const missing: string[] = [];
  const lists = await Promise.all(
    names.map((name) =>
      listOf(name).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        missing.push(name);
        return [];
      }),
    ),
  );
  return { lists: lists.flat(), missing };
}

function known(service: string): string {
  if (!serviceNames.includes(service)) throw new AppError('not_found');
  return service;
}

/** Of the service itself, not of the operator's account. */
function contextOf(cause: RequestContext, { timeoutMs = ANSWER_WITHIN_MS }: Operation): RequestContext {
  return { ...systemContext(0, { timeoutMs, cause }), requestId: cause.requestId };
}

/** Without what may be the number of a person, as in `chats/7-12125550100`. */
function toLetter(letter: DeadLetter, service: string): DeadLetterOfService {
  const [kind] = letter.entity.split('/', 1);
  return { ...letter, entity: kind!, reason: firstLine(letter.reason), service };
}

/** Without the data, which may contain what people wrote. */
function toJob(job: Job, service: string): JobOfService {
  return {
    service,
    id: job.id,
    type: job.type,
    account_id: job.account_id,
    state: job.state,
    attempts: job.attempts,
    due_at: job.due_at,
    deadline: job.deadline,
    reason: job.reason && firstLine(job.reason),
    trace_id: job.trace_id,
    created_at: job.created_at,
    updated_at: job.updated_at,
  };
}

/** The rest may be a stack of causes. */
function firstLine(reason: string): string {
  return reason.split('\n', 1)[0]!;
}
