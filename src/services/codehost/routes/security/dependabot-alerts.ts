import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { unprocessable, validationFailed } from '#codehost/errors.ts'
import { answerCursorPage } from '#codehost/json/cursor-pages.ts'
import { briefRepositoryJson } from '#codehost/json/repos/repository.ts'
import { dependabotAlertJson } from '#codehost/json/security/dependabot-alert.ts'
import { changeDependabotAlert, dependabotStateOf } from '#codehost/rules/security/dependabot-alerts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { DEPENDABOT_DISMISSALS, type DependabotAlert } from '#codehost/schema/security-alerts.ts'
import { requireOrganizationMember, requirePermission, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadDependabotAlert } from '#codehost/steps/security.ts'

const { get, patch } = routesFor<CodehostCall>()

const AlertChanges = v.object({
  state: v.optional(v.picklist(['dismissed', 'open'])),
  dismissed_reason: v.optional(v.picklist(DEPENDABOT_DISMISSALS)),
  dismissed_comment: v.optional(v.pipe(v.string(), v.maxLength(280))),
  assignees: v.optional(v.array(v.string())),
})

const all = '/repos/:owner/:repo/dependabot/alerts'
const one = `${all}/:alert_number` as const

const scopes = ['repo', 'security_events', 'public_repo'] as const

/** Alerts of Dependabot. https://docs.github.com/rest/dependabot/alerts */
export const dependabotAlertsRoutes = [
  get('dependabot/list-alerts-for-org', '/orgs/:org/dependabot/alerts', requireOrganizationMember(), (call) => {
    const found = call.rows.repos.referring('ownerId', call.org.id).flatMap((repo) => filtered(call, repo))
    return answerCursorPage(call, found, (alert) => {
      const repo = call.rows.repos.require(alert.repoId)
      return { ...dependabotAlertJson(call, repo, alert), repository: briefRepositoryJson(call, repo) }
    })
  }),
  get('dependabot/list-alerts-for-repo', all, requirePermission('push', ...scopes), (call) =>
    answerCursorPage(call, filtered(call, call.repo), (alert) => dependabotAlertJson(call, call.repo, alert)),
  ),
  get('dependabot/get-alert', one, requirePermission('push', ...scopes), loadDependabotAlert, (call) =>
    json(dependabotAlertJson(call, call.repo, call.alert)),
  ),
  patch(
    'dependabot/update-alert',
    one,
    requireWrite('push', ...scopes),
    loadDependabotAlert,
    requireBody(AlertChanges),
    (call) => {
      const { rows, repo, alert, body } = call
      const { state, dismissed_reason: reason, dismissed_comment: comment, assignees } = body
      if (state === undefined && assignees === undefined)
        throw unprocessable('Either state or assignees must be provided.')
      if (state === 'dismissed' && reason === undefined) {
        throw unprocessable('dismissed_reason must be provided when state is dismissed.')
      }
      const assigneeIds = assignees?.map((login) => {
        const user = rows.accounts.find('login', login.toLowerCase())
        if (user === undefined)
          throw validationFailed({ resource: 'DependabotAlert', field: 'assignees', code: 'invalid' })
        return user.id
      })
      const changed = changeDependabotAlert(call, call, alert, { state, reason, comment, assigneeIds })
      return json(dependabotAlertJson(call, repo, changed))
    },
  ),
]

/** The filters of the query, each a list of values with commas between them. */
const FILTERS: Readonly<Record<string, (alert: DependabotAlert) => string>> = {
  state: dependabotStateOf,
  severity: ({ advisory }) => advisory.severity,
  ecosystem: ({ ecosystem }) => ecosystem,
  package: ({ packageName }) => packageName,
  manifest: ({ manifestPath }) => manifestPath,
  scope: ({ scope }) => scope,
}

/** Returns the alerts of a repository that the query asks for, in its order. */
function filtered({ rows, query }: CodehostCall, repo: Repo): DependabotAlert[] {
  const asked = Object.entries(FILTERS).flatMap(([name, valueOf]) => {
    const values = query.get(name)?.split(',')
    return values === undefined ? [] : [{ values, valueOf }]
  })
  const found = rows.dependabotAlerts
    .list('byNumber', repo.id)
    .filter((alert) => asked.every(({ values, valueOf }) => values.includes(valueOf(alert))))
  if (query.get('sort') === 'updated')
    found.sort((left, right) => left.updatedAt - right.updatedAt || left.id - right.id)
  return query.get('direction') === 'asc' ? found : found.toReversed()
}
