/** The texts about what became of a message. */
export const trail = {
  open: 'What happened to this message',
  status: 'Status',
  received: 'Received',
  by: 'Sent by',
  request: 'Request id',
  trace: 'Trace id',
  network: 'Taken by the network',
  handOver: {
    none: 'No record of it',
    sending: 'Under way',
    accepted: 'Accepted',
    refused: 'Refused',
    unknown: 'Not known',
  } as Readonly<Record<string, string>>,
  steps: 'Step by step',
  step: {
    created: 'It was asked for.',
    received: 'It arrived here.',
    begun: 'It was handed over to the network.',
    sent: 'The network accepted it.',
    delivered: 'It arrived at the customer.',
    read: 'The customer read it.',
    failed: 'It failed.',
  },
  told: {
    pending: (event: string, host: string) => `${event} waits to be delivered to ${host}.`,
    succeeded: (event: string, host: string) => `${event} was delivered to ${host}.`,
    failed: (event: string, host: string) => `${event} could not be delivered to ${host}.`,
    blocked: (event: string, host: string) => `${event} may not be delivered to ${host}.`,
  },
  nextAttempt: (when: string) => `Next attempt: ${when}`,
  findings: {
    sent: 'The network has not reported that it arrived. The customer’s phone is off or without a connection. Do not send it again.',
    queued: 'It is being handed over. How it ends is known shortly.',
    overdue: 'How it ends should be known by now. Ask whoever runs the installation.',
    unknown:
      'It may or may not have been sent: the network did not answer. Do not send it again; a receipt of the network still settles it.',
    awaited: 'Its file is still being copied.',
    lost: 'Its file could not be copied, and the network no longer has it.',
    waiting: 'Endpoints are told of it late, since events wait. Ask whoever runs the installation.',
    nobody: 'The account has no endpoint, so no program is told of it.',
    unheard: 'No endpoint was told of it: none subscribes to its events, or they are about to be told.',
  },
  failedWith: (why: string, codes: string) => `${why} (${codes})`,
  channelAway: (when: string) => `Its channel is not connected since ${when}.`,
  searched: (when: string) => `Deliveries since ${when} were not searched, since there are too many.`,
  missing: (services: string) => `These services did not answer, so their part is missing: ${services}.`,
};

export type TrailTexts = typeof trail;
