import { json } from '#core/answer.ts'
import { linkHeader } from '#core/pagination.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { logEventJson } from '#oidc-d/json/log-event.ts'
import { logPageOf } from '#oidc-d/rules/system-log/list.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get } = routesFor<OidcCall>()

/** The System Log. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/SystemLog/ */
export const logsRoutes = [
  get('listLogEvents', '/api/v1/logs', requireScope('okta.logs.read'), (call) => {
    const { query, origin, path, search } = call
    const page = logPageOf(call, logEventJson)
    const links: [string, string][] = [['self', `${origin}${path}${search}`]]
    if (page.next !== null) {
      const others = new URLSearchParams(query)
      others.set('after', page.next)
      links.push(['next', `${origin}${path}?${others}`])
    }
    return json(page.rows.map(logEventJson), 200, { link: linkHeader(links) ?? '' })
  }),
]
