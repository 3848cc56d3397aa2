import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { viewOfReference } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, unprocessable, validationFailed } from '#codehost/errors.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { autolinkJson } from '#codehost/json/repos/subscription.ts'
import { findInRepo } from '#codehost/rules/repos/find.ts'
import { isOn, turn } from '#codehost/rules/repos/switches.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { RepositorySwitch } from '#codehost/schema/social.ts'
import { loadRepo, requirePermission, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, post, put, del } = routesFor<CodehostCall>()

const AutolinkInput = v.object({
  key_prefix: v.string(),
  url_template: v.string(),
  is_alphanumeric: v.optional(v.boolean(), true),
})

const autolinks = '/repos/:owner/:repo/autolinks'
const autolink = `${autolinks}/:autolink_id` as const
const alerts = '/repos/:owner/:repo/vulnerability-alerts'
const fixes = '/repos/:owner/:repo/automated-security-fixes'
const reporting = '/repos/:owner/:repo/private-vulnerability-reporting'

const requireAdmin = requireWrite('admin', 'repo')
const readAdmin = requirePermission('admin', 'repo')

/**
 * Autolinks, and settings of repositories with operations of their own. https://docs.github.com/rest/repos/autolinks
 */
export const repositorySwitchesRoutes = [
  get('repos/list-autolinks', autolinks, readAdmin, (call) =>
    answerPage(call, viewOfReference(call.rows.autolinks, 'repoId', call.repo.id), autolinkJson),
  ),
  post('repos/create-autolink', autolinks, requireAdmin, requireBody(AutolinkInput), (call) => {
    const { rows, repo, body, clock } = call
    const refuse = (field: string, message: string) =>
      validationFailed({ resource: 'KeyLink', field, code: 'custom', message })
    const { key_prefix: keyPrefix, url_template: urlTemplate, is_alphanumeric: isAlphanumeric } = body
    if (!/^[\w.=:/#+-]{1,64}$/.test(keyPrefix)) {
      throw refuse('key_prefix', 'key_prefix must only contain letters, numbers, or .-_+=:/#')
    }
    if (!/^https?:\/\//.test(urlTemplate)) throw refuse('url_template', 'url_template must be an absolute URL')
    if (!urlTemplate.includes('<num>')) throw refuse('url_template', 'url_template is missing a `<num>` token')
    if (rows.autolinks.find('prefix', repo.id, keyPrefix.toLowerCase()) !== undefined) {
      throw validationFailed({ resource: 'KeyLink', field: 'key_prefix', code: 'already_exists' })
    }
    const fields = { repoId: repo.id, keyPrefix, urlTemplate, isAlphanumeric, updatedAt: clock.now() }
    return json(autolinkJson(rows.autolinks.insert(fields)), 201)
  }),
  get('repos/get-autolink', autolink, readAdmin, ({ rows, repo, params }) =>
    json(autolinkJson(findInRepo(rows.autolinks, repo, params.autolink_id))),
  ),
  del('repos/delete-autolink', autolink, requireAdmin, ({ rows, repo, params }) => {
    rows.autolinks.delete(findInRepo(rows.autolinks, repo, params.autolink_id).id)
    return empty()
  }),
  get('repos/check-vulnerability-alerts', alerts, readAdmin, (call) => {
    if (!isOn(call.rows, call.repo, 'vulnerability-alerts')) throw notFound('Vulnerability alerts are disabled.')
    return empty()
  }),
  put('repos/enable-vulnerability-alerts', alerts, requireAdmin, (call) =>
    answerTurned(call, call.repo, 'vulnerability-alerts', true),
  ),
  del('repos/disable-vulnerability-alerts', alerts, requireAdmin, (call) => {
    turn(call.rows, call.repo, 'automated-security-fixes', false)
    return answerTurned(call, call.repo, 'vulnerability-alerts', false)
  }),
  get('repos/check-automated-security-fixes', fixes, readAdmin, (call) => {
    if (!isOn(call.rows, call.repo, 'vulnerability-alerts')) throw notFound()
    return json({ enabled: isOn(call.rows, call.repo, 'automated-security-fixes'), paused: false })
  }),
  put('repos/enable-automated-security-fixes', fixes, requireAdmin, (call) => {
    if (!isOn(call.rows, call.repo, 'vulnerability-alerts')) {
      throw unprocessable('Vulnerability alerts must be enabled to configure Dependabot security updates.')
    }
    return answerTurned(call, call.repo, 'automated-security-fixes', true)
  }),
  del('repos/disable-automated-security-fixes', fixes, requireAdmin, (call) =>
    answerTurned(call, call.repo, 'automated-security-fixes', false),
  ),
  get('repos/check-private-vulnerability-reporting', reporting, loadRepo, (call) =>
    json({ enabled: isOn(call.rows, call.repo, 'private-vulnerability-reporting') }),
  ),
  put('repos/enable-private-vulnerability-reporting', reporting, requireAdmin, (call) =>
    answerTurned(call, call.repo, 'private-vulnerability-reporting', true),
  ),
  del('repos/disable-private-vulnerability-reporting', reporting, requireAdmin, (call) =>
    answerTurned(call, call.repo, 'private-vulnerability-reporting', false),
  ),
  get('repos/get-hash-algorithm', '/repos/:owner/:repo/hash-algorithm', loadRepo, () =>
    json({ hash_algorithm: 'sha1' }),
  ),
  get('activity/get-stargazer-count-for-repo', '/repos/:owner/:repo/stargazers/count', loadRepo, ({ rows, repo }) =>
    json({ count: rows.stars.countReferring('repoId', repo.id) }),
  ),
]

function answerTurned({ rows }: CodehostCall, repo: Repo, name: RepositorySwitch, isNowOn: boolean): Answer {
  turn(rows, repo, name, isNowOn)
  return empty()
}
