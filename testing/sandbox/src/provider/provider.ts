import type { FastifyInstance } from 'fastify';
import type { DataSource } from 'typeorm';
import type { Logger } from '@chat/service-kit';
import type { FaultBook } from '../faults/fault-book';
import type { PhoneBook } from '../network/phone-book';
import type { App } from './app';
import { CallbackSender } from './callbacks/callback-sender';
import { CallbacksRepository } from './callbacks/callbacks.repository';
import { Coexistence, coexistenceRoutes } from './coexistence/coexistence';
import { SyncRepository } from './coexistence/sync.repository';
import { BusinessApps } from './control/business-apps';
import { cloudControl } from './control/cloud-control';
import { Access } from './graph/access';
import { graphApi } from './graph/graph-api';
import { nodeRoutes } from './graph/node.routes';
import { oauthRoutes } from './graph/oauth.routes';
import { MediaRepository } from './media/media.repository';
import { mediaRoutes } from './media/media.routes';
import { MediaService } from './media/media.service';
import { sampleRoutes, uploadRoutes } from './media/uploads.routes';
import { Attempts } from './messages/attempts';
import { CloudMessagesRepository } from './messages/cloud-messages.repository';
import { MessageMedia } from './messages/message-media';
import { messageRoutes } from './messages/messages.routes';
import { Pacing } from './messages/pacing';
import { SendsService, type SendSettings } from './messages/sends.service';
import { TemplateSends } from './messages/template-sends';
import { CodesRepository } from './numbers/codes.repository';
import { numberRoutes } from './numbers/numbers.routes';
import { NumbersRepository } from './numbers/numbers.repository';
import { RegistrationRepository } from './numbers/registration.repository';
import { TokensRepository } from './numbers/tokens.repository';
import { CloudPeople } from './people/cloud-people';
import { TemplatesRepository } from './templates/templates.repository';
import { templateRoutes } from './templates/templates.routes';
import { TemplatesService } from './templates/templates.service';

export interface ProviderSettings {
  app: App;
  sends: SendSettings;
  callbackRetryMs: number;
  reviewMs: number;
  templateLimit: number;
  codeLivesMs: number;
  mediaUrlLivesSeconds: number;
}

export interface ProviderSurroundings {
  dataSource: DataSource;
  phones: PhoneBook;
  faults: FaultBook;
  logger: Logger;
}

/** The provider's cloud: its protocol, its control calls, and the people who exchange messages with it. */
export interface Provider {
  readonly people: CloudPeople;
  readonly businessApps: BusinessApps;
  register(app: FastifyInstance): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function createProvider(
  { dataSource, phones, faults, logger }: ProviderSurroundings,
  settings: ProviderSettings,
): Provider {
  const numbers = new NumbersRepository(dataSource);
  const tokens = new TokensRepository(dataSource);
  const callbacks = new CallbacksRepository(dataSource, settings.app.callbackFields);
  const messages = new CloudMessagesRepository(dataSource);
  const uploads = new MediaRepository(dataSource);
  const templates = new TemplatesRepository(dataSource);
  const codes = new CodesRepository(dataSource, tokens, settings.codeLivesMs);
  const registrations = new RegistrationRepository(dataSource);
  const access = new Access(numbers, tokens, settings.app);
  const sender = new CallbackSender(
    callbacks,
    { app: settings.app, firstPauseMs: settings.callbackRetryMs },
    logger,
  );
  const media = new MediaService(uploads, settings.mediaUrlLivesSeconds);
  const templateService = new TemplatesService(
    { dataSource, templates, uploads, callbacks, sender, logger },
    { reviewMs: settings.reviewMs, limit: settings.templateLimit },
  );
  const sends = new SendsService(
    {
      messages,
      callbacks,
      sender,
      phones,
      faults,
      attempts: new Attempts(),
      pacing: new Pacing(),
      media: new MessageMedia(media),
      templates: new TemplateSends(templates),
    },
    settings.sends,
  );
  const coexistence = new Coexistence({
    sync: new SyncRepository(dataSource),
    messages,
    callbacks,
    sender,
    phones,
  });
  const nodes = {
    access,
    numbers,
    registrations,
    sender,
    media,
    uploads,
    templates,
    service: templateService,
  };

  return {
    people: new CloudPeople({ numbers, messages, media: uploads, callbacks, sender, phones }),
    businessApps: new BusinessApps(numbers, coexistence),
    register: async (app) => {
      cloudControl(app, {
        numbers,
        tokens,
        codes,
        messages,
        templates,
        templateService,
        coexistence,
        media: uploads,
        callbacks,
        sender,
        appId: settings.app.id,
      });
      await graphApi(app, { logger, faults }, (graph) => {
        oauthRoutes(graph, { access, app: settings.app, codes, tokens });
        messageRoutes(graph, access, sends);
        mediaRoutes(graph, nodes);
        uploadRoutes(graph, nodes);
        sampleRoutes(graph, nodes);
        templateRoutes(graph, nodes);
        numberRoutes(graph, nodes);
        coexistenceRoutes(graph, access, coexistence);
        nodeRoutes(graph, nodes);
      });
    },
    start: () => {
      sender.wake();
      templateService.start();
    },
    stop: async () => {
      await templateService.stop();
      await sender.stop();
    },
  };
}
