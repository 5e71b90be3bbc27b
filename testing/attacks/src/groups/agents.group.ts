import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_KEY, mcpTools, type DeclaredTool } from '@chat/contracts/mcp';
import type { Attack, AttackGroup } from '../attack';
import type { Route } from '../document/route';
import { hostileBodies, type HostileBody } from '../hostile/bodies';
import type { HttpAnswer } from '../http/exchange';
import { INTERNALS } from '../judge/answer.rules';
import { assemble, type Cast } from '../oauth/cast';
import { deadTokens, tokenForMcp } from '../oauth/tokens';
import { exampleOf, placesOf, type Place } from '../routes/examples';
import type { Reference } from '../world/record-kind';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/** The MCP server, which has one route for all tools. */
export const agents: AttackGroup = {
  name: 'agents',
  about: 'POST /mcp: hostile bodies, each tool with records of another account, tokens that open nothing',
  atOnce: 4,
  attacks: async (world) => {
    const cast = await assemble(world, 'agents');
    const victim = await world.openTenant('victimofagents');
    const dead = { ...(await deadTokens(cast)), 'a token for the API': await tokenForApi(cast) };
    const agent = new Agent(world, cast.tenant, await tokenForMcp(cast, 'write'));
    return [
      ...hostileBodies.map((body) => isNoMessage(agent, body)),
      ...[...mcpTools.values()].flatMap((tool) => foreignRecords(world, agent, tool, victim)),
      ...Object.entries(dead)
        .filter(([name]) => name !== 'a token for MCP')
        .map(([name, token]) => opensNothing(world, name, token)),
    ];
  },
};

/** Sends messages with the token of an agent. */
class Agent {
  constructor(
    private readonly world: World,
    readonly tenant: Tenant,
    private readonly token: string,
  ) {}

  send(body: string | Buffer, headers: object = {}): Promise<HttpAnswer> {
    return post(this.world, this.token, body, headers);
  }

  call(name: string, given: object): Promise<HttpAnswer> {
    return this.send(JSON.stringify(callOf(name, given)));
  }

  problemsOf({ status, bytes }: HttpAnswer): string[] {
    const body = bytes.toString();
    return [
      ...(status >= 500 ? [`It answered ${status}: ${body.slice(0, 300)}`] : []),
      ...(INTERNALS.test(body) ? [`It shows what is inside: ${body.slice(0, 300)}`] : []),
      ...this.world.marks.foundInAnswer(body, this.tenant.name),
    ];
  }
}

function callOf(name: string, given: object): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
}

function post(world: World, token: string, body: string | Buffer, headers: object = {}): Promise<HttpAnswer> {
  const own = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const accept = 'application/json, text/event-stream';
  return world.gateway.send({ method: 'POST', path: '/mcp', headers: { ...own, accept, ...headers }, body });
}

async function tokenForApi({ app, browser }: Cast): Promise<string> {
  return (await app.redeem(await app.codeFor(browser))).body.access_token!;
}

function isNoMessage(agent: Agent, { name, body, type, headers }: HostileBody): Attack {
  return {
    name: `/mcp with ${name}`,
    run: async () => {
      const answer = await agent.send(body, { ...headers, ...(type && { 'content-type': type }) });
      const isTaken = answer.status < 300 && answer.status !== 202 && !answer.bytes.includes('"error":');
      return [...agent.problemsOf(answer), ...(isTaken ? [`It answered ${answer.status}.`] : [])];
    },
  };
}

/** Another account's record is handled as one that nobody has. */
function foreignRecords(world: World, agent: Agent, tool: DeclaredTool, victim: Tenant): Attack[] {
  const route = world.routes.find(({ operation, isLegacy }) => operation === tool.operation && !isLegacy)!;
  const places = placesOf(route).filter(({ name }) => tool.takes.includes(name));
  return places.map((place) => ({
    name: `the tool ${tool.name} with ${place.name} = ${place.kind.name} of another account`,
    run: async () => {
      const given = await exampleArguments(route, tool, agent.tenant);
      const ask = (reference: Reference) => {
        const key = tool.operation.effect === 'send' && { [IDEMPOTENCY_KEY]: randomUUID() };
        return agent.call(tool.name, { ...given, ...key, [place.name]: reference });
      };
      const [unknown, foreign] = [await ask(place.kind.unknown), await ask(await victim.own(place.kind))];
      const isSame = unknown.bytes.equals(foreign.bytes);
      return [
        ...agent.problemsOf(foreign),
        ...(isSame
          ? []
          : [`${foreign.bytes.toString().slice(0, 300)} differs from ${unknown.bytes.toString()}`]),
      ];
    },
  }));
}

async function exampleArguments(route: Route, tool: DeclaredTool, tenant: Tenant): Promise<object> {
  const { body } = await exampleOf(route, tenant, { fresh: false });
  const inPath = placesOf(route).filter(({ part }) => part === 'path');
  const own = async ({ name, kind }: Place) => [name, await tenant.own(kind)] as const;
  const given = Object.entries({ ...body }).filter(([name]) => tool.takes.includes(name));
  return Object.fromEntries([...given, ...(await Promise.all(inPath.map(own)))]);
}

function opensNothing(world: World, name: string, token: string): Attack {
  return {
    name: `/mcp with ${name}`,
    run: async () => {
      const answer = await post(world, token, JSON.stringify(callOf('get_account', {})));
      return world.judge(answer, { codes: ['unauthenticated'] }, 'nobody');
    },
  };
}
