import type { ReactNode } from 'react';
import type { Grant } from '../api/apps';
import { useChannels } from '../api/channels';
import { useFormats, useTexts } from '../texts/texts';
import { Badge, Card } from '../ui/card';
import { Fact, Facts } from '../ui/facts';
import { useNow } from '../ui/time';

/** What one person allowed one app. */
export function GrantCard({
  grant,
  isOwn,
  level,
  children,
}: {
  grant: Grant;
  isOwn: boolean;
  level: 2 | 3;
  /** What can be done with it. */
  children: ReactNode;
}) {
  const { grants: texts, keys } = useTexts();
  const formats = useFormats();
  const sentences = keys.scopes as Readonly<Record<string, string>>;
  const { mcp } = grant;
  const scopes = [...new Set([...grant.scopes, ...(mcp?.scopes ?? [])])];
  return (
    <Card
      name={grant.app_name}
      level={level}
      under={
        <>
          {!isOwn && (
            <>
              <bdi dir="ltr">{grant.email}</bdi> ·{' '}
            </>
          )}
          {texts.since(formats.full(grant.created_at))}
        </>
      }
      beside={
        <>
          {mcp && <Badge tone="wait">{texts.agent}</Badge>}
          {children}
        </>
      }
    >
      <Facts>
        <Fact label={texts.may}>
          {scopes.map((scope) => (
            <span key={scope} style={{ display: 'block' }}>
              {sentences[scope] ?? scope}
            </span>
          ))}
        </Fact>
        {mcp && (
          <Fact label={texts.access}>
            <Reach agent={mcp} />
          </Fact>
        )}
      </Facts>
    </Card>
  );
}

function Reach({ agent }: { agent: NonNullable<Grant['mcp']> }) {
  const { grants: texts } = useTexts();
  const formats = useFormats();
  const now = useNow();
  const channels = useChannels();
  const level = texts.accesses[agent.access] ?? agent.access;
  if (agent.access !== 'answer_named') return level;
  const where =
    agent.channel_id == null
      ? texts.inConversations(agent.conversation_ids.length)
      : texts.inChannel(
          channels.find(({ id }) => id === agent.channel_id)?.business_name ?? String(agent.channel_id),
        );
  const isOver = agent.until == null || Date.parse(agent.until) <= now;
  return (
    <>
      {level} {where}
      <span style={{ display: 'block' }}>
        {isOver ? texts.isOver : texts.until(formats.clock(agent.until))}
      </span>
    </>
  );
}
