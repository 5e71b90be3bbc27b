/** What holds for every operation, in Markdown. */
export const introduction = `
One API over chat channels: link a phone, send and read messages, keep contacts and tickets, and receive every event as a
signed webhook.

**Answers.** A success is \`{"ok":true,"data":…,"meta":{"request_id":…}}\`, a failure
\`{"ok":false,"error":{"code","message","retryable",…},"meta":{…}}\`. Decide by \`error.code\`. The schemas hold for this
version exactly. Later ones may add members to answers and events: ignore what you do not know. A member without a value is null, unless it is described as absent.

**Requests.** Bodies are JSON of at most 1 MiB with at most 10,000 values, nested at most 32 levels deep. An unknown
member, in a body or in a query string, is refused with \`validation_error\`, which lists everything that is wrong at
once. HEAD is GET without the body of the answer. Null counts as left out where a member may be both, except in updates (PATCH), where it clears the member; so does
an optional text of nothing but white space. White space around names, labels and subjects is trimmed, other texts are
kept as they came, and lengths count Unicode code points.

**Credentials.** Send an API key in the headers \`client-id\` and \`client-secret\` (or \`X-Api-Key\` and
\`X-Api-Secret\`), from an address on its allowlist. An app that people let act for their accounts sends an access token instead, as
\`Authorization: Bearer …\`; the metadata at \`/.well-known/oauth-authorization-server\` says where apps get one. Send one
kind of credential, not both. Each operation names the scope that it needs.

**Lists.** \`meta.pagination\` says where you are. Walk long lists with \`cursor\`: it has no limit of depth.

**Limits.** 120 requests in any minute per account, unless its plan says otherwise. \`RateLimit-*\` headers, on every
answer to a credential whose allowlist has the caller, say what is left. An address that sends many requests without a
valid credential is limited too. After a \`429\` wait \`Retry-After\` seconds.

**Times** are ISO 8601 in UTC with milliseconds, as in \`2026-01-31T10:20:30.000+00:00\`.
`
  .trim()
  // One line a paragraph: some readers show every line end.
  .replaceAll(/([^\n])\n(?!\n)/g, '$1 ');
