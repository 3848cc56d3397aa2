import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import {
  codeFixJson,
  codeqlDatabaseJson,
  defaultSetupJson,
  variantAnalysisJson,
  variantTaskJson,
} from '#codehost/json/security/code-setup.ts'
import { findInRepo, repositoryByFullName } from '#codehost/rules/repos/find.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import {
  addVariantAnalysis,
  changeSetup,
  commitFix,
  findDatabase,
  findFix,
  proposeFix,
} from '#codehost/rules/security/code-setup.ts'
import { requirePermission, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadCodeAlert } from '#codehost/steps/security.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const scanning = '/repos/:owner/:repo/code-scanning'
const setup = `${scanning}/default-setup` as const
const databases = `${scanning}/codeql/databases` as const
const variants = `${scanning}/codeql/variant-analyses` as const
const variant = `${variants}/:codeql_variant_analysis_id` as const
const autofix = `${scanning}/alerts/:alert_number/autofix` as const

const scopes = ['repo', 'public_repo'] as const
const events = ['repo', 'security_events', 'public_repo'] as const
const SetupInput = v.object({
  state: v.optional(v.picklist(['configured', 'not-configured'])),
  runner_type: v.optional(v.picklist(['standard', 'labeled'])),
  runner_label: v.optional(v.nullable(v.string())),
  query_suite: v.optional(v.picklist(['default', 'extended'])),
  threat_model: v.optional(v.picklist(['remote', 'remote_and_local'])),
  languages: v.optional(
    v.array(
      v.picklist([
        'actions',
        'c-cpp',
        'csharp',
        'go',
        'java-kotlin',
        'javascript-typescript',
        'python',
        'ruby',
        'swift',
      ]),
    ),
  ),
})
const VariantInput = v.object({
  language: v.picklist(['actions', 'cpp', 'csharp', 'go', 'java', 'javascript', 'python', 'ruby', 'rust', 'swift']),
  query_pack: v.string(),
  repositories: v.optional(v.array(v.string())),
  repository_lists: v.optional(v.pipe(v.array(v.string()), v.maxLength(1))),
  repository_owners: v.optional(v.pipe(v.array(v.string()), v.maxLength(1))),
})
const FixInput = v.optional(
  v.nullable(v.object({ target_ref: v.optional(v.string()), message: v.optional(v.string()) })),
)

/**
 * The default setup of code scanning, databases and analyses of CodeQL, and proposals that mend alerts.
 * https://docs.github.com/rest/code-scanning/code-scanning
 */
export const codeSetupRoutes = [
  get('code-scanning/get-default-setup', setup, requirePermission('admin', ...scopes), (call) =>
    json(defaultSetupJson(call, call.repo)),
  ),
  patch(
    'code-scanning/update-default-setup',
    setup,
    requireWrite('admin', ...scopes),
    requireBody(SetupInput),
    (call) => {
      const { repo, user, body } = call
      const changes = defined({
        isConfigured: body.state === undefined ? undefined : body.state === 'configured',
        languages: body.languages,
        runnerType: body.runner_type,
        runnerLabel: body.runner_label,
        querySuite: body.query_suite,
        threatModel: body.threat_model,
      })
      const run = changeSetup(call, repo, changes, user)
      if (run === null) return json({})
      return json({ run_id: run.id, run_url: `${repoUrls(call, repo).url}/actions/runs/${run.id}` }, 202)
    },
  ),
  get('code-scanning/list-codeql-databases', databases, requirePermission('pull', ...scopes), (call) =>
    json(
      call.rows.codeqlDatabases
        .referring('repoId', call.repo.id)
        .map((each) => codeqlDatabaseJson(call, call.repo, each)),
    ),
  ),
  get('code-scanning/get-codeql-database', `${databases}/:language`, requirePermission('pull', ...scopes), (call) =>
    json(codeqlDatabaseJson(call, call.repo, findDatabase(call.rows, call.repo, call.params.language))),
  ),
  del('code-scanning/delete-codeql-database', `${databases}/:language`, requireWrite('push', ...scopes), (call) => {
    call.rows.codeqlDatabases.delete(findDatabase(call.rows, call.repo, call.params.language).id)
    return empty()
  }),
  post(
    'code-scanning/create-variant-analysis',
    variants,
    requireWrite('push', 'repo'),
    requireBody(VariantInput),
    (call) => {
      const { repo, user, body } = call
      const { repositories, repository_lists: lists, repository_owners: owners } = body
      if ([repositories, lists, owners].filter((each) => each !== undefined).length !== 1) {
        throw unprocessable('Exactly one of repositories, repository_lists, or repository_owners must be provided.')
      }
      if (lists !== undefined) throw unprocessable('The repository list does not exist.')
      const analysis = addVariantAnalysis(call, repo, body.language, { repositories, owners }, user)
      return json(variantAnalysisJson(call, repo, analysis), 201)
    },
  ),
  get('code-scanning/get-variant-analysis', variant, requirePermission('push', ...events), (call) => {
    const analysis = findInRepo(call.rows.variantAnalyses, call.repo, call.params.codeql_variant_analysis_id)
    return json(variantAnalysisJson(call, call.repo, analysis))
  }),
  get(
    'code-scanning/get-variant-analysis-repo-task',
    `${variant}/repos/:repo_owner/:repo_name`,
    requirePermission('push', ...events),
    (call) => {
      const { rows, params } = call
      const analysis = findInRepo(rows.variantAnalyses, call.repo, params.codeql_variant_analysis_id)
      const found = repositoryByFullName(rows, `${params.repo_owner}/${params.repo_name}`)
      if (found === undefined || !analysis.scannedIds.includes(found.id)) throw notFound()
      return json(variantTaskJson(call, analysis, found))
    },
  ),
  get('code-scanning/get-autofix', autofix, requirePermission('push', ...events), loadCodeAlert, (call) =>
    json(codeFixJson(call, findFix(call.rows, call.alert))),
  ),
  post('code-scanning/create-autofix', autofix, requireWrite('push', ...events), loadCodeAlert, (call) => {
    const { fix, isNew } = proposeFix(call, call.repo, call.alert)
    return json(codeFixJson(call, fix), isNew ? 202 : 200)
  }),
  post(
    'code-scanning/commit-autofix',
    `${autofix}/commits`,
    requireWrite('push', ...scopes),
    loadCodeAlert,
    requireBody(FixInput),
    (call) => {
      const { repo, alert, user, body } = call
      const ref = body?.target_ref ?? repo.defaultBranch
      const message = body?.message ?? `Fix code scanning alert no. ${alert.number}: ${alert.rule.description}`
      const { sha } = commitFix(call, repo, alert, { ref, message }, user)
      return json({ target_ref: `refs/heads/${ref.replace(/^refs\/heads\//, '')}`, sha }, 201)
    },
  ),
]
