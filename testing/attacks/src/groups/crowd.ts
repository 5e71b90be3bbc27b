import type { Attack } from '../attack';
import { HttpTarget, type HttpRequest } from '../http/exchange';
import type { HeldConnections } from '../http/held-connections';

/** The status of an answer, or why there is none. */
export type Outcome = number | string;

/** Those beside a crowd ask for something, and count on a 200. @param moment counts how often they have asked. */
export type AskOthers = (moment: number) => Promise<Outcome[]>;

/** Others are served before a crowd comes, while it is there, and after it has left. */
export function leavesRoom(name: string, hold: () => Promise<HeldConnections>, ask: AskOthers): Attack {
  return {
    name,
    run: async () => {
      const before = await ask(0);
      const held = await hold();
      const during = await ask(1);
      held.release();
      const after = await ask(2);
      return Object.entries({ before, during, after }).flatMap(([moment, outcomes]) => {
        const wrong = outcomes.filter((outcome) => outcome !== 200);
        return wrong.length === 0
          ? []
          : [`${moment}, ${wrong.length} of ${outcomes.length} were not served, but: ${wrong[0]}`];
      });
    },
  };
}

/** Sends one request on a connection of its own. @param localAddress as in `HttpTarget`. */
export async function sendAlone(
  baseUrl: string,
  request: HttpRequest,
  localAddress?: string,
): Promise<Outcome> {
  const target = new HttpTarget(baseUrl, localAddress);
  try {
    return (await target.send(request)).status;
  } catch (error) {
    return (error as Error).message;
  } finally {
    target.close();
  }
}
