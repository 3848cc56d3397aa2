import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import { answerCursorPage } from '#codehost/json/cursor-pages.ts'
import { briefRepositoryJson } from '#codehost/json/repos/repository.ts'
import { configurationJson } from '#codehost/json/security/configuration.ts'
import { ownRepo } from '#codehost/rules/actions/runners.ts'
import {
  addConfiguration,
  attach,
  changeConfiguration,
  configurationsOf,
  configuredBy,
  defaultsOf,
  deleteConfiguration,
  detach,
  findConfiguration,
  findOwnConfiguration,
  setDefault,
  type Configuration,
} from '#codehost/rules/security/configurations.ts'
import { setFeatures } from '#codehost/rules/security/features.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requirePermission } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { requireSecurityManager } from '#codehost/steps/security.ts'

const { get, post, put, patch, del } = routesFor<CodehostCall>()

const all = '/orgs/:org/code-security/configurations'
const one = `${all}/:configuration_id` as const
const requireReader = requireSecurityManager('read:org')
const requireWriter = requireSecurityManager('write:org')

const state = v.optional(v.picklist(['enabled', 'disabled', 'not_set']))
const flag = v.optional(v.boolean())
const text = v.optional(v.nullable(v.string()))
const reviewer = v.object({
  reviewer_id: v.number(),
  reviewer_type: v.picklist(['TEAM', 'ROLE']),
  mode: v.optional(v.picklist(['ALWAYS', 'EXEMPT']), 'ALWAYS'),
})
const settings = {
  description: v.optional(v.pipe(v.string(), v.maxLength(255))),
  advanced_security: v.optional(v.picklist(['enabled', 'disabled', 'code_security', 'secret_protection'])),
  code_security: state,
  secret_protection: state,
  dependency_graph_autosubmit_action_options: v.optional(v.object({ labeled_runners: flag })),
  code_scanning_options: v.optional(v.nullable(v.object({ allow_advanced: v.optional(v.nullable(v.boolean())) }))),
  code_scanning_default_setup_options: v.optional(
    v.nullable(
      v.object({ runner_type: v.optional(v.picklist(['standard', 'labeled', 'not_set'])), runner_label: text }),
    ),
  ),
  secret_scanning_delegated_bypass_options: v.optional(v.object({ reviewers: v.optional(v.array(reviewer)) })),
  enforcement: v.optional(v.picklist(['enforced', 'unenforced'])),
  dependency_graph: state,
  dependency_graph_autosubmit_action: state,
  dependabot_alerts: state,
  dependabot_security_updates: state,
  dependabot_delegated_alert_dismissal: state,
  code_scanning_default_setup: state,
  code_scanning_delegated_alert_dismissal: state,
  secret_scanning: state,
  secret_scanning_push_protection: state,
  secret_scanning_delegated_bypass: state,
  secret_scanning_validity_checks: state,
  secret_scanning_non_provider_patterns: state,
  secret_scanning_generic_secrets: state,
  secret_scanning_delegated_alert_dismissal: state,
  secret_scanning_extended_metadata: state,
  private_vulnerability_reporting: state,
}
const requireInput = requireBody(v.object({ name: v.string(), ...settings }))
const requireChanges = requireBody(v.object({ name: v.optional(v.string()), ...settings }))
const ids = v.array(v.pipe(v.number(), v.integer()))
const requireScope = requireBody(
  v.object({
    scope: v.picklist(['all', 'all_without_configurations', 'public', 'private_or_internal', 'selected']),
    selected_repository_ids: v.optional(ids, []),
  }),
)
const requireRepos = requireBody(v.object({ selected_repository_ids: v.pipe(ids, v.minLength(1), v.maxLength(250)) }))
const requireKinds = requireBody(
  v.object({ default_for_new_repos: v.optional(v.picklist(['all', 'none', 'private_and_internal', 'public']), 'all') }),
)

/** The features that one operation turns on or off in all repositories of an organization. */
const PRODUCTS = [
  'dependency_graph',
  'dependabot_alerts',
  'dependabot_security_updates',
  'advanced_security',
  'code_scanning_default_setup',
  'secret_scanning',
  'secret_scanning_push_protection',
] as const

const products = PRODUCTS.map((product) =>
  post(
    'orgs/enable-or-disable-security-product-on-all-org-repos',
    `/orgs/:org/${product}/:enablement`,
    requireSecurityManager('admin:org', 'write:org', 'repo'),
    (call) => {
      const { rows, org, user, params } = call
      const [, word] = /^(enable|disable)_all$/.exec(params.enablement) ?? []
      if (word === undefined) throw unprocessable('The enablement must be enable_all or disable_all.')
      for (const repo of rows.repos.referring('ownerId', org.id)) {
        setFeatures(call, repo, { [product]: word === 'enable' }, user)
      }
      return empty()
    },
  ),
)

/**
 * Configurations of the security of an organization's repositories.
 * https://docs.github.com/rest/code-security/configurations
 */
