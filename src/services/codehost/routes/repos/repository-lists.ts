import { ownMember } from '#core/objects.ts'
import { json } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { loadOrganization, requireUser } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import { repositoryJson } from '#codehost/json/repos/repository.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { isDescending, isOfType, reposOf, sortRepos } from '#codehost/rules/repos/lists.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { hasPermissions } from '#codehost/rules/apps/gate.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'

const { get } = routesFor<CodehostCall>()

/** The page size of `GET /repositories`. */
const PUBLIC_PAGE = 100

/** Lists of repositories. https://docs.github.com/rest/repos/repos */
export const repositoryListsRoutes = [
  get('repos/list-for-authenticated-user', '/user/repos', requireUser(), (call) => {
    const { user, query } = call
    const type = query.get('type')
    if (type !== null && (query.has('visibility') || query.has('affiliation'))) {
      throw unprocessable('If you specify visibility or affiliation, you cannot specify type.')
    }
    const affiliations = (query.get('affiliation') ?? ownMember(AFFILIATION, type ?? 'all') ?? EVERYTHING).split(',')
    const visibility = query.get('visibility') ?? (type === 'public' || type === 'private' ? type : 'all')
    const found = reposOf(call.rows, user, affiliations).filter(
      (repo) =>
        canRead(call, repo) &&
        (visibility === 'all' || repo.private === (visibility === 'private')) &&
        within(repo.updatedAt, query.get('since'), query.get('before')),
    )
    return answerPage(call, sortRepos(call, found, 'full_name'), (repo) => repositoryJson(call, repo, user))
  }),
  get('repos/list-for-user', '/users/:username/repos', (call) => {
    const { rows, query } = call
    const account = findAccount(rows, call.params.username)
    const write = (repo: Repo) => repositoryJson(call, repo, call.principal?.user ?? null)
    const type = query.get('type') ?? 'owner'
    if (type === 'owner' && (query.get('sort') ?? 'full_name') === 'full_name') {
      const descending = isDescending(call, 'full_name')
      return answerPage(call, viewOfIndex(rows.repos, 'byPrivacyAndName', [account.id, false], { descending }), write)
    }
    const affiliations = type === 'all' ? EVERYTHING : type === 'member' ? MEMBER : 'owner'
    const found = reposOf(rows, account, affiliations.split(',')).filter((repo) => !repo.private)
    return answerPage(call, sortRepos(call, found, 'full_name'), write)
  }),
  get('repos/list-for-org', '/orgs/:org/repos', loadOrganization, (call) => {
    const { rows, query, org } = call
    const viewer = call.principal?.user ?? null
    const write = (repo: Repo) => repositoryJson(call, repo, viewer)
    const type = query.get('type') ?? 'all'
    if (type === 'all' && (query.get('sort') ?? 'created') === 'created') {
      const descending = isDescending(call, 'created')
      if (roleInOrganization(rows, org, viewer) === null) {
        return answerPage(call, viewOfIndex(rows.repos, 'createdByPrivacy', [org.id, false], { descending }), write)
      }
      const isOwner = roleInOrganization(rows, org, viewer) === 'admin'
      if (isOwner && !hasPermissions(call.principal) && call.principal?.scopes.includes('repo') === true) {
        return answerPage(call, viewOfIndex(rows.repos, 'created', [org.id], { descending }), write)
      }
    }
    const found = rows.repos
      .referring('ownerId', org.id)
      .filter((repo) => canRead(call, repo) && isOfType(call, repo, type))
    return answerPage(call, sortRepos(call, found, 'created'), write)
  }),
  get('repos/list-public', '/repositories', (call) => {
    const since = Number.parseInt(call.query.get('since') ?? '', 10) || 0
    const found: Repo[] = []
    for (const repo of call.rows.repos.scan('byPrivacy', [false])) {
      if (repo.id <= since) continue
      if (found.length === PUBLIC_PAGE) break
      found.push(repo)
    }
    const last = found.at(-1)?.id
    const more = found.length === PUBLIC_PAGE
    const link = {
      link: `<${call.base}/repositories?since=${last}>; rel="next", <${call.base}/repositories{?since}>; rel="first"`,
    }
    return json(
      found.map((repo) => repositoryJson(call, repo, call.principal?.user ?? null)),
      200,
      more ? link : {},
    )
  }),
]

const EVERYTHING = 'owner,collaborator,organization_member'
const MEMBER = 'collaborator,organization_member'
const AFFILIATION: Readonly<Record<string, string>> = { owner: 'owner', member: MEMBER }

function within(at: number, since: string | null, before: string | null): boolean {
  return (since === null || at > Date.parse(since)) && (before === null || at < Date.parse(before))
}
