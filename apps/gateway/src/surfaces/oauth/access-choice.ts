import type { Scope } from '@chat/contracts';
import type { AgentAccess } from '@chat/contracts/gateway';
import { levelsWithin } from '../../agents/agent-levels';
import { html, type Html } from '../pages/html';

const words: Readonly<Record<AgentAccess, string>> = {
  read: 'Only read',
  answer_named: 'Read, and answer where you say, for an hour',
  answer: 'Read, and answer in every conversation that exists',
  write: 'Read, and write to anyone',
};

/**
 * Asks a user how far an agent may go, in the form of the consent page. It proposes the least.
 * @param scopes what it may be allowed: it is not asked what they do not include.
 * @param chosen in the previous attempt.
 */
export function accessChoice(scopes: readonly Scope[], chosen: URLSearchParams): Html {
  const levels = levelsWithin(scopes);
  const offered = (Object.keys(words) as AgentAccess[]).filter((access) =>
    levels.includes(access === 'answer_named' ? 'answer' : access),
  );
  const proposed = chosen.get('access') ?? 'read';
  return html`<fieldset>
    <legend>How far may it go?</legend>
    ${offered.map(
      (access) =>
        html`<label class="choice">
          <input type="radio" name="access" value="${access}" ${access === proposed ? CHECKED : null} />
          ${words[access]}
        </label>`,
    )}
    ${
      offered.includes('answer_named')
        ? html`<label for="conversation_ids">Conversations to answer in (their numbers)</label>
            <input
              id="conversation_ids"
              name="conversation_ids"
              value="${chosen.get('conversation_ids') ?? ''}"
            />
            <label for="channel_id">or the channel (its number)</label>
            <input id="channel_id" name="channel_id" value="${chosen.get('channel_id') ?? ''}" />`
        : null
    }
    <p class="quiet">
      A customer can write a message that gives an agent orders. The less it may do, the less such a message
      achieves.
    </p>
  </fieldset>`;
}

const CHECKED = html`checked`;
