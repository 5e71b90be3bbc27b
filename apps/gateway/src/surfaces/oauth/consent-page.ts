import { scopeSentences, scopesWithin, visibleName, type Scope } from '@chat/contracts';
import type { Resource } from '../../resources/resource.rules';
import type { SignedIn } from '../../sessions/sessions.repository';
import { html, type Html } from '../pages/html';
import { accessChoice } from './access-choice';
import type { Page } from '../pages/page';
import { guessNotice } from '../pages/sign-in-page';

interface ConsentForm {
  readonly action: string;
  readonly appName: string;
  /** What the app asks for. */
  readonly scopes: readonly Scope[];
  /** What it asks for access to. */
  readonly resource: Resource;
  readonly person: SignedIn;
  readonly redirectUri: string;
  /** What the person chose in the previous attempt, for an agent. */
  readonly chosen: URLSearchParams;
  /** The form's hidden members. */
  readonly members: Html;
  /** The button for switching to another user. */
  readonly signOut: Html;
  /** A message about the previous attempt. */
  readonly problem: string | undefined;
}

/** Asks a user whether an app may act for their account. */
export function consentPage(form: ConsentForm): Page {
  const { person, redirectUri, problem, resource } = form;
  const scopes = scopesWithin(person.role, form.scopes);
  const withheld = form.scopes.filter((scope) => !scopes.includes(scope));
  // It may have been stored by a version that took it as it was.
  const appName = visibleName(form.appName);
  return {
    title: `Allow ${appName}`,
    body: html`<h1>Allow ${appName} to use ${person.account_name}?</h1>
      ${problem === undefined ? null : html`<p class="notice" role="alert">${problem}</p>`}
      ${guessNotice(person)}
      <div class="who">
        <p>Signed in as <strong>${person.email}</strong></p>
        ${form.signOut}
      </div>
      <p id="asks">
        <strong>${appName}</strong> will be able to${resource === 'mcp' ? ', as an agent (MCP)' : null}:
      </p>
      <ul class="scopes" aria-labelledby="asks">
        ${scopes.map((scope) => html`<li>${scopeSentences[scope]}</li>`)}
      </ul>
      ${
        withheld.length > 0
          ? html`<p class="quiet">
              It also asked for more than your role includes, and will not get it: ${withheld.join(', ')}.
            </p>`
          : null
      }
      <p class="quiet">
        Afterward, you continue to <strong>${new URL(redirectUri).host}</strong>. An administrator of
        ${person.account_name} can revoke this access at any time.
      </p>
      <form method="post" action="${form.action}">
        ${form.members} ${resource === 'mcp' ? accessChoice(scopes, form.chosen) : null}
        <div class="actions">
          <button type="submit" name="decision" value="deny" class="second">Deny</button>
          <button type="submit" name="decision" value="allow">Allow</button>
        </div>
      </form>`,
  };
}

/**
 * Explains to a user who is not signed in what is wrong with the request of an app.
 * @param location where the app learns of it, if the user follows the link.
 */
export function wrongRequestPage(appName: string, problem: string, location: string): Page {
  return {
    title: 'This app cannot connect',
    body: html`<h1>This app cannot connect</h1>
      <p>The request of ${visibleName(appName)} is not valid: ${problem}</p>
      <p class="quiet">
        No access was granted. If you came from there, you can
        <a href="${location}">go back to ${new URL(location).host}</a>.
      </p>`,
  };
}

/**
 * Explains to a user that they cannot give an app anything that it asks for.
 * @param location where the app learns of it, if the user follows the link.
 * @param others a link to the other accounts of the user.
 */
export function nothingToAllowPage(
  appName: string,
  { role, account_name }: SignedIn,
  location: string,
  others: Html | null,
): Page {
  return {
    title: 'You cannot allow this',
    body: html`<h1>You cannot allow this</h1>
      <p>
        ${visibleName(appName)} asks for more than you may do in ${account_name}: your role is ${role}. Ask an
        administrator of ${account_name} to connect the app, or to change your role.
      </p>
      ${others}
      <p class="quiet">
        No access was granted. <a href="${location}">Go back to ${new URL(location).host}</a>.
      </p>`,
  };
}

/**
 * Explains to a user that their account lets no agents in.
 * @param location where the app learns of it, if the user follows the link.
 */
export function noAgentsPage(appName: string, { account_name }: SignedIn, location: string): Page {
  return {
    title: 'Agents are off',
    body: html`<h1>Agents are off</h1>
      <p>
        ${visibleName(appName)} asks to work as an agent (MCP), and ${account_name} lets none in. An
        administrator of ${account_name} can turn them on.
      </p>
      <p class="quiet">
        No access was granted. <a href="${location}">Go back to ${new URL(location).host}</a>.
      </p>`,
  };
}

/** Explains why no response can be sent to an app: the redirect URI is not known to belong to it. */
export function wrongAppPage(problem: string): Page {
  return {
    title: 'This app cannot connect',
    body: html`<h1>This app cannot connect</h1>
      <p>${problem}</p>
      <p class="quiet">No access was granted. Go back to the app and contact its developers.</p>`,
  };
}
