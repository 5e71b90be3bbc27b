import { Option, type Command } from 'commander';
import { jobOperations, jobStates, MAX_JOBS, type Job, type JobState } from '@chat/contracts/jobs';
import { AppError } from '@chat/errors';
import { inOneLine, ofEveryService, serviceArgument, serviceOption } from './every-service';
import { jsonOption, wholeNumber } from './options';
import { printRecord, printTable } from './print';
import { askStack, withStack, type Ask } from './stack-bus';

const listColumns = ['service', 'id', 'type', 'account_id', 'state', 'attempts', 'due_at', 'reason'];
const retryColumns = ['id', 'outcome', 'reason'];

interface ListOptions {
  service?: string;
  state?: JobState;
  json: boolean;
}

interface RetryOptions {
  allDead: boolean;
  json: boolean;
}

/** The result for one job: `queued`, or `refused` with a reason. */
interface Retried {
  id: number;
  outcome: 'queued' | 'refused';
  reason: string | null;
}

export function addJobCommands(program: Command): void {
  const jobs = program
    .command('jobs')
    .description('background work of the services: waiting, running or given up');

  jobs
    .command('list')
    .description('list unfinished jobs, the oldest of each service first')
    .addOption(serviceOption())
    .addOption(new Option('--state <state>', 'only in this state').choices(jobStates))
    .addOption(jsonOption())
    .action(async ({ service, state, json }: ListOptions) => {
      const found = await withStack((ask) => {
        const listOf = (name: string) => jobsOf(ask, name, state);
        return service ? listOf(service) : ofEveryService('jobs', listOf);
      });
      printTable(json ? found : found.map(inOneLine), listColumns, json);
    });

  jobs
    .command('show')
    .description('show one with its data, which may contain phone numbers and message texts')
    .addArgument(serviceArgument('the service of the job'))
    .argument('<id>', 'as shown by list', wholeNumber)
    .addOption(jsonOption())
    .action(async (service: string, id: number, { json }: { json: boolean }) => {
      const { job } = await askStack(jobOperations(service).get, { body: { id } });
      const { data, ...rest } = job;
      printRecord(json ? { service, ...job } : { service, ...rest }, json);
      if (!json && data) console.log(`\n${JSON.stringify(data, null, 2)}`);
    });

  jobs
    .command('retry')
    .description('make them due now, with all their attempts ahead')
    .addArgument(serviceArgument('the service of the jobs'))
    .argument('[id...]', 'as shown by list', (text, ids: number[] = []) => [...ids, wholeNumber(text)])
    .option('--all-dead', 'every job of the service that was given up, the oldest first', false)
    .addOption(jsonOption())
    .action(async (service: string, ids: number[] = [], options: RetryOptions, command: Command) => {
      const { allDead, json } = options;
      if (allDead === ids.length > 0) command.error('error: say which: one or more ids, or --all-dead');
      const retried = await withStack((ask) => retry(ask, service, allDead ? null : ids));
      printTable(retried, retryColumns, json);
      if (retried.some(({ outcome }) => outcome === 'refused')) process.exitCode = 1;
    });
}

/** Fetches all of them, page by page. */
async function jobsOf(ask: Ask, service: string, state?: JobState): Promise<(Job & { service: string })[]> {
  const found: (Job & { service: string })[] = [];
  for (;;) {
    const body = { state, after_id: found.at(-1)?.id, limit: MAX_JOBS };
    const { jobs } = await ask(jobOperations(service).list, { body });
    found.push(...jobs.map((job) => ({ service, ...job })));
    if (jobs.length < MAX_JOBS) return found;
  }
}

/** @param ids null for all that were given up. */
async function retry(ask: Ask, service: string, ids: number[] | null): Promise<Retried[]> {
  const retried: Retried[] = [];
  for (const id of ids ?? (await jobsOf(ask, service, 'dead')).map((job) => job.id)) {
    try {
      await ask(jobOperations(service).retry, { body: { id } });
      retried.push({ id, outcome: 'queued', reason: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      retried.push({ id, outcome: 'refused', reason: error.message });
    }
  }
  return retried;
}
