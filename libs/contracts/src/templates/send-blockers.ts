/** Why a template cannot be sent now, by the `reason` of `capability_error`, and what to do about it. */
export const sendBlockers = {
  template_not_approved: 'The provider has not approved this template. Wait for its review, or edit it.',
  template_paused:
    'The provider paused this template because of complaints. You may be able to send it later.',
  template_disabled: 'The provider disabled this template. Send another one.',
  template_unsupported: 'This kind of template cannot be sent from here. Send another one.',
} as const;

export type SendBlocker = keyof typeof sendBlockers;
