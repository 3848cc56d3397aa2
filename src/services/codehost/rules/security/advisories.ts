import * as v from 'valibot'
import { DAY } from '#core/duration.ts'
import type { CodehostCall, CodehostContext, Rows } from '#codehost/call.ts'
import { unprocessable, validationFailed } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import {
  CREDIT_TYPES,
  ECOSYSTEMS,
  type AdvisoryCredit,
  type AdvisoryPackage,
  type GlobalAdvisory,
  type RepositoryAdvisory,
} from '#codehost/schema/advisories.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { SEVERITIES, type DependabotAlert } from '#codehost/schema/security-alerts.ts'
import { isInTeam, permissionIncludes, permissionOf } from '../repos/permissions.ts'
import { cvssScore, isCvssVector, severityOf } from './cvss.ts'

const text = v.nullable(v.string())

const shared = {
  cwe_ids: v.optional(v.nullable(v.array(v.string()))),
  severity: v.optional(v.nullable(v.picklist(SEVERITIES))),
  cvss_vector_string: v.optional(text),
}

const Vulnerabilities = v.array(
  v.object({
    package: v.object({ ecosystem: v.picklist(ECOSYSTEMS), name: v.optional(text) }),
    vulnerable_version_range: v.optional(text),
    patched_versions: v.optional(text),
    vulnerable_functions: v.optional(v.nullable(v.array(v.string()))),
  }),
)

const Credits = v.array(v.object({ login: v.string(), type: v.picklist(CREDIT_TYPES) }))

const summary = v.pipe(v.string(), v.maxLength(1024))
const description = v.pipe(v.string(), v.maxLength(65_535))

/** The request body of a new advisory. */
export const AdvisoryInput = v.object({
  ...shared,
  summary,
  description,
  cve_id: v.optional(text),
  vulnerabilities: Vulnerabilities,
  credits: v.optional(v.nullable(Credits)),
  start_private_fork: v.optional(v.boolean(), false),
})

/** The request body of a report by someone who may not write advisories. */
export const ReportInput = v.object({
  ...shared,
  summary,
  description,
  vulnerabilities: v.optional(v.nullable(Vulnerabilities)),
  start_private_fork: v.optional(v.boolean(), false),
})

/** The request body of a changed advisory. */
export const AdvisoryChanges = v.object({
  ...shared,
  summary: v.optional(summary),
  description: v.optional(description),
  cve_id: v.optional(text),
  vulnerabilities: v.optional(Vulnerabilities),
  credits: v.optional(v.nullable(Credits)),
  state: v.optional(v.picklist(['published', 'closed', 'draft'])),
  collaborating_users: v.optional(v.nullable(v.array(v.string()))),
  collaborating_teams: v.optional(v.nullable(v.array(v.string()))),
})

type AdvisoryChanges = v.InferOutput<typeof AdvisoryChanges>

/** The members of a body that describes an advisory. */
type Facts = Omit<AdvisoryChanges, 'state' | 'vulnerabilities'> & {
  readonly vulnerabilities?: v.InferOutput<typeof Vulnerabilities> | null | undefined
}

/** Returns whether a user may write the advisories of a repository. */
export function canManageAdvisories(rows: Rows, repo: Repo, user: Account | null): boolean {
  return permissionIncludes(permissionOf(rows, repo, user), 'admin')
}

/** Returns whether a user may read an advisory: a published one, or one that they write or work on. */
export function canReadAdvisory(rows: Rows, repo: Repo, advisory: RepositoryAdvisory, user: Account | null): boolean {
  if (advisory.state === 'published' || canManageAdvisories(rows, repo, user)) return true
  return user !== null && canWorkOn(rows, advisory, user)
}

/** Returns whether a user reported an advisory, or works on it with those who write it. */
export function canWorkOn(rows: Rows, { authorId, collaboratorIds, teamIds }: RepositoryAdvisory, user: Account) {
  if (authorId === user.id || collaboratorIds.includes(user.id)) return true
  return teamIds.some((id) => {
    const team = rows.teams.get(id)
    return team !== undefined && isInTeam(rows, team, user)
  })
}

/** The states in which an advisory begins. */
type FirstState = 'draft' | 'triage'

/**
 * Adds an advisory: a draft of someone who may write advisories, or a report, which waits for triage.
 *
 * @throws 422 for a severity beside a vector, and for wrong vectors, weaknesses and logins.
 */
