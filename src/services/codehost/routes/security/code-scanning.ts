import * as v from 'valibot'
import { json, type Answer } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { badRequest, notFound, unprocessable } from '#codehost/errors.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { briefRepositoryJson } from '#codehost/json/repos/repository.ts'
import { analysisJson, codeAlertJson, instanceJson, listedCodeAlertJson } from '#codehost/json/security/code-alert.ts'
import { findInRepo } from '#codehost/rules/repos/find.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import {
  addAnalysis,
  changeCodeAlert,
  deleteAnalysis,
  instancesOf,
  isDeletable,
  setOf,
  stateOf,
} from '#codehost/rules/security/code-alerts.ts'
import { readSarif, SarifFlaw, unpackSarif, type SarifRun } from '#codehost/rules/security/sarif.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { CodeAlert } from '#codehost/schema/code-scanning.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireOrganizationMember, requirePermission, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadCodeAlert } from '#codehost/steps/security.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const SarifInput = v.object({
  commit_sha: v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{40}$/)),
  ref: v.pipe(v.string(), v.regex(/^refs\/(heads|tags|pull)\/.*$/)),
  sarif: v.string(),
  checkout_uri: v.optional(v.string()),
  started_at: v.optional(v.string()),
  tool_name: v.optional(v.string()),
  validate: v.optional(v.boolean()),
})

const AlertChanges = v.object({
  state: v.optional(v.picklist(['open', 'dismissed'])),
  dismissed_reason: v.optional(v.nullable(v.picklist(['false positive', "won't fix", 'used in tests', 'mitigated']))),
  dismissed_comment: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(280)))),
})

const scanning = '/repos/:owner/:repo/code-scanning'
const alert = `${scanning}/alerts/:alert_number` as const
const analysis = `${scanning}/analyses/:analysis_id` as const

const readAlerts = requirePermission('push', 'repo', 'security_events', 'public_repo')
const writeAlerts = requireWrite('push', 'repo', 'security_events', 'public_repo')

/** Alerts of code scanning, and the analyses that find them. https://docs.github.com/rest/code-scanning */
export const codeScanningRoutes = [
  get('code-scanning/list-alerts-for-org', '/orgs/:org/code-scanning/alerts', requireOrganizationMember(), (call) => {
    const repos = call.rows.repos.referring('ownerId', call.org.id)
    const found = repos.flatMap((repo) => filtered(call, repo).map((each) => ({ repo, each })))
    return answerPage(call, found, ({ repo, each }) => ({
      ...listedCodeAlertJson(call, repo, each),
      repository: briefRepositoryJson(call, repo),
    }))
  }),
  get('code-scanning/list-alerts-for-repo', `${scanning}/alerts`, readAlerts, (call) => {
    const { rows, repo, query } = call
    if (rows.codeAnalyses.countReferring('repoId', repo.id) === 0) throw notFound('no analysis found')
    const isFiltered = ['state', 'ref', 'tool_name', 'tool_guid', 'severity', 'sort'].some((name) => query.has(name))
    const list = isFiltered
      ? filtered(call, repo)
      : viewOfIndex(rows.codeAlerts, 'byNumber', [repo.id], { descending: query.get('direction') !== 'asc' })
    return answerPage(call, list, (each) => listedCodeAlertJson(call, repo, each))
  }),
  get('code-scanning/get-alert', alert, readAlerts, loadCodeAlert, (call) =>
    json(codeAlertJson(call, call.repo, call.alert)),
  ),
  patch('code-scanning/update-alert', alert, writeAlerts, loadCodeAlert, requireBody(AlertChanges), (call) => {
    const { repo, body } = call
    const { state, dismissed_reason: reason = null, dismissed_comment: comment = null } = body
    if (state === 'dismissed' && reason === null) {
      throw unprocessable('A dismissed reason must be provided when dismissing an alert.')
    }
    const changed =
      state === undefined ? call.alert : changeCodeAlert(call, call, call.alert, { state, reason, comment })
    return json(codeAlertJson(call, repo, changed))
  }),
  get('code-scanning/list-alert-instances', `${alert}/instances`, readAlerts, loadCodeAlert, (call) => {
    const ref = call.query.get('ref')
    const found = instancesOf(call.rows, call.alert).filter((each) => ref === null || isRef(each.ref, ref))
    return answerPage(call, found, instanceJson)
  }),
  get('code-scanning/list-recent-analyses', `${scanning}/analyses`, readAlerts, (call) => {
    const { rows, repo, query } = call
    if (rows.codeAnalyses.countReferring('repoId', repo.id) === 0) throw notFound('no analysis found')
    const [tool, guid] = [query.get('tool_name'), query.get('tool_guid')]
    const [ref, upload] = [query.get('ref'), query.get('sarif_id')]
    const all = upload === null ? rows.codeAnalyses.list('byRepo', repo.id) : rows.codeAnalyses.list('byUpload', upload)
    const found = all.filter(
      (each) =>
        each.repoId === repo.id &&
        (tool === null || each.tool.name === tool) &&
        (guid === null || each.tool.guid === guid) &&
        (ref === null || isRef(each.ref, ref)),
    )
    const ordered = query.get('direction') === 'asc' ? found : found.toReversed()
    return answerPage(call, ordered, (each) => analysisJson(call, repo, each))
  }),
  get('code-scanning/get-analysis', analysis, readAlerts, (call) =>
    json(analysisJson(call, call.repo, findInRepo(call.rows.codeAnalyses, call.repo, call.params.analysis_id))),
  ),
  del('code-scanning/delete-analysis', analysis, writeAlerts, (call) => {
    const { rows, repo, query, params } = call
    const found = findInRepo(rows.codeAnalyses, repo, params.analysis_id)
    if (!isDeletable(rows, found)) throw badRequest('Analysis specified is not deletable.')
    const next = setOf(rows, found).at(-2)
    if (next === undefined && !query.has('confirm_delete')) {
      throw badRequest(
        'Analysis is last of its type and deletion may result in the loss of historical alert data. Please specify confirm_delete.',
      )
    }
    deleteAnalysis(call, found)
    const url = next === undefined ? null : `${repoUrls(call, repo).url}/code-scanning/analyses/${next.id}`
    return json({ next_analysis_url: url, confirm_delete_url: url === null ? null : `${url}?confirm_delete` })
  }),
  post('code-scanning/upload-sarif', `${scanning}/sarifs`, writeAlerts, requireBody(SarifInput), (call) =>
    answerUpload(call, call.repo, { user: call.user, ...call.body }),
  ),
  get('code-scanning/get-sarif', `${scanning}/sarifs/:sarif_id`, readAlerts, (call) => {
    const { rows, repo, params } = call
    const found = rows.sarifUploads.get(params.sarif_id)
    if (found?.repoId !== repo.id) throw notFound()
    const { id, errors } = found
    if (errors.length > 0) return json({ processing_status: 'failed', analyses_url: null, errors: [...errors] })
    const url = `${repoUrls(call, repo).url}/code-scanning/analyses?sarif_id=${id}`
    return json({ processing_status: 'complete', analyses_url: url })
  }),
]

