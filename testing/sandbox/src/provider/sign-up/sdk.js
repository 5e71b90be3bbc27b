// Plays the provider's script for a page that starts a sign-up, as far as the page can tell.
(() => {
  const POLL_MS = 300;
  const { origin } = new URL(document.currentScript.src);
  let settings = null;

  /** Opens the sign-up. The callback gets a code, or learns that the person left. */
  const login = (callback, options) => {
    if (settings === null) throw new Error('FB.login() called before FB.init().');
    const query = new URLSearchParams({
      client_id: settings.appId,
      config_id: options.config_id,
      extras: JSON.stringify(options.extras || {}),
      opener: location.origin,
    });
    const popup = window.open(`${origin}/sign-up?${query}`, 'sign-up', 'popup,width=480,height=640');
    let poll = 0;
    let wasClosed = false;
    const finish = (response) => {
      clearInterval(poll);
      removeEventListener('message', hear);
      callback(response);
    };
    const hear = ({ origin: from, data }) => {
      if (from === origin && data && data.type === 'sandbox-sign-up') finish(data.response);
    };
    addEventListener('message', hear);
    // A window that closes itself may look closed before its messages arrive, so one check is not enough.
    poll = setInterval(() => {
      const isClosed = !popup || popup.closed;
      if (isClosed && wasClosed) finish({ authResponse: null, status: 'unknown' });
      wasClosed = isClosed;
    }, POLL_MS);
  };

  window.FB = { init: (given) => void (settings = given), login };
  if (window.fbAsyncInit) window.fbAsyncInit();
})();