export function addAdvisory(
  call: CodehostCall,
  repo: Repo,
  author: Account,
  input: v.InferOutput<typeof AdvisoryInput> | v.InferOutput<typeof ReportInput>,
  state: FirstState,
): RepositoryAdvisory {
  const { rows, clock, ids, emit } = call
  const at = clock.now()
  const advisory = rows.repositoryAdvisories.insert({
    repoId: repo.id,
    ghsaId: newGhsaId(ids),
    cveId: null,
    severity: null,
    cvssVector: null,
    score: null,
    cweIds: [],
    packages: [],
    credits: [],
    collaboratorIds: [],
    teamIds: [],
    ...factsOf(rows, repo, input),
    summary: input.summary,
    description: input.description,
    state,
    authorId: author.id,
    publisherId: null,
    isReport: state === 'triage',
    forkId: null,
    cveRequestedAt: null,
    createdAt: at,
    updatedAt: at,
    publishedAt: null,
    closedAt: null,
  })
  if (state === 'triage') emit({ event: 'repository_advisory', action: 'reported', repo, advisory, sender: author })
  return advisory
}

/**
 * Changes an advisory. One that is published is a global advisory too, if its repository is public.
 *
 * @throws 422 for wrong values, and for states that do not follow the present one.
 */
export function changeAdvisory(
  call: CodehostCall,
  repo: Repo,
  user: Account,
  before: RepositoryAdvisory,
  changes: AdvisoryChanges,
): RepositoryAdvisory {
  const { rows, clock, emit } = call
  const at = clock.now()
  const { state = before.state } = changes
  if (before.state === 'published' && state !== 'published') {
    throw unprocessable('A published advisory cannot be returned to another state.')
  }
  const isPublished = state === 'published' && before.state !== 'published'
  const advisory = rows.repositoryAdvisories.update(before.id, {
    ...factsOf(rows, repo, changes),
    state,
    updatedAt: at,
    ...(isPublished ? { publisherId: user.id, publishedAt: at } : {}),
    closedAt: state === 'closed' ? (before.closedAt ?? at) : null,
  })
  if (isPublished) emit({ event: 'repository_advisory', action: 'published', repo, advisory, sender: user })
  if (state === 'published' && !repo.private) putGlobalAdvisory(rows, globalOf(advisory, at))
  return advisory
}

/** Returns an id of a new advisory. */
export function newGhsaId(ids: CodehostContext['ids']): string {
  const part = (): string => ids.base62(4).toLowerCase()
  return `GHSA-${part()}-${part()}-${part()}`
}

/** Adds the advisory that an alert of Dependabot is about to those that everybody knows. */
export function putAdvisoryOfAlert(rows: Rows, alert: DependabotAlert): void {
  const { advisory, ecosystem, packageName: name, vulnerableRange, patchedVersion: patchedVersions } = alert
  const { publishedAt } = advisory
  const known = ECOSYSTEMS.find((each) => each === ecosystem) ?? 'other'
  putGlobalAdvisory(rows, {
    ...advisory,
    cvssVector: null,
    cweIds: [],
    packages: [{ ecosystem: known, name, vulnerableRange, patchedVersions, functions: [] }],
    createdAt: publishedAt,
    updatedAt: publishedAt,
    repositoryAdvisoryId: null,
  })
}

/** Adds an advisory to those that everybody knows, or replaces it. */
function putGlobalAdvisory(rows: Rows, advisory: Omit<GlobalAdvisory, 'id'>): void {
  const known = rows.globalAdvisories.find('ghsa', advisory.ghsaId)
  if (known === undefined) rows.globalAdvisories.insert(advisory)
  else if (advisory.repositoryAdvisoryId !== null) rows.globalAdvisories.update(known.id, advisory)
}

function globalOf(advisory: RepositoryAdvisory, at: number): Omit<GlobalAdvisory, 'id'> {
  const { ghsaId, cveId, summary: title, description: body, severity, cvssVector, score, cweIds, packages } = advisory
  const { createdAt, updatedAt, publishedAt, id: repositoryAdvisoryId } = advisory
  const facts = { ghsaId, cveId, summary: title, description: body, severity, cvssVector, score, cweIds, packages }
  return { ...facts, createdAt, updatedAt, repositoryAdvisoryId, publishedAt: publishedAt ?? at }
}

