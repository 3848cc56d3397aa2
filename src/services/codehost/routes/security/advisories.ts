import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { forbidden, mustHaveAdminRights, notFound, unprocessable } from '#codehost/errors.ts'
import { answerCursorPage } from '#codehost/json/cursor-pages.ts'
import { fullRepositoryJson } from '#codehost/json/repos/repository.ts'
import { globalAdvisoryJson, repositoryAdvisoryJson } from '#codehost/json/security/advisory.ts'
import { isOn } from '#codehost/rules/repos/switches.ts'
import { startPrivateFork } from '#codehost/rules/security/advisory-forks.ts'
import {
  addAdvisory,
  AdvisoryChanges,
  AdvisoryInput,
  canManageAdvisories,
  canReadAdvisory,
  canWorkOn,
  changeAdvisory,
  ReportInput,
  requestCve,
} from '#codehost/rules/security/advisories.ts'
import { isInRange } from '#codehost/rules/security/version-ranges.ts'
import type { GlobalAdvisory, RepositoryAdvisory } from '#codehost/schema/advisories.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { timeRange, within } from '#codehost/search/ranges.ts'
import { loadRepo, requireOrganizationOwner, requirePermission, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, post, patch } = routesFor<CodehostCall>()

const all = '/repos/:owner/:repo/security-advisories'
const one = `${all}/:ghsa_id` as const

const scopes = ['repo', 'public_repo', 'repository_advisories:write'] as const
const readOne = ['repo', 'public_repo', 'repository_advisories:read', 'repository_advisories:write'] as const

/** Security advisories of repositories, and global ones. https://docs.github.com/rest/security-advisories */
export const advisoriesRoutes = [
  get('security-advisories/list-global-advisories', '/advisories', (call) =>
    answerCursorPage(call, filteredGlobal(call), (each) => globalAdvisoryJson(call, each)),
  ),
  get('security-advisories/get-global-advisory', '/advisories/:ghsa_id', (call) => {
    const found = call.rows.globalAdvisories.find('ghsa', call.params.ghsa_id)
    if (found === undefined) throw notFound()
    return json(globalAdvisoryJson(call, found))
  }),
  get(
    'security-advisories/list-org-repository-advisories',
    '/orgs/:org/security-advisories',
    requireOrganizationOwner('repo', 'repository_advisories:read', 'repository_advisories:write'),
    (call) => {
      const repos = call.rows.repos.referring('ownerId', call.org.id)
      const found = repos.flatMap(({ id }) => call.rows.repositoryAdvisories.referring('repoId', id))
      return answerCursorPage(call, filtered(call, found), (each) => repositoryAdvisoryJson(call, each))
    },
  ),
  get('security-advisories/list-repository-advisories', all, loadRepo, (call) => {
    const { rows, repo, principal } = call
    const found = rows.repositoryAdvisories
      .referring('repoId', repo.id)
      .filter((each) => canReadAdvisory(rows, repo, each, principal?.user ?? null))
    return answerCursorPage(call, filtered(call, found), (each) => repositoryAdvisoryJson(call, each))
  }),
  post(
    'security-advisories/create-repository-advisory',
    all,
    requireWrite('admin', ...scopes),
    requireBody(AdvisoryInput),
    (call) => {
      const { repo, user, body } = call
      const advisory = addAdvisory(call, repo, user, body, 'draft')
      const forked = body.start_private_fork ? startPrivateFork(call, repo, user, advisory).advisory : advisory
      const wire = repositoryAdvisoryJson(call, forked)
      return json(wire, 201, { location: wire.url })
    },
  ),
  post(
    'security-advisories/create-private-vulnerability-report',
    `${all}/reports`,
    requirePermission('pull', ...scopes),
    requireBody(ReportInput),
    (call) => {
      const { rows, repo, user, body } = call
      if (!isOn(rows, repo, 'private-vulnerability-reporting')) {
        throw forbidden('Private vulnerability reporting is not enabled for this repository.')
      }
      if (canManageAdvisories(rows, repo, user)) {
        throw forbidden('Administrators create an advisory in place of a report.')
      }
      return json(repositoryAdvisoryJson(call, addAdvisory(call, repo, user, body, 'triage')), 201)
    },
  ),
  get('security-advisories/get-repository-advisory', one, loadRepo, (call) =>
    json(repositoryAdvisoryJson(call, findAdvisory(call, call.repo))),
  ),
  patch(
    'security-advisories/update-repository-advisory',
    one,
    requirePermission('pull', ...scopes),
    requireBody(AdvisoryChanges),
    (call) => {
      const { repo, user, body } = call
      const advisory = findAdvisory(call, repo)
      const isManager = canManageAdvisories(call.rows, repo, user)
      // Collaborators change the text only: administrators change the state and the list of collaborators.
      const decides = body.state !== undefined || body.collaborating_users != null || body.collaborating_teams != null
      if (!isManager && (decides || !canWorkOn(call.rows, advisory, user))) throw mustHaveAdminRights()
      return json(repositoryAdvisoryJson(call, changeAdvisory(call, repo, user, advisory, body)))
    },
  ),
  post(
    'security-advisories/create-repository-advisory-cve-request',
    `${one}/cve`,
    requireWrite('admin', ...scopes),
    (call) => {
      requestCve(call, call.repo, findAdvisory(call, call.repo))
      return json({}, 202)
    },
  ),
  post('security-advisories/create-fork', `${one}/forks`, requireWrite('admin', ...readOne), (call) => {
    const { repo, user } = call
    const advisory = findAdvisory(call, repo)
    if (advisory.state === 'published' || advisory.state === 'closed') {
      throw unprocessable('A private fork cannot be made for a published or closed advisory.')
    }
    return json(fullRepositoryJson(call, startPrivateFork(call, repo, user, advisory).fork, user), 202)
  }),
]

