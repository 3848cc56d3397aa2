import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { forbidden } from '#codehost/errors.ts'
import { time } from '#codehost/json/format.ts'
import { clonesOf } from '#codehost/rules/repos/traffic.ts'
import { requirePermissionOr } from '#codehost/steps/access.ts'

const { get } = routesFor<CodehostCall>()

const traffic = '/repos/:owner/:repo/traffic'
const requirePush = requirePermissionOr(() => forbidden('Must have push access to repository'), 'push', 'repo')

/** Traffic of a repository: clones, as there are no pages. https://docs.github.com/rest/metrics/traffic */
export const trafficRoutes = [
  get('repos/get-clones', `${traffic}/clones`, requirePush, ({ rows, repo, clock, query }) => {
    const { count, uniques, each } = clonesOf(rows, repo, clock.now(), query.get('per') === 'week' ? 'week' : 'day')
    const clones = each.map(({ at, count: of, uniques: by }) => ({ timestamp: time(at), count: of, uniques: by }))
    return json({ count, uniques, clones })
  }),
  get('repos/get-views', `${traffic}/views`, requirePush, () => json({ count: 0, uniques: 0, views: [] })),
  get('repos/get-top-paths', `${traffic}/popular/paths`, requirePush, () => json([])),
  get('repos/get-top-referrers', `${traffic}/popular/referrers`, requirePush, () => json([])),
]
