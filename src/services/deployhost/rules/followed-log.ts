import type { DeployhostCall } from '#deployhost/call.ts'
import { aliasAssignedJson } from '#deployhost/json/build-event.ts'
import type { Deployment } from '#deployhost/schema.ts'
import type { LogEvent } from './build-log.ts'
import { isOver } from './builds.ts'
import { logOf, type LogQuery } from './log-queries.ts'

/**
 * Yields the events of a build as they happen, oldest first, until the build ends or the deployment is deleted; at the
 * end an event about its aliases. Stops at the query's limit.
 */
export async function* follow<T>(
  store: DeployhostCall['store'],
  { id }: Deployment,
  query: LogQuery,
  write: (deployment: Deployment, event: LogEvent) => T,
): AsyncGenerator<T | ReturnType<typeof aliasAssignedJson>> {
  const { rows } = store
  const all = { ...query, backward: false }
  let sent = 0
  // A reset removes the deployment, which ends the log too.
  while (!store.ended) {
    const deployment = rows.deployments.get(id)
    if (deployment === undefined) return
    const events = logOf(rows, deployment, all)
    for (const event of events.slice(sent)) yield write(deployment, event)
    sent = events.length
    if (query.limit !== null && sent >= query.limit) return
    if (isOver(deployment)) {
      if (deployment.aliasAssignedAt !== null) yield aliasAssignedJson(deployment, hostsOf(store, deployment))
      return
    }
    await store.changed()
  }
}

function hostsOf({ rows }: Pick<DeployhostCall['store'], 'rows'>, { id }: Deployment): string[] {
  return rows.aliases.list('byDeployment', id).map(({ alias }) => alias)
}
