import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventConsumers, on } from '@chat/bus';
import { accountLimitReached } from '@chat/contracts/gateway';
import { limitCrossed, limitsCrossed, servicesWithLimits } from '@chat/contracts/limits';
import { LOGGER, type Logger } from '@chat/service-kit';

/** Tells clients and the log which limits accounts reach; the services that count report them. */
@Injectable()
export class LimitsConsumer implements OnApplicationBootstrap {
  constructor(
    private readonly consumers: EventConsumers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.consumers.consume({
      durable: 'gateway-limits',
      subject: limitsCrossed,
      bindings: servicesWithLimits.map((service) =>
        on(limitCrossed(service), ({ accountid, subject, entityversion, data }, tx) => {
          const accountId = Number(accountid);
          const entity = { entity: subject, entityVersion: entityversion, channelId: null };
          tx.emit(accountLimitReached, { accountId, ...entity, data });
          tx.afterCommit(() => this.logger.warn({ accountId, ...data }, 'an account reaches a limit'));
          return Promise.resolve();
        }),
      ),
    });
  }
}
