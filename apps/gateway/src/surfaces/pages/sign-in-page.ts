import { LONGEST_EMAIL, LONGEST_PASSWORD } from '../../sessions/sessions.service';
import type { SignedIn } from '../../sessions/sessions.repository';
import type { AccountOfPerson } from '../../sign-ins/sign-ins.repository';
import { html, type Html } from './html';
import type { Page } from './page';

interface SignInForm {
  readonly action: string;
  readonly formToken: Html;
  readonly returnTo: string;
  /** The email address that was entered before. */
  readonly email?: string;
  /** A message about the previous attempt. */
  readonly problem?: string;
}

/** The sign-in form. */
export function signInPage({ action, formToken, returnTo, email = '', problem }: SignInForm): Page {
  return {
    title: 'Sign in',
    body: html`<h1>Sign in</h1>
      <p class="quiet">Use the e-mail address and password of your account.</p>
      ${problem && html`<p class="notice" role="alert" id="problem">${problem}</p>`}
      <form method="post" action="${action}">
        ${formToken}
        <input type="hidden" name="return_to" value="${returnTo}" />
        <label for="email">E-mail address</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          inputmode="email"
          required
          maxlength="${LONGEST_EMAIL}"
          value="${email}"
          ${email === '' ? html`autofocus` : null}
          ${problem && html`aria-describedby="problem"`}
        />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxlength="${LONGEST_PASSWORD}"
          ${email === '' ? null : html`autofocus`}
          ${problem && html`aria-describedby="problem"`}
        />
        <div class="actions"><button type="submit">Sign in</button></div>
      </form>`,
  };
}

interface CodeForm extends Pick<SignInForm, 'action' | 'formToken' | 'returnTo' | 'problem'> {
  /** The secret of the sign-in that waits. */
  readonly pending: string;
}

/** Asks for a code of the second factor. */
export function codePage({ action, formToken, pending, returnTo, problem }: CodeForm): Page {
  return {
    title: 'Enter a code',
    body: html`<h1>Enter a code</h1>
      <p class="quiet">Open your authenticator app, or use one of your recovery codes.</p>
      ${problem && html`<p class="notice" role="alert" id="problem">${problem}</p>`}
      <form method="post" action="${action}">
        ${formToken}
        <input type="hidden" name="pending" value="${pending}" />
        <input type="hidden" name="return_to" value="${returnTo}" />
        <label for="code">Code</label>
        <input
          id="code"
          name="code"
          autocomplete="one-time-code"
          autocapitalize="characters"
          spellcheck="false"
          required
          maxlength="50"
          autofocus
          ${problem && html`aria-describedby="problem"`}
        />
        <div class="actions"><button type="submit">Sign in</button></div>
      </form>`,
  };
}

interface AccountsForm extends Pick<SignInForm, 'action' | 'formToken' | 'returnTo' | 'problem'> {
  readonly signOut: Html;
}

/** Asks in which of their accounts a person acts. */
export function accountsPage(
  person: SignedIn,
  accounts: readonly AccountOfPerson[],
  { action, formToken, returnTo, problem, signOut }: AccountsForm,
): Page {
  const button = ({ account_id: id, account_name: name, role, is_suspended: isSuspended }: AccountOfPerson) =>
    html`<p>
      <button
        type="submit"
        name="account"
        value="${String(id)}"
        class="second"
        ${isSuspended ? html`disabled` : null}
      >
        ${name}
      </button>
      <span class="quiet"
        >${isSuspended ? 'suspended' : role}${id === person.account_id ? ', now' : null}</span
      >
    </p>`;
  return {
    title: 'Choose an account',
    body: html`<h1>Choose an account</h1>
      ${guessNotice(person)} ${problem && html`<p class="notice" role="alert" id="problem">${problem}</p>`}
      <p>Signed in as <strong>${person.email}</strong></p>
      <form method="post" action="${action}">
        ${formToken}
        <input type="hidden" name="return_to" value="${returnTo}" />
        ${accounts.map(button)}
      </form>
      ${signOut}`,
  };
}

/** Shows who is signed in, and where they may go from here. @param path the prefix of every path. */
export function signedInPage(
  person: SignedIn,
  signOut: Html,
  { path, hasConsole }: { path: string; hasConsole: boolean },
): Page {
  const toConsole = html`<p>
    Your conversations and channels are in the <a href="${path}/console/">console</a>.
  </p>`;
  return {
    title: 'Signed in',
    body: html`<h1>You are signed in</h1>
      ${guessNotice(person)}
      <p><strong>${person.email}</strong> of ${person.account_name}</p>
      ${hasConsole ? toConsole : null}
      <p>
        To connect an app, start in the app: it leads you here to ask for your consent. To write one, read the
        <a href="${path}/docs">documentation</a>.
      </p>
      ${signOut}`,
  };
}

/** Tells a user of wrong passwords that were entered before this session. */
export function guessNotice({
  wrong_passwords: count,
  previous_sign_in_at: previous,
}: SignedIn): Html | null {
  if (count === 0) return null;
  const passwords = count === 1 ? 'A wrong password was' : `${count} wrong passwords were`;
  const since = previous ? html` since your last sign-in on ${inWords(previous)}` : null;
  return html`<p class="notice">
    ${passwords} entered for your e-mail address${since}. If that was not you, tell your administrator.
  </p>`;
}

function inWords(time: Date): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-GB', format).format(time)} UTC`;
}