/**
 * Records that a CVE was asked for. The vendor's team takes up to three days; here nobody assigns one.
 *
 * @throws 422 for a private repository, and for an advisory that has a CVE or is closed.
 */
export function requestCve({ rows, clock }: CodehostCall, repo: Repo, advisory: RepositoryAdvisory): void {
  if (repo.private) throw unprocessable('A CVE cannot be requested for an advisory of a private repository.')
  if (advisory.cveId !== null) throw unprocessable('The advisory already has a CVE.')
  if (advisory.state === 'closed') throw unprocessable('A CVE cannot be requested for a closed advisory.')
  const requestedAt = advisory.cveRequestedAt
  if (requestedAt !== null && clock.now() - requestedAt < DAY) throw unprocessable('A CVE has already been requested.')
  rows.repositoryAdvisories.update(advisory.id, { cveRequestedAt: clock.now() })
}

/** Returns the fields of an advisory that a body replaces. @throws 422. */
function factsOf(rows: Rows, repo: Repo, change: Facts) {
  const { summary: title, description: body, vulnerabilities, cwe_ids: cweIds } = change
  for (const id of cweIds ?? []) if (!/^CWE-\d+$/.test(id)) throw wrong('cwe_ids', `${id} is not a valid CWE ID`)
  return {
    ...(title === undefined ? {} : { summary: title }),
    ...(body === undefined ? {} : { description: body }),
    ...(change.cve_id === undefined ? {} : { cveId: cveOf(change.cve_id) }),
    ...(cweIds === undefined ? {} : { cweIds: [...new Set(cweIds)] }),
    ...(vulnerabilities === undefined ? {} : { packages: (vulnerabilities ?? []).map(packageOf) }),
    ...(change.credits === undefined ? {} : { credits: creditsOf(rows, change.credits ?? []) }),
    ...(change.collaborating_users == null
      ? {}
      : { collaboratorIds: change.collaborating_users.map((login) => userNamed(rows, 'collaborating_users', login)) }),
    ...(change.collaborating_teams == null
      ? {}
      : { teamIds: change.collaborating_teams.map((slug) => teamNamed(rows, repo, slug)) }),
    ...severityIn(change),
  }
}

function severityIn({ severity, cvss_vector_string: vector }: Facts) {
  if (severity != null && vector != null) {
    throw unprocessable('Only one of severity and cvss_vector_string can be given.')
  }
  if (vector != null) {
    if (!isCvssVector(vector)) throw wrong('cvss_vector_string', `${vector} is not a valid CVSS vector`)
    const score = cvssScore(vector)
    return { cvssVector: vector, score, ...(score === null ? {} : { severity: severityOf(score) }) }
  }
  return severity === undefined ? {} : { severity, cvssVector: null, score: null }
}

function cveOf(id: string | null): string | null {
  if (id !== null && !/^CVE-\d{4}-\d{4,}$/.test(id)) throw wrong('cve_id', `${id} is not a valid CVE ID`)
  return id
}

function packageOf(input: v.InferOutput<typeof Vulnerabilities>[number]): AdvisoryPackage {
  return {
    ecosystem: input.package.ecosystem,
    name: input.package.name ?? null,
    vulnerableRange: input.vulnerable_version_range ?? null,
    patchedVersions: input.patched_versions ?? null,
    functions: input.vulnerable_functions ?? [],
  }
}

function creditsOf(rows: Rows, credits: v.InferOutput<typeof Credits>): AdvisoryCredit[] {
  return credits.map(({ login, type }) => ({ userId: userNamed(rows, 'credits', login), type }))
}

function userNamed(rows: Rows, field: string, login: string): number {
  const user = rows.accounts.find('login', login.toLowerCase())
  if (user === undefined || user.type === 'Organization') throw wrong(field, `${login} is not a user`)
  return user.id
}

function teamNamed(rows: Rows, { ownerId }: Repo, slug: string): number {
  const team = rows.teams.find('slug', ownerId, slug.toLowerCase())
  if (team === undefined) throw wrong('collaborating_teams', `${slug} is not a team of the organization`)
  return team.id
}

function wrong(field: string, message: string) {
  return validationFailed({ resource: 'RepositoryAdvisory', field, code: 'custom', message })
}
