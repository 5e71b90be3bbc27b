/** One of the provider's errors. */
export interface ErrorRow {
  status: number;
  /** The title in callbacks; in answers it follows `(#<code>)`. */
  title: string;
  details: string;
  subcode?: number;
  /** Whether answers say that the same call may succeed shortly. */
  isTransient?: boolean;
  type?: 'OAuthException' | 'GraphMethodException';
}

const bad = (title: string, details: string): ErrorRow => ({ status: 400, title, details });
const refused = (title: string, details: string): ErrorRow => ({ status: 403, title, details });
const failing = (status: 500 | 503, title: string, details: string): ErrorRow => ({ status, title, details });
const unauthorized = (title: string, subcode?: number): ErrorRow => ({
  status: 401,
  title,
  details: title,
  ...(subcode && { subcode }),
});

const PAYMENT =
  'Message failed to send because there were one or more errors related to your payment method.';
const TRY_AGAIN = 'Message failed to send because of an unknown error. Try again later.';

const general: Record<number, ErrorRow> = {
  0: unauthorized('We were unable to authenticate the app user'),
  1: bad('Invalid request or possible server error', 'An unknown error occurred. Check the request.'),
  2: failing(503, 'Service temporarily unavailable', 'Temporary due to downtime or due to being overloaded.'),
  3: failing(
    500,
    'Capability or permissions issue',
    'The application does not have the capability to call it.',
  ),
  4: bad('Application request limit reached', 'The app has reached its API call rate limit.'),
  10: refused('Permission denied', 'Permission is either not granted or has been removed.'),
  17: bad('User request limit reached', 'The user has reached its API call rate limit.'),
  33: bad('Parameter value is not valid', 'The business phone number has been deleted.'),
  100: bad('Invalid parameter', 'The request included one or more unsupported or misspelled parameters.'),
  104: unauthorized('An access token is required to request this resource.'),
  190: unauthorized('Error validating access token: The session has expired or been invalidated.', 467),
  200: refused('Permission error', 'The token lacks a permission that this call needs.'),
  299: refused('Permission error', 'The token lacks a permission that this call needs.'),
  368: refused('Temporarily blocked for policies violations', 'The account was restricted from messaging.'),
  32: bad('Page request limit reached', 'The page has reached its API call rate limit.'),
  341: bad('Application limit reached', 'The application has reached its limit. Wait before the next call.'),
  613: bad('Calls to this api have exceeded the rate limit.', 'Wait before the next call.'),
  803: {
    status: 404,
    title: 'Some of the aliases you requested do not exist',
    details: 'No such object.',
    type: 'GraphMethodException',
  },
  80007: bad('Rate limit issues', 'There have been too many calls from this WhatsApp Business account.'),
  80008: {
    ...bad(
      'There have been too many calls to this WhatsApp Business account. Wait a bit and try again.',
      'The account has reached the limit of the management API.',
    ),
    subcode: 2494055,
    isTransient: true,
  },
};

const delivery: Record<number, ErrorRow> = {
  130429: bad('Rate limit hit', 'Cloud API message throughput has been reached.'),
  130472: bad("User's number is part of an experiment", 'The message was not sent as part of an experiment.'),
  130497: refused(
    'Business account is restricted from messaging users in this country.',
    'The account is barred for the country of the recipient.',
  ),
  131000: failing(500, 'Something went wrong', TRY_AGAIN),
  131005: refused('Access denied', 'Permission is either not granted or has been removed.'),
  131008: bad('Required parameter is missing', 'The request is missing a required parameter.'),
  131009: bad('Parameter value is not valid', 'One or more parameter values are invalid.'),
  131016: failing(500, 'Service unavailable', 'A service is temporarily unavailable.'),
  131021: bad('Recipient cannot be sender', 'Sender and recipient phone number is the same.'),
  131026: bad('Message undeliverable', 'Message Undeliverable.'),
  131030: bad(
    'Recipient phone number not in allowed list',
    'Add the recipient to the list of the test number.',
  ),
  131031: refused(
    'Business Account locked',
    'The account was restricted or disabled for violating a policy.',
  ),
  131037: bad(
    'WhatsApp provided number needs display name approval before message can be sent.',
    'The display name of the number is not approved.',
  ),
  131042: bad('Business eligibility payment issue', PAYMENT),
  131044: bad('Business eligibility payment issue', PAYMENT),
  131045: failing(
    500,
    'Incorrect certificate',
    'Message failed to send due to a phone number registration error.',
  ),
  131047: bad(
    'Re-engagement message',
    'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
  ),
  131048: bad('Spam rate limit hit', 'There are restrictions on how many messages this number may send.'),
  131049: bad(
    'This message was not delivered to maintain healthy ecosystem engagement.',
    'In order to maintain a healthy ecosystem engagement, the message failed to be delivered.',
  ),
  131050: bad(
    'Unable to deliver the message. This recipient has chosen to stop receiving marketing messages on WhatsApp from your business',
    'The user has stopped marketing messages of this business.',
  ),
  131051: bad('Unsupported message type', 'Message type is not currently supported.'),
  131052: bad('Media download error', 'The media that the user sent could not be downloaded.'),
  131053: bad('Media upload error', 'The media of the message could not be uploaded.'),
  131055: bad('Method not allowed', 'The account is not set up for this call.'),
  131056: bad(
    '(Business Account, Consumer Account) pair rate limit hit',
    'Too many messages sent from this number to the same recipient in a short time.',
  ),
  131057: failing(
    500,
    'Business Account is in maintenance mode',
    'The throughput of the number is being upgraded.',
  ),
  131062: bad(
    'Business-scoped user id is not supported',
    'This message needs the phone number of the recipient.',
  ),
  131063: bad('Marketing templates are not allowed', 'Marketing templates are switched off on Cloud API.'),
  131064: bad('Messaging limit reached', 'The account has violated the classification of templates.'),
  137000: bad('Recipient identity key mismatch', 'The identity key of the recipient has changed.'),
};

