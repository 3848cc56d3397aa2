import { json, type Answer, type StreamedBody } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { buildEventJson, nestedBuildEventJson, aliasAssignedJson } from '#deployhost/json/build-event.ts'
import type { LogEvent } from '#deployhost/rules/build-log.ts'
import { follow, type Followed } from '#deployhost/rules/followed-log.ts'
import { logOf, logQuery } from '#deployhost/rules/log-queries.ts'
import type { Deployment } from '#deployhost/schema.ts'
import { atPaths } from '../versions.ts'
import { loadDeployment } from '#deployhost/steps/deployments.ts'

const { get } = routesFor<DeployhostCall>()

/** Build logs. https://vercel.com/docs/rest-api/deployments/get-deployment-events */
export const deploymentEventsRoutes = [
  ...atPaths(['/v3/deployments/:id/events', '/v3/now/deployments/:id/events'], (path) =>
    get('getDeploymentEvents', path, loadDeployment, (call) => answerWith(call, call.deployment, buildEventJson)),
  ),
  get('getDeploymentEvents', '/v2/deployments/:id/events', loadDeployment, (call) =>
    answerWith(call, call.deployment, nestedBuildEventJson),
  ),
]

/** Answers the log so far, or follows it; as an array, or as one JSON object per line when the client prefers that. */
function answerWith<J extends object>(
  call: DeployhostCall,
  deployment: Deployment,
  write: (deployment: Deployment, event: LogEvent) => J,
): Answer<J[] | string | null> {
  const query = logQuery(call)
  const lines = wantsLines(call, query.follow)
  const events = query.follow
    ? written(follow(call.store, deployment, query), write)
    : logOf(call.rows, deployment, query).map((event) => write(deployment, event))
  if (!lines && Array.isArray(events)) return json(events)
  const type = lines ? 'application/stream+json' : 'application/json; charset=utf-8'
  return { status: 200, headers: { 'content-type': type }, body: lines ? asLines(events) : asArray(events) }
}

/**
 * True when the answer has one JSON object per line. The vendor's SDK expects an array even when it follows a log; the
 * command line expects lines.
 */
function wantsLines({ query, header }: DeployhostCall, followed: boolean): boolean {
  if (query.get('format') === 'lines') return true
  const accept = header('accept') ?? '*/*'
  const refused = /application\/stream\+json\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(accept)
  if (accept.includes('application/stream+json')) return !refused
  return followed && !accept.includes('application/json')
}

async function* written(
  events: AsyncIterable<Followed>,
  write: (deployment: Deployment, event: LogEvent) => object,
): AsyncGenerator<object> {
  for await (const each of events) {
    const { kind, deployment } = each
    yield kind === 'event' ? write(deployment, each.event) : aliasAssignedJson(deployment, each.hosts)
  }
}

type Events = readonly unknown[] | AsyncIterable<unknown>

async function* asLines(events: Events): StreamedBody {
  for await (const event of events) yield `${JSON.stringify(event)}\n`
}

async function* asArray(events: Events): StreamedBody {
  let before = '['
  for await (const event of events) {
    yield before + JSON.stringify(event)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}
