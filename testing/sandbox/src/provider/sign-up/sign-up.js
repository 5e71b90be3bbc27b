const query = new URLSearchParams(location.search);
const target = query.get('opener');
const extras = JSON.parse(query.get('extras') || '{}');
const form = document.getElementById('form');
const problem = document.getElementById('problem');

/** Reports the result to the page that opened the sign-up, first the session and then the login, and closes. */
function end(session, response) {
  if (window.opener && target) {
    window.opener.postMessage(
      JSON.stringify({ type: 'WA_EMBEDDED_SIGNUP', version: '3', ...session }),
      target,
    );
    window.opener.postMessage({ type: 'sandbox-sign-up', response }, target);
  }
  window.close();
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  problem.hidden = true;
  const answer = await fetch('/cloud/sign-ups', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      number: form.elements.number.value.replaceAll(/\D/g, ''),
      coexistence: extras.featureType === 'whatsapp_business_app_onboarding',
    }),
  });
  const body = await answer.json();
  if (!answer.ok) {
    problem.textContent = body.error;
    problem.hidden = false;
    return;
  }
  end(body.session, { authResponse: { code: body.code }, status: 'connected' });
});

const nobody = { authResponse: null, status: 'unknown' };
document
  .getElementById('cancel')
  .addEventListener('click', () =>
    end({ event: 'CANCEL', data: { current_step: 'PHONE_NUMBER_SETUP' } }, nobody),
  );
document.getElementById('fail').addEventListener('click', () => {
  const data = { error_message: 'The number cannot be used.', error_id: '524126', session_id: 'sandbox' };
  end({ event: 'CANCEL', data }, nobody);
});