/** Takes an upload of SARIF: what it finds is there when it is answered. */
function answerUpload(
  call: CodehostCall,
  repo: Repo,
  { user, ref, commit_sha: sha, sarif }: v.InferOutput<typeof SarifInput> & { readonly user: Account },
): Answer {
  const { rows, ids } = call
  let text: string
  try {
    text = unpackSarif(sarif)
  } catch (error) {
    throw error instanceof SarifFlaw ? badRequest(error.message) : error
  }
  const id = ids.uuid()
  const { runs, errors } = runsOf(text)
  rows.sarifUploads.insert({ id, repoId: repo.id, errors })
  for (const run of runs) addAnalysis(call, repo, { id, ref, sha: sha.toLowerCase(), user }, run)
  return json({ id, url: `${repoUrls(call, repo).url}/code-scanning/sarifs/${id}` }, 202)
}

function runsOf(text: string): { readonly runs: SarifRun[]; readonly errors: string[] } {
  try {
    return { runs: readSarif(text), errors: [] }
  } catch (error) {
    if (!(error instanceof SarifFlaw)) throw error
    return { runs: [], errors: [error.message] }
  }
}

/** Returns the alerts of a repository that the query asks for, in its order. */
function filtered({ rows, query }: CodehostCall, repo: Repo): CodeAlert[] {
  const [state, ref, severity] = [query.get('state'), query.get('ref'), query.get('severity')]
  const [tool, guid] = [query.get('tool_name'), query.get('tool_guid')]
  const found = rows.codeAlerts
    .list('byNumber', repo.id)
    .filter(
      (each) =>
        (state === null || stateOf(each) === state) &&
        (severity === null || each.rule.severity === severity || each.rule.securitySeverity === severity) &&
        (tool === null || each.tool.name === tool) &&
        (guid === null || each.tool.guid === guid) &&
        (ref === null || instancesOf(rows, each).some((instance) => isRef(instance.ref, ref))),
    )
  if (query.get('sort') === 'updated') found.sort((one, other) => one.updatedAt - other.updatedAt || one.id - other.id)
  return query.get('direction') === 'asc' ? found : found.toReversed()
}

/** Returns whether a ref is the one that a query names, in full or by the name of a branch. */
function isRef(ref: string, asked: string): boolean {
  return ref === asked || ref === `refs/heads/${asked}` || ref === `refs/${asked}`
}