/** @throws 404. */
function findAdvisory(
  { rows, params, principal }: CodehostCall & { readonly params: { readonly ghsa_id: string } },
  repo: Repo,
): RepositoryAdvisory {
  const found = rows.repositoryAdvisories.find('ghsa', repo.id, params.ghsa_id)
  if (found === undefined || !canReadAdvisory(rows, repo, found, principal?.user ?? null)) throw notFound()
  return found
}

/** Returns the advisories that the query asks for, in its order. */
function filtered({ query }: CodehostCall, advisories: readonly RepositoryAdvisory[]): RepositoryAdvisory[] {
  const state = query.get('state')
  const key = { updated: 'updatedAt', published: 'publishedAt' }[query.get('sort') ?? ''] ?? 'createdAt'
  const at = (each: RepositoryAdvisory): number => each[key as 'createdAt' | 'updatedAt' | 'publishedAt'] ?? 0 // one of the three above
  const found = advisories
    .filter((each) => state === null || each.state === state)
    .toSorted((left, right) => at(left) - at(right) || left.id - right.id)
  return query.get('direction') === 'asc' ? found : found.toReversed()
}

/** The filters of the list of global advisories. */
const FILTERS: Readonly<Record<string, (advisory: GlobalAdvisory, value: string) => boolean>> = {
  ghsa_id: ({ ghsaId }, value) => ghsaId === value,
  cve_id: ({ cveId }, value) => cveId === value,
  type: (_advisory, value) => value === 'reviewed',
  severity: ({ severity }, value) => (severity ?? 'unknown') === value,
  ecosystem: ({ packages }, value) => packages.some(({ ecosystem }) => ecosystem === value),
  cwes: ({ cweIds }, value) => value.split(',').some((id) => cweIds.includes(`CWE-${id.replace(/^CWE-/i, '')}`)),
  is_withdrawn: (_advisory, value) => value !== 'true',
  affects: ({ packages }, value) =>
    value.split(',').some((each) => packages.some((affected) => isAffected(affected, each))),
  published: ({ publishedAt }, value) => isWithin(publishedAt, value),
  updated: ({ updatedAt }, value) => isWithin(updatedAt, value),
  modified: ({ publishedAt, updatedAt }, value) => isWithin(publishedAt, value) || isWithin(updatedAt, value),
}

function filteredGlobal({ rows, query }: CodehostCall): GlobalAdvisory[] {
  const asked = Object.entries(FILTERS).flatMap(([name, matches]) => {
    const value = query.get(name)
    return value === null ? [] : [(advisory: GlobalAdvisory) => matches(advisory, value)]
  })
  const found = rows.globalAdvisories.list('byPublished').filter((each) => asked.every((matches) => matches(each)))
  if (query.get('sort') === 'updated')
    found.sort((left, right) => left.updatedAt - right.updatedAt || left.id - right.id)
  return query.get('direction') === 'asc' ? found : found.toReversed()
}

/** Returns whether a package is the named one, in the version after `@` if there is one. */
function isAffected({ name, vulnerableRange }: GlobalAdvisory['packages'][number], text: string): boolean {
  const [, named = text, version] = /^(.+)@([^@/]+)$/.exec(text) ?? []
  return name === named && (version === undefined || (vulnerableRange !== null && isInRange(version, vulnerableRange)))
}

function isWithin(at: number, text: string): boolean {
  return within(timeRange(text), at)
}