const templates: Record<number, ErrorRow> = {
  132000: bad(
    'Number of parameters does not match the expected number of params',
    'The number of variable values does not match the template.',
  ),
  132001: {
    status: 404,
    title: 'Template name does not exist in the translation',
    details: 'The template does not exist in that language, or it is not approved.',
  },
  132005: bad('Translated text too long', 'The text with its variables filled in is too long.'),
  132007: bad('Template content policy violated', 'The content violates a policy.'),
  132008: bad('Parameter value does not match', 'A parameter does not match the template.'),
  132012: bad(
    'Parameter format does not match format in the created template',
    'A parameter has another format than the template.',
  ),
  132015: bad('Template is paused', 'Template is paused due to low quality.'),
  132016: bad('Template is disabled', 'Template has been paused too many times and is disabled now.'),
  132018: bad(
    'There were issues with parameters in template',
    'Text parameters cannot have new-line, tab or more than 4 consecutive spaces.',
  ),
  132068: bad('Flow is in blocked state', 'Flow is in blocked state.'),
  132069: bad('Flow is in throttled state', 'Flow is in throttled state.'),
  134100: bad('Only marketing messages supported', 'Only marketing templates can be sent by this call.'),
  134101: bad('Template syncing', 'The template is being prepared. Try again in ten minutes.'),
  134102: bad('Template unavailable', 'The template cannot be used for marketing messages.'),
  134011: bad(
    'WhatsApp Payments terms of service has not been accepted',
    'Accept the terms of service of payments.',
  ),
  135000: bad(
    'Generic user error',
    'Message failed to send because of an unknown error with the parameters.',
  ),
};

const registration: Record<number, ErrorRow> = {
  133000: failing(500, 'Incomplete Deregistration', 'A previous deregistration attempt failed.'),
  133004: failing(503, 'Server Temporarily Unavailable', 'Server is temporarily unavailable.'),
  133005: bad('Two step verification PIN Mismatch', 'Two-step verification PIN incorrect.'),
  133006: bad('Phone number re-verification needed', 'Phone number needs to be verified before registering.'),
  133008: bad('Too many two step verification PIN guesses', 'Too many two-step verification PIN guesses.'),
  133009: bad(
    'Two step verification PIN guessed too fast',
    'Two-step verification PIN was entered too quickly.',
  ),
  133010: bad('Account not registered', 'Phone number not registered on the WhatsApp Business Platform.'),
  133015: bad(
    'Please wait a few minutes before attempting to register this phone number',
    'The phone number was deleted recently, and the deletion has not completed.',
  ),
  133016: bad(
    'Account register deregister rate limit exceeded',
    'The registration failed because of too many attempts for this number.',
  ),
};

/** Occurs only in the callback `history`. */
export const HISTORY_DECLINED = {
  code: 2593109,
  title: 'History sync is turned off by the business from the WhatsApp Business App',
  details: 'History sharing is turned off by the business',
};

const table: Record<number, ErrorRow> = { ...general, ...delivery, ...templates, ...registration };

/** The codes that a fault can set for a send. */
export const knownCodes: readonly number[] = Object.keys(table).map(Number);

/** Returns the row of a code. A code that is not in the table becomes a bad request with that code. */
export function errorRow(code: number): ErrorRow {
  return table[code] ?? bad('Unknown error', 'The sandbox was told to answer this code.');
}

/** An error in the format of callbacks. */
export function callbackError(code: number, details?: string): object {
  const row = errorRow(code);
  return {
    ...callbackErrorOf({ code, title: row.title, details: details ?? row.details }),
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
}

/** The same for an error that is never part of an answer, and has no page. */
export function callbackErrorOf({
  code,
  title,
  details,
}: {
  code: number;
  title: string;
  details: string;
}): object {
  return {
    code,
    title,
    message: title,
    error_data: { details },
  };
}
