import { createHash } from 'node:crypto';

/**
 * Opens the provider's sign-up and posts its result as a form; the only script of the hosted pages. The sign-up yields
 * two results in any order: a code, through the SDK's callback, and a message from the provider's origin. A code
 * expires after half a minute, so it is submitted without waiting for the message, whose ids are only hints.
 */
export const signUpScript = `
(() => {
  const form = document.getElementById('sign-up');
  const button = document.getElementById('connect');
  const notice = document.getElementById('notice');
  const sdk = document.getElementById('sdk');
  const { app, config, graph, origin, domain, extras } = form.dataset;
  const WAIT_FOR_MESSAGE_MS = 3000;
  const WAIT_FOR_SDK_MS = 10000;
  let isReady = false;
  let isOpen = false;
  let isSent = false;
  let code = null;
  let ending = null;

  const say = (words) => { notice.textContent = words; notice.hidden = words === ''; };
  const rest = (words) => { isOpen = false; button.disabled = false; button.textContent = 'Connect number'; say(words); button.focus(); };
  const send = (outcome) => {
    if (isSent) return;
    isSent = true;
    const data = (ending && ending.data) || {};
    const values = { outcome, code: code || '', waba_id: data.waba_id, phone_number_id: data.phone_number_id };
    for (const [name, value] of Object.entries(values)) form.elements[name].value = value === undefined ? '' : String(value);
    button.textContent = 'Connecting…';
    form.submit();
  };
  const isFailure = () => ending && ending.event !== 'FINISH' && ending.data && (ending.data.error_id || ending.data.error_message);

  const isProviders = (from) => from === origin || (domain !== '' && from.startsWith('https://') && from.endsWith(domain));

  addEventListener('message', (event) => {
    if (!isProviders(event.origin) || !isOpen) return;
    let message;
    try { message = typeof event.data === 'string' ? JSON.parse(event.data) : event.data; } catch { return; }
    if (!message || message.type !== 'WA_EMBEDDED_SIGNUP') return;
    ending = message;
    if (isFailure()) send('failed');
    else if (code) send('finished');
  });

  const answered = (response) => {
    code = response && response.authResponse && response.authResponse.code;
    if (isSent) return;
    if (!code) rest('You left the sign-up before it was finished. Nothing was connected.');
    else if (ending) send('finished');
    else setTimeout(() => send('finished'), WAIT_FOR_MESSAGE_MS);
  };

  button.addEventListener('click', () => {
    if (isOpen || isSent || !isReady) return;
    isOpen = true;
    code = null;
    ending = null;
    button.disabled = true;
    button.textContent = 'Continue in the other window';
    say('');
    FB.login(answered, { config_id: config, response_type: 'code', override_default_response_type: true, extras: JSON.parse(extras) });
  });

  const missing = () => {
    if (!isReady) say('The sign-up of the provider did not load. Allow its script in this browser, then reload the page.');
  };
  window.fbAsyncInit = () => {
    FB.init({ appId: app, version: graph, cookie: false, xfbml: false });
    isReady = true;
    button.disabled = false;
    say('');
  };
  sdk.addEventListener('error', missing);
  setTimeout(missing, WAIT_FOR_SDK_MS);
  sdk.src = sdk.dataset.src;

  // A page that the browser kept while it was elsewhere shows what holds no more.
  addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
})();
`;

/** The hash by which a policy permits the script. */
export const signUpScriptHash = `'sha256-${createHash('sha256').update(signUpScript).digest('base64')}'`;
