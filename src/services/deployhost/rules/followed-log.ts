import type { DeployhostCall } from '../call.ts'
import { aliasAssignedJson } from '../json/build-event.ts'
import type { Deployment } from '../schema.ts'
import type { LogEvent } from './build-log.ts'
import { isOver } from './builds.ts'
import { logOf, type LogQuery } from './log-queries.ts'

/**
 * The events of a build as they come, oldest first, until it is over, or gone; at the end that the hosts lead to it. As many
 * as the query limits them to.
 */
export async function* follow<T>(
  store: DeployhostCall['store'],
  { id }: Deployment,
  query: LogQuery,
  write: (deployment: Deployment, event: LogEvent) => T,
): AsyncGenerator<T | ReturnType<typeof aliasAssignedJson>> {
  const { rows } = store
  const all = { ...query, backward: false }
  let told = 0
  // A reset takes the deployment back with all else: whoever follows it has heard the last of it.
  while (!store.ended) {
    const deployment = rows.deployments.get(id)
    if (deployment === undefined) return
    const events = logOf(rows, deployment, all)
    for (const event of events.slice(told)) yield write(deployment, event)
    told = events.length
    if (query.limit !== null && told >= query.limit) return
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
