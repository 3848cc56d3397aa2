import { MINUTE } from '#core/duration.ts'
import { rsaTwo } from '#oauth/jwt/keys.ts'
import type { Claims, SigningKey } from '#oauth/jwt/jwt.ts'
import type { CodehostContext, Rows } from '#codehost/call.ts'
import type { WorkflowRun } from '#codehost/schema/actions.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { SubjectTemplate } from '#codehost/schema/results.ts'
import { propertiesOf } from '../repos/custom-properties.ts'
import { protectionOf } from '../protection/protection.ts'
import type { JobIdentity } from './job-tokens.ts'

/** The key of identity tokens. */
export const IDENTITY_KEY: SigningKey & { readonly alg: 'RS256' } = {
  alg: 'RS256',
  kid: '38826b17-6a30-5f9b-b169-8beb8202f723',
  pair: rsaTwo,
}

/** How long an identity token works, and how far back. */
const LIFETIME = 5 * MINUTE
const BEFORE = 5 * MINUTE

/** The claims of an identity token. https://docs.github.com/actions/reference/security/oidc */
export const IDENTITY_CLAIMS = [
  'sub',
  'aud',
  'exp',
  'iat',
  'iss',
  'jti',
  'nbf',
  'ref',
  'sha',
  'repository',
  'repository_id',
  'repository_owner',
  'repository_owner_id',
  'repository_visibility',
  'run_id',
  'run_number',
  'run_attempt',
  'runner_environment',
  'actor',
  'actor_id',
  'workflow',
  'workflow_ref',
  'workflow_sha',
  'job_workflow_ref',
  'job_workflow_sha',
  'head_ref',
  'base_ref',
  'event_name',
  'ref_type',
  'ref_protected',
  'environment',
  'check_run_id',
] as const

/** Returns the claims of an identity token for a job. */
export function identityClaims(
  { rows, clock, ids }: Pick<CodehostContext, 'rows' | 'clock' | 'ids'>,
  { run, job }: JobIdentity,
  { issuer, audience, site }: { readonly issuer: string; readonly audience: string | null; readonly site: string },
): Claims {
  const repo = rows.repos.require(run.repoId)
  const environment = run.jobs.find(({ key, name }) => key === job?.key && name === job.name)?.environment?.name
  const about = runClaims(rows, run, repo)
  const claims = { ...about, ...propertyClaims(rows, repo), ...(environment === undefined ? {} : { environment }) }
  const now = Math.floor(clock.now() / 1000)
  return {
    jti: ids.uuid(),
    sub: subjectOf(claims, templateOf(rows, repo)),
    aud: audience ?? `${site}/${about.repository_owner}`,
    ...claims,
    check_run_id: String(job?.id ?? ''),
    iss: issuer,
    nbf: now - BEFORE / 1000,
    exp: now + LIFETIME / 1000,
    iat: now,
  }
}

/**
 * Returns the claims of the custom properties that the organization adds, without those that have no value.
 * https://docs.github.com/actions/reference/security/oidc
 */
function propertyClaims(rows: Rows, repo: Repo): Record<string, string> {
  const included = rows.tokenProperties.get(repo.ownerId)
  const valued = included.length === 0 ? [] : propertiesOf(rows, repo)
  return Object.fromEntries(
    valued.flatMap(({ property, value }) =>
      value !== null && included.includes(property.name)
        ? [[`${PROPERTY_CLAIM}${property.name}`, typeof value === 'string' ? value : value.join(',')]]
        : [],
    ),
  )
}

/** The beginning of the names of claims of custom properties. */
export const PROPERTY_CLAIM = 'repo_property_'

function runClaims(rows: Rows, run: WorkflowRun, repo: Repo) {
  const owner = rows.accounts.require(repo.ownerId)
  const actor = rows.accounts.require(run.triggeringActorId)
  const repository = `${owner.login}/${repo.name}`
  const pull = pullOf(rows, run)
  const ref = refOf(rows, run)
  const workflowRef = `${repository}/${rows.workflows.require(run.workflowId).path}@${ref}`
  return {
    ref,
    sha: run.headSha,
    repository,
    repository_owner: owner.login,
    repository_owner_id: String(owner.id),
    run_id: String(run.id),
    run_number: String(run.number),
    run_attempt: String(run.attempt),
    repository_visibility: repo.visibility,
    repository_id: String(repo.id),
    actor_id: String(actor.id),
    actor: actor.login,
    workflow: run.name,
    head_ref: pull?.headRef ?? '',
    base_ref: pull?.baseRef ?? '',
    event_name: run.event,
    ref_protected: String(protectionOf(rows, repo, run.headBranch) !== undefined),
    ref_type: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    workflow_ref: workflowRef,
    workflow_sha: run.headSha,
    job_workflow_ref: workflowRef,
    job_workflow_sha: run.headSha,
    runner_environment: 'github-hosted',
  }
}

/** Returns the full name of the ref of a run: that of the pull request's merge, of a tag, or of a branch. */
export function refOf(rows: Rows, run: WorkflowRun): string {
  const pull = pullOf(rows, run)
  if (pull !== undefined) return `refs/pull/${rows.issues.require(pull.issueId).number}/merge`
  const tag = `refs/tags/${run.headBranch}`
  const isTag =
    rows.refs.find('name', run.repoId, `refs/heads/${run.headBranch}`) === undefined &&
    rows.refs.find('name', run.repoId, tag) !== undefined
  return isTag ? tag : `refs/heads/${run.headBranch}`
}

/** Returns the pull request that a run is about; undefined for other runs. */
export function pullOf(rows: Rows, run: WorkflowRun): Pull | undefined {
  if (!run.event.startsWith('pull_request')) return undefined
  return rows.pulls.list('head', run.headRepoId, run.headBranch).findLast(({ repoId }) => repoId === run.repoId)
}

function templateOf(rows: Rows, repo: Repo): SubjectTemplate {
  const own = rows.subjectTemplates.get('repo', repo.id)
  if (own.useDefault) return own
  // Without keys of its own, a repository takes those of its organization.
  return own.claimKeys.length > 0 ? own : rows.subjectTemplates.get('org', repo.ownerId)
}

/**
 * Returns the subject of a token. https://docs.github.com/actions/reference/security/oidc#example-subject-claims
 */
function subjectOf(claims: Readonly<Record<string, string>>, { useDefault, claimKeys }: SubjectTemplate): string {
  const escaped = (text: string): string => text.replaceAll(':', '%3A')
  const { environment, event_name: event = '', ref = '', repository = '' } = claims
  const context =
    environment !== undefined
      ? `environment:${escaped(environment)}`
      : event === 'pull_request'
        ? 'pull_request'
        : `ref:${ref}`
  if (useDefault || claimKeys.length === 0) return `repo:${repository}:${context}`
  return claimKeys
    .map((key) =>
      key === 'repo' ? `repo:${repository}` : key === 'context' ? context : `${key}:${escaped(claims[key] ?? '')}`,
    )
    .join(':')
}
