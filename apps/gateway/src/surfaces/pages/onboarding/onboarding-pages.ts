import type { OnboardingView } from '@chat/contracts/channels';
import type { SignUpSettings } from '@chat/contracts/cloud-connector';
import type { SignedIn } from '../../../sessions/sessions.repository';
import { html, Html } from '../html';
import type { Page } from '../page';
import { guessNotice } from '../sign-in-page';
import { messageSource } from './sign-up-policy';
import { signUpScript } from './sign-up-script';

interface Frame {
  readonly view: OnboardingView;
  readonly person: SignedIn;
  readonly action: string;
  readonly formToken: Html;
  /** The button for switching to another user. */
  readonly signOut: Html;
  /** A message about the previous form. */
  readonly problem?: string | undefined;
}

/** Inserted unchanged, since the policy contains its hash. */
const scriptElement = new Html(`<script>${signUpScript}</script>`);

/** The page that opens the provider's sign-up. */
export function signUpPage(frame: Frame, signUp: SignUpSettings): Page {
  const { view, person, action, formToken, signOut } = frame;
  const source = messageSource(signUp);
  return {
    title: 'Connect a number',
    body: html`<h1>Connect a number to ${person.account_name}</h1>
      ${noticeOf(frame.problem ?? view.advice)} ${who(person, signOut)}
      <p>
        ${
          view.mode === 'coexistence'
            ? "The provider's sign-up opens in a separate window. Your number stays active in the business app, and its contacts and chats are shared with this account."
            : "The provider's sign-up opens in a separate window. There you enter your business, your number, and the code that is sent to it."
        }
      </p>
      <p class="quiet">Afterward, you return to <strong>${view.return_host}</strong>.</p>
      <p class="notice" id="notice" role="alert" hidden></p>
      <noscript
        ><p class="notice">
          The provider's sign-up needs JavaScript. Turn it on, then reload the page.
        </p></noscript
      >
      <form
        method="post"
        action="${action}"
        id="sign-up"
        autocomplete="off"
        data-app="${signUp.app_id}"
        data-config="${signUp.config_id}"
        data-graph="${signUp.graph_version}"
        data-origin="${source.origin}"
        data-domain="${source.domain}"
        data-extras="${JSON.stringify(signUp.extras)}"
      >
        ${formToken}
        <input type="hidden" name="outcome" />
        <input type="hidden" name="code" />
        <input type="hidden" name="waba_id" />
        <input type="hidden" name="phone_number_id" />
        <div class="actions"><button type="button" id="connect" disabled>Connect number</button></div>
      </form>
      <script id="sdk" data-src="${signUp.sdk_url}"></script>
      ${scriptElement}`,
  };
}

/** Shown while a number is being connected; the browser reloads it by itself. */
export function connectingPage({ view, person }: Pick<Frame, 'view' | 'person'>): Page {
  return {
    title: 'Connecting',
    body: html`<h1>Connecting your number</h1>
      <p role="status">
        The number is being connected to ${person.account_name}. This takes a few seconds, and this page
        updates automatically.
      </p>
      <p class="quiet">Then you return to <strong>${view.return_host}</strong>.</p>`,
  };
}

/** Asks for the PIN with which the number was registered elsewhere. */
export function pinPage({ view, person, action, formToken, signOut, problem }: Frame): Page {
  const isFirst = view.pins_left >= MAX_PINS;
  const left = view.pins_left === 1 ? 'one more time' : `${view.pins_left} more times`;
  return {
    title: 'PIN for your number',
    body: html`<h1>Enter the PIN for your number</h1>
      ${noticeOf(problem ?? (isFirst ? null : `The PIN is incorrect. You can try ${left}.`))}
      ${who(person, signOut)}
      <p id="why">
        The number has a PIN for two-step verification. It was set in the app, or where the number was
        connected before.
      </p>
      <form method="post" action="${action}/pin" autocomplete="off">
        ${formToken}
        <label for="pin">Six-digit PIN</label>
        <input
          id="pin"
          name="pin"
          type="text"
          inputmode="numeric"
          pattern="[0-9]{6}"
          minlength="6"
          maxlength="6"
          title="Six digits"
          required
          autofocus
          aria-describedby="why"
        />
        <div class="actions"><button type="submit">Continue</button></div>
      </form>`,
  };
}

/** How many PINs a user may try. */
const MAX_PINS = 3;

/** Shown if a user of another account opens the link. */
export function otherAccountPage(person: SignedIn, signOut: Html): Page {
  return {
    title: 'Another account',
    body: html`<h1>This link belongs to another account</h1>
      <p>Sign in to the account that started connecting this number.</p>
      ${who(person, signOut)}`,
  };
}

function who(person: SignedIn, signOut: Html): Html {
  return html`${guessNotice(person)}
    <div class="who">
      <p>Signed in as <strong>${person.email}</strong> of ${person.account_name}</p>
      ${signOut}
    </div>`;
}

function noticeOf(sentence: string | null): Html | null {
  return sentence === null ? null : html`<p class="notice" role="alert">${sentence}</p>`;
}
