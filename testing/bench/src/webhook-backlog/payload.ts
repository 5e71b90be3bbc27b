/** As large as the event of a short message. */
export const payload = JSON.stringify({
  type: 'message.received',
  timestamp: '2026-01-31T10:20:30.000+00:00',
  data: { message: { id: 17, message: 'x'.repeat(600) } },
});
