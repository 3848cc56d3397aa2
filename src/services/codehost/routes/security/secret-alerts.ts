import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { briefRepositoryJson } from '#codehost/json/repos/repository.ts'
import { secretAlertJson, secretLocationJson } from '#codehost/json/security/secret-alert.ts'
import { changeSecretAlert } from '#codehost/rules/security/secret-alerts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { RESOLUTIONS, type SecretAlert } from '#codehost/schema/security-alerts.ts'
import { requireOrganizationOwner, requirePermission, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadSecretAlert } from '#codehost/steps/security.ts'

const { get, patch } = routesFor<CodehostCall>()

const AlertChanges = v.object({
  state: v.optional(v.picklist(['open', 'resolved'])),
  resolution: v.optional(v.nullable(v.picklist(RESOLUTIONS))),
  resolution_comment: v.optional(v.nullable(v.string())),
  assignee: v.optional(v.nullable(v.string())),
  validity: v.optional(v.nullable(v.picklist(['active', 'inactive']))),
})

const all = '/repos/:owner/:repo/secret-scanning/alerts'
const one = `${all}/:alert_number` as const

const scopes = ['repo', 'security_events', 'public_repo'] as const

/** Alerts of secret scanning. https://docs.github.com/rest/secret-scanning */
export const secretAlertsRoutes = [
  get(
    'secret-scanning/list-alerts-for-org',
    '/orgs/:org/secret-scanning/alerts',
    requireOrganizationOwner(),
    (call) => {
      const found = call.rows.repos.referring('ownerId', call.org.id).flatMap((repo) => filtered(call, repo))
      return answerPage(call, found, (alert) => {
        const repo = call.rows.repos.require(alert.repoId)
        return { ...secretAlertJson(call, repo, alert, hiding(call)), repository: briefRepositoryJson(call, repo) }
      })
    },
  ),
  get('secret-scanning/list-alerts-for-repo', all, requirePermission('admin', ...scopes), (call) =>
    answerPage(call, filtered(call, call.repo), (alert) => secretAlertJson(call, call.repo, alert, hiding(call))),
  ),
  get('secret-scanning/get-alert', one, requirePermission('admin', ...scopes), loadSecretAlert, (call) =>
    json(secretAlertJson(call, call.repo, call.alert, hiding(call))),
  ),
  patch(
    'secret-scanning/update-alert',
    one,
    requireWrite('admin', ...scopes),
    loadSecretAlert,
    requireBody(AlertChanges),
    (call) => {
      const { rows, repo, alert, body } = call
      const { state, assignee } = body
      if (state === 'resolved' && (body.resolution ?? null) === null) {
        throw unprocessable('A resolution must be provided when the state is resolved.')
      }
      const assigned = typeof assignee === 'string' ? rows.accounts.find('login', assignee.toLowerCase()) : assignee
      if (typeof assignee === 'string' && assigned === undefined) throw unprocessable('The assignee is not valid.')
      const changed = changeSecretAlert(call, call, alert, {
        state,
        resolution: body.resolution ?? undefined,
        comment: body.resolution_comment ?? undefined,
        validity: body.validity === null ? 'unknown' : body.validity,
        assigneeId: assigned === null ? null : assigned?.id,
      })
      return json(secretAlertJson(call, repo, changed))
    },
  ),
  get(
    'secret-scanning/list-locations-for-alert',
    `${one}/locations`,
    requirePermission('admin', ...scopes),
    loadSecretAlert,
    (call) => {
      const { repo, alert } = call
      const places = alert.location === null ? [] : [alert.location]
      return answerPage(call, places, (place) => secretLocationJson(call, repo, alert, place))
    },
  ),
]

function hiding({ query }: CodehostCall): { readonly hidden: boolean } {
  return { hidden: query.get('hide_secret') === 'true' }
}

/** Returns the alerts of a repository that the query asks for, in its order. */
function filtered({ rows, query }: CodehostCall, repo: Repo): SecretAlert[] {
  const has = (name: string, value: string | null): boolean => {
    const asked = query.get(name)
    return asked === null || (value !== null && asked.split(',').includes(value))
  }
  const found = rows.secretAlerts
    .list('byNumber', repo.id)
    .filter(
      ({ resolved, type, validity }) =>
        has('state', resolved === null ? 'open' : 'resolved') &&
        has('resolution', resolved?.resolution ?? null) &&
        has('secret_type', type) &&
        has('validity', validity),
    )
  if (query.get('sort') === 'updated')
    found.sort((left, right) => left.updatedAt - right.updatedAt || left.id - right.id)
  return query.get('direction') === 'asc' ? found : found.toReversed()
}
