import type { ChatContext } from '#chat/call.ts'
import { teamIdOf } from '#chat/rules/workspaces.ts'
import type { AgentThread } from '#chat/schema/agents.ts'

/**
 * Returns the place that a person looks at beside an agent, as events have it; empty when they look at none.
 * https://docs.slack.dev/reference/events/app_context_changed
 */
export function appContextJson(
  { rows }: Pick<ChatContext, 'rows'>,
  { contextChannelId, openedBy }: Pick<AgentThread, 'contextChannelId' | 'openedBy'>,
) {
  if (contextChannelId === null) return {}
  const entity = { type: 'slack#/types/channel_id', value: contextChannelId, team_id: teamIdOf(rows, openedBy) }
  return { entities: [entity] }
}
