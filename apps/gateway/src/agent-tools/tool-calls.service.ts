import { Inject, Injectable } from '@nestjs/common';
import { BusClient, type RawReply } from '@chat/bus';
import { includesLevel, scopesOf, waitMsOf, type Operation, type RequestContext } from '@chat/contracts';
import { mcpTools, type DeclaredTool } from '@chat/contracts/mcp';
import { getConversation } from '@chat/contracts/messaging';
import { AppError, type ErrorBody } from '@chat/errors';
import { CONFIG } from '@chat/service-kit';
import type { GatewayConfig } from '../config';
import type { Principal } from '../credentials/principal';
import { hasScope } from '../credentials/scope.rules';
import { orUnavailable } from '../questions/questions';
import { RateLimiter } from '../rate-limit/rate-limiter';
import { windowOfAgent } from '../rate-limit/windows.rules';
import { levelOf, mayAnswerIn, onlyReading, refusalOf, type Agent } from '../agents/agent-access.rules';
import { answerOf, type ToolAnswer } from './tool-answer';
import { readToolArguments, type ToolInput } from './tool-arguments.rules';

/** How many messages an agent sends in any minute. */
const SENDS_A_MINUTE = 20;

/** A request of an agent that was admitted. */
export interface AgentRequest {
  readonly principal: Principal;
  readonly requestId: string;
  readonly traceparent: string | null;
  readonly address: string;
}

/**
 * Calls tools for agents, each through the operation at which it is declared: what an agent may not do is refused here, and not only
 * left out of its list.
 */
@Injectable()
export class ToolCalls {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly bus: BusClient,
    private readonly limiter: RateLimiter,
  ) {}

  /** Returns the tools that the agent may use. */
  list(principal: Principal): DeclaredTool[] {
    return [...mcpTools.values()].filter((tool) => this.refusal(tool, principal) === null);
  }

  /** Returns null if there is no such tool. What is wrong with a call is an answer, too: the agent can do something about it. */
  async call(
    name: string,
    given: Readonly<Record<string, unknown>>,
    request: AgentRequest,
  ): Promise<ToolAnswer | null> {
    const tool = mcpTools.get(name);
    if (!tool) return null;
    try {
      const refusal = this.refusal(tool, request.principal);
      if (refusal) throw refusal;
      const read = readToolArguments(tool, given);
      return answerOf(await this.forward(tool, read, request));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return answerOf(replyOf(error));
    }
  }

  private refusal({ operation, level }: DeclaredTool, { credential, agent }: Principal): AppError | null {
    if (!hasScope(credential.scopes, operation)) {
      const required_scope = scopesOf(operation.scope).join(' or ');
      const message = `This connection lacks the scope ${required_scope}. Whoever connects it anew can allow that.`;
      return new AppError('insufficient_scope', { message, required_scope });
    }
    const who = agent ?? onlyReading;
    if (!includesLevel(levelOf(who), level))
      return new AppError('insufficient_scope', { message: refusalOf(who) });
    return this.isOff(operation) ? new AppError('feature_disabled') : null;
  }

  private isOff({ flags = [] }: Operation): boolean {
    return flags.some(({ name }) => this.config[name] !== 'on');
  }

  private async forward(tool: DeclaredTool, read: ToolInput, request: AgentRequest): Promise<RawReply> {
    const { operation } = tool;
    const { principal, requestId, traceparent, address } = request;
    const context: RequestContext = {
      requestId,
      traceparent,
      deadline: Date.now() + waitMsOf(operation, read.input.body),
      account: principal.account,
      address,
      idempotencyKey: read.idempotencyKey,
      credential: principal.credential,
    };
    if (principal.agent) {
      await this.requireReach(tool, principal.agent, read, context);
      if (operation.effect === 'send') await this.consumeSend(principal.agent);
    }
    return this.bus.forward(operation, context, read.input);
  }

  private async requireReach(
    { conversation }: DeclaredTool,
    agent: Agent,
    { input }: ToolInput,
    context: RequestContext,
  ): Promise<void> {
    if (conversation === undefined) return;
    const { [conversation]: id } = { ...input.params, ...input.body } as Record<string, number>;
    const channelOf = async () =>
      (await this.bus.request(getConversation, context, { params: { id: id! } })).conversation
        .chat_account_id;
    if (await mayAnswerIn(agent, id!, channelOf)) return;
    throw new AppError('insufficient_scope', {
      message:
        'This agent may not answer in that conversation. Only the person who connected it can allow it.',
    });
  }

  private async consumeSend({ grantId }: Agent): Promise<void> {
    const { isGranted, resetSeconds } = await orUnavailable(
      this.limiter.consume(windowOfAgent(grantId), SENDS_A_MINUTE),
    );
    if (isGranted) return;
    throw new AppError('rate_limit_exceeded', {
      message: `This agent has sent ${SENDS_A_MINUTE} messages within a minute. Wait ${resetSeconds} seconds, then try again.`,
      retry_after: resetSeconds,
    });
  }
}

function replyOf(error: AppError): RawReply {
  return { status: error.status, body: JSON.stringify(error.toBody() satisfies ErrorBody), pagination: null };
}
