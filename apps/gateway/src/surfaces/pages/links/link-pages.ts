import { LONGEST_PASSWORD } from '../../../sessions/sessions.service';
import { html, type Html } from '../html';
import type { Page } from '../page';

export interface LinkForm {
  readonly action: string;
  readonly formToken: Html;
  /** What was wrong with the previous attempt. */
  readonly problem?: string;
}

interface Invited extends LinkForm {
  readonly accountName: string;
  readonly email: string;
  readonly role: string;
  /** Leads to the sign-in and back. */
  readonly signIn: Html;
}

interface InvitationForm extends Invited {
  /** The name that was entered before. */
  readonly name: string;
}

export const SHORTEST_PASSWORD = 12;

/**
 * Asks an invited person for their name and a password. It looks the same whether somebody signs in with the address
 * already.
 */
export function invitationPage({ accountName, email, role, name, signIn, ...form }: InvitationForm): Page {
  const fields = html`<label for="name">Your name</label>
    <input id="name" name="name" autocomplete="name" maxlength="200" value="${name}" />
    ${passwordFields(form)}`;
  return {
    title: `Join ${accountName}`,
    body: html`<h1>Join ${accountName}</h1>
      <p class="quiet">You will sign in as <strong>${email}</strong>. Your role is ${role}.</p>
      ${linkForm(form, fields, 'Join')}
      <p class="quiet">
        Do you sign in here with this address already? Then do so first, and keep your password.
      </p>
      ${signIn}`,
  };
}

/** Asks a person who is signed in with the invited address whether to join another account. */
export function joinPage({ accountName, email, role, signIn, ...form }: Invited): Page {
  return {
    title: `Join ${accountName}`,
    body: html`<h1>Join ${accountName}</h1>
      <p class="quiet">
        You are signed in as <strong>${email}</strong>. Your role will be ${role}. You keep your password and
        your other accounts, and choose one after signing in.
      </p>
      ${linkForm(form, html`<input type="hidden" name="join" value="yes" />`, 'Join')} ${signIn}`,
  };
}

/** Asks for a fresh sign-in, since whoever joins must have proven lately who they are. */
export function proveFirstPage({ accountName, email, signIn }: Omit<Invited, 'role'>): Page {
  return {
    title: `Join ${accountName}`,
    body: html`<h1>Join ${accountName}</h1>
      <p>You signed in as <strong>${email}</strong> a while ago. Sign in again to join.</p>
      ${signIn}`,
  };
}

/** Explains to somebody who is in several accounts that no admin of one can reset what they sign in with. */
export function sharedSignInPage(): Page {
  return {
    title: 'This link cannot change your password',
    body: html`<h1>This link cannot change your password</h1>
      <p>
        You sign in to other accounts with this password, too, so an administrator of one account cannot
        change it. Ask whoever runs this installation.
      </p>`,
  };
}

/** Asks a person for another password. */
export function resetPage({ email, ...form }: LinkForm & { email: string }): Page {
  return {
    title: 'Choose a new password',
    body: html`<h1>Choose a new password</h1>
      <p class="quiet">
        For <strong>${email}</strong>. You are signed out everywhere, and apps that you allowed must ask
        again.
      </p>
      ${linkForm(form, passwordFields(form), 'Save')}`,
  };
}

/** Explains that a link cannot be used, whatever the reason. */
export function deadLinkPage(): Page {
  return {
    title: 'This link does not work',
    body: html`<h1>This link does not work</h1>
      <p>
        It was used already, it has expired, or it was taken back. Ask whoever gave it to you for another one.
      </p>`,
  };
}

function linkForm({ action, formToken, problem }: LinkForm, fields: Html, words: string): Html {
  return html`${problem && html`<p class="notice" role="alert" id="problem">${problem}</p>`}
    <form method="post" action="${action}">
      ${formToken} ${fields}
      <div class="actions"><button type="submit">${words}</button></div>
    </form>`;
}

function passwordFields({ problem }: Pick<LinkForm, 'problem'>): Html {
  return html`<label for="password">Password</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="new-password"
      required
      minlength="${SHORTEST_PASSWORD}"
      maxlength="${LONGEST_PASSWORD}"
      aria-describedby="rule${problem ? ' problem' : ''}"
    />
    <p class="quiet" id="rule">At least ${SHORTEST_PASSWORD} characters.</p>`;
}
