import type { DeployhostCall } from '#deployhost/call.ts'
import type { Deployment } from '#deployhost/schema.ts'
import type { LogEvent } from './build-log.ts'
import { isOver } from './builds.ts'
import { logOf, type LogQuery } from './log-queries.ts'

/** An entry of a followed log: an event of the build, or at its end the hosts that were assigned. */
export type Followed =
  | { readonly kind: 'event'; readonly deployment: Deployment; readonly event: LogEvent }
  | { readonly kind: 'aliases'; readonly deployment: Deployment; readonly hosts: readonly string[] }

/**
 * Yields the events of a build as they happen, oldest first, until the build ends or the deployment is deleted; at the
 * end its aliases, where it got any. Stops at the query's limit.
 */
export async function* follow(
  store: DeployhostCall['store'],
  { id }: Deployment,
  query: LogQuery,
): AsyncGenerator<Followed> {
  const { rows } = store
  const all = { ...query, backward: false }
  let sent = 0
  // A reset removes the deployment, which ends the log too.
  while (!store.ended) {
    const deployment = rows.deployments.get(id)
    if (deployment === undefined) return
    const events = logOf(rows, deployment, all)
    for (const event of events.slice(sent)) yield { kind: 'event', deployment, event }
    sent = events.length
    if (query.limit !== null && sent >= query.limit) return
    if (isOver(deployment)) {
      if (deployment.aliasAssignedAt !== null) yield { kind: 'aliases', deployment, hosts: hostsOf(store, deployment) }
      return
    }
    await store.changed()
  }
}

function hostsOf({ rows }: Pick<DeployhostCall['store'], 'rows'>, { id }: Deployment): string[] {
  return rows.aliases.list('byDeployment', id).map(({ alias }) => alias)
}