export const configurationsRoutes = [
  get('code-security/get-configurations-for-org', all, requireReader, (call) => {
    const known = configurationsOf(call.rows, call.org)
    const shown = call.query.get('target_type') === 'global' ? known.filter(({ orgId }) => orgId === null) : known
    return answerCursorPage(call, shown, (each) => configurationJson(call, call.org, each))
  }),
  post('code-security/create-configuration', all, requireWriter, requireInput, (call) => {
    const { name, description = '', ...given } = call.body
    const made = addConfiguration(call, call.org, { name, description, settings: settingsOf(given) })
    const wire = configurationJson(call, call.org, made)
    return json(wire, 201, { location: wire.url })
  }),
  get('code-security/get-default-configurations', `${all}/defaults`, requireReader, (call) =>
    json(
      defaultsOf(call.rows, call.org).map(({ kinds, configuration }) => ({
        default_for_new_repos: kinds,
        configuration: configurationJson(call, call.org, configuration),
      })),
    ),
  ),
  del('code-security/detach-configuration', `${all}/detach`, requireWriter, requireRepos, ({ rows, org, body }) => {
    const repos = body.selected_repository_ids.map((id) => ownRepo(rows, org, id))
    for (const repo of repos) detach(rows, repo)
    return empty()
  }),
  get('code-security/get-configuration', one, requireWriter, (call) =>
    json(configurationJson(call, call.org, configurationAt(call))),
  ),
  patch('code-security/update-configuration', one, requireWriter, requireChanges, (call) => {
    const { rows, org, user, body, params } = call
    const before = findOwnConfiguration(rows, org, wholeNumber(params.configuration_id))
    const { name, description, ...given } = body
    const changes = { ...defined({ name, description }), settings: settingsOf(given) }
    return json(configurationJson(call, org, changeConfiguration(call, org, before, changes, user)))
  }),
  del('code-security/delete-configuration', one, requireWriter, ({ rows, org, params }) => {
    deleteConfiguration(rows, org, findOwnConfiguration(rows, org, wholeNumber(params.configuration_id)))
    return empty()
  }),
  post('code-security/attach-configuration', `${one}/attach`, requireWriter, requireScope, (call) => {
    const configuration = configurationAt(call)
    for (const repo of reposIn(call)) attach(call, call.org, configuration, repo, call.user)
    return json({}, 202)
  }),
  put('code-security/set-configuration-as-default', `${one}/defaults`, requireWriter, requireKinds, (call) => {
    const configuration = configurationAt(call)
    const kinds = call.body.default_for_new_repos
    setDefault(call.rows, call.org, configuration, kinds)
    return json({ default_for_new_repos: kinds, configuration: configurationJson(call, call.org, configuration) })
  }),
  get('code-security/get-repositories-for-configuration', `${one}/repositories`, requireReader, (call) => {
    const configuration = configurationAt(call)
    const status = statusOf(configuration)
    const asked = call.query.get('status') ?? 'all'
    const isShown = asked === 'all' || asked.split(',').includes(status)
    const repos = isShown ? configuredBy(call.rows, call.org, configuration) : []
    return answerCursorPage(call, repos, ({ repoId }) => ({
      status,
      repository: briefRepositoryJson(call, call.rows.repos.require(repoId)),
    }))
  }),
  get(
    'code-security/get-configuration-for-repository',
    '/repos/:owner/:repo/code-security-configuration',
    requirePermission('admin', 'repo'),
    (call) => {
      const { rows, repo, owner } = call
      const held = rows.configuredRepos.find('repo', repo.id)
      if (held === undefined) return empty()
      const configuration = findConfiguration(rows, owner, held.configurationId)
      return json({ status: statusOf(configuration), configuration: configurationJson(call, owner, configuration) })
    },
  ),
  ...products,
]

type OneCall = CodehostCall & { readonly org: Account; readonly params: { readonly configuration_id: string } }

function configurationAt({ rows, org, params }: OneCall): Configuration {
  return findConfiguration(rows, org, wholeNumber(params.configuration_id))
}

function statusOf({ settings: { enforcement } }: Configuration): 'enforced' | 'attached' {
  return enforcement === 'enforced' ? 'enforced' : 'attached'
}

/** Returns the settings that a body has, without those that only stand for `advanced_security`. */
function settingsOf(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { code_security: code, secret_protection: secrets, ...rest } = body
  const both = code === 'enabled' && secrets === 'enabled'
  const parts = both
    ? 'enabled'
    : code === 'enabled'
      ? 'code_security'
      : secrets === 'enabled'
        ? 'secret_protection'
        : undefined
  return defined({ ...(parts === undefined ? {} : { advanced_security: parts }), ...rest })
}

function reposIn({
  rows,
  org,
  body: { scope, selected_repository_ids: selected },
}: CodehostCall & {
  readonly org: Account
  readonly body: { readonly scope: string; readonly selected_repository_ids: readonly number[] }
}): Repo[] {
  if (scope === 'selected') return selected.map((id) => ownRepo(rows, org, id))
  return rows.repos.referring('ownerId', org.id).filter((repo) => {
    if (scope === 'all') return true
    if (scope === 'all_without_configurations') return rows.configuredRepos.find('repo', repo.id) === undefined
    return repo.private === (scope === 'private_or_internal')
  })
}
