import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import { readMoment, type InputOf, type RequestContext } from '@chat/contracts';
import { listRequests, type AnsweredRequestList, type RequestsQuery } from '@chat/contracts/gateway';
import { invalid } from '@chat/errors';
import { cutPage, readTimePage, timeKey } from '@chat/lists';
import { toTimestamp } from '@chat/service-kit';
import { callerOf } from '../callers/caller';
import { RequestsRepository, type RequestFilter } from './requests.repository';

@Controller()
export class RequestsController {
  constructor(private readonly requests: RequestsRepository) {}

  @Handles(listRequests)
  async list(
    { query }: InputOf<typeof listRequests>,
    context: RequestContext,
  ): Promise<Reply<AnsweredRequestList>> {
    const request = readTimePage(query);
    const found = await this.requests.page(callerOf(context).accountId, filterOf(query), request);
    const shown = found.map((row) => ({ ...row, at: toTimestamp(row.at) }));
    const { rows, pagination } = cutPage(shown, request, null, ({ at, id }) => timeKey(at, id));
    return new Reply({ requests: rows }, { pagination });
  }
}

function filterOf({ request_id, status, route, credential, since, until }: RequestsQuery): RequestFilter {
  return {
    ...(request_id && { requestId: request_id }),
    ...(status && { statuses: statusesOf(status) }),
    ...(route && { route }),
    ...(credential && { credential }),
    ...(since && { since: new Date(readMoment(since)!) }),
    ...(until && { until: new Date(readMoment(until)!) }),
  };
}

/** `4xx` is a hundred of them. @throws AppError `validation_error` for what is no status. */
function statusesOf(status: string): [number, number] {
  if (!/^[2-5](\d\d|xx)$/.test(status))
    throw invalid('status', 'status is a status or a class, as in 422 or 4xx.');
  const first = Number(status.replace('xx', '00'));
  return status.endsWith('xx') ? [first, first + 99] : [first, first];
}
