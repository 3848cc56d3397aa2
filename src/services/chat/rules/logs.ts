import type { ChatContext } from '#chat/call.ts'
import type { IntegrationLog } from '#chat/schema/manifests.ts'
import type { App } from '#chat/schema/people.ts'

// The logs of the workspace, which its admins read.

type LogContext = Pick<ChatContext, 'rows' | 'clock'>

/** Records that an app was added to the workspace, got other scopes, or was removed. */
export function logIntegration(
  { rows, clock }: LogContext,
  app: App,
  entry: Pick<IntegrationLog, 'change' | 'userId' | 'scopes'>,
): void {
  rows.integrationLogs.insert({ ...entry, appId: app.id, appName: app.name, at: clock.now() })
}

/** Records that a person has signed in with a client. */
export function logAccess({ rows, clock }: LogContext, userId: string, userAgent: string): void {
  const now = clock.now()
  const before = rows.accessLogs.find('client', `${userId} ${userAgent}`)
  if (before === undefined) rows.accessLogs.insert({ userId, userAgent, firstAt: now, lastAt: now, count: 1 })
  else rows.accessLogs.update(before.id, { lastAt: now, count: before.count + 1 })
}
