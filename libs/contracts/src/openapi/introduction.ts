/** What applies to every operation, in Markdown. */
export const introduction = `
One API for chat channels: link a phone, send and read messages, manage contacts and tickets, and receive every event as a
signed webhook.

**Responses.** A success is \`{"ok":true,"data":…,"meta":{"request_id":…}}\`, an error
\`{"ok":false,"error":{"code","message","retryable",…},"meta":{…}}\`. Base your logic on \`error.code\`. The schemas describe
exactly this version. Later versions may add fields to responses and events: ignore fields that you do not recognize. A field
without a value is null, unless it is described as absent.

**Requests.** Bodies are JSON of at most 1 MiB, with at most 10,000 values, nested at most 32 levels deep. An unknown
field, in the body or in the query string, is rejected with \`validation_error\`, which lists every problem at
once. HEAD works like GET but returns no body. Where a field may be omitted or null, null counts as omitted, except in
updates (PATCH), where it clears the field; an optional text that contains only white space counts as null. White space
around names, labels and subjects is trimmed, and characters in them that hide or reorder text are removed, such as
zero-width spaces and direction overrides; joiners stay. Other text is stored as sent, and lengths count Unicode code points.

**Credentials.** Send an API key in the headers \`client-id\` and \`client-secret\` (or \`X-Api-Key\` and
\`X-Api-Secret\`), or as HTTP Basic with the id as the user name and the secret as the password, from an address on its
allowlist. Pages of other sites cannot use HTTP Basic. An app that users authorize to act for their accounts sends an access
token instead, as \`Authorization: Bearer …\`; the metadata at \`/.well-known/oauth-authorization-server\` says where apps
get one. Send one kind of credential, not both. Each operation names the scope that it needs. While
an account is suspended, its credentials get \`feature_disabled\`, reason \`account_suspended\`; what arrives is kept.

**Lists.** \`meta.pagination\` describes the current page. Use \`cursor\` for long lists: it has no depth limit.

**Limits.** Each account may send 120 requests in any minute, unless its plan says otherwise. \`RateLimit-*\` headers show
what is left; they are on every response to a valid credential from an allowed address. An address that sends many requests
without a valid credential is limited too. After a \`429\`, wait \`Retry-After\` seconds.

**Times** are ISO 8601 in UTC with milliseconds, for example \`2026-01-31T10:20:30.000+00:00\`.
`
  .trim()
  // One line per paragraph: some viewers render every line break.
  .replaceAll(/([^\n])\n(?!\n)/g, '$1 ');
