export { ApiClient, type Answer, type ApiErrorBody, type Credential } from './api-client';
export { approvedTemplate } from './approved-template';
export { AuthenticatorApp } from './authenticator-app';
export { CapturedLog, type LogLine } from './captured-log';
export { ChannelMarks } from './channel-marks';
export type { ConnectorHarness, Fate } from './connectors/connector-harness';
export { describeConnector } from './connectors/describe-connector';
export { FakeConnector } from './connectors/fake-connector';
export { newSend } from './connectors/new-send';
export { enginePrograms, hasEngine } from './linked-phone-engine';
export { MetricsPage, type Series } from './metrics-page';
export { EventStreamReader, type StreamFrame } from './event-stream-reader';
export { FileServer, type HostedFile } from './file-server';
export { forbiddenUrls, NAMES_THAT_LEAD_HOME } from './forbidden-urls';
export { Browser, ShownPage } from './oauth/browser';
export { decide, OAuthApp, REDIRECT_URI, type TokenAnswer } from './oauth/oauth-app';
export { failureOf, refusal } from './refusal';
export {
  SandboxClient,
  type MediaState,
  type PhoneChanges,
  type PhoneMessage,
  type ProviderNumber,
  type Fault as SandboxFault,
  type WrittenMessage,
} from './sandbox-client';
export { someChannel } from './some-channel';
export { someContact } from './some-contact';
export { someConversation } from './some-conversation';
export { someMessage } from './some-message';
export { createCertificate } from './stack/ingress';
export type { Ingress, LoopbackCertificate } from './stack/ingress';
export { certificateOfRun, environmentBehindIngress } from './stack/run-topology';
export { SpanCollector, type CollectedSpan } from './span-collector';
export { Stack, type StackOptions } from './stack/stack';
export { TestBus, testContext } from './test-bus';
export { TestClient } from './test-client';
export { AnswerJudge, type JudgedAnswer } from './openapi/answer-judge';
export { breakConnections, withoutConnections } from './postgres-outage';
export { printSchema } from './print-schema';
export { createTestDatabase, type TestDatabase } from './test-database';
export { startTestNats, type TestNats } from './test-nats';
export { startTestService, type TestService } from './test-service';
export { until } from './until';
export { WebhookReceiver } from './webhook-receiver';
