import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { loadRepo, requireScopes } from '#codehost/steps/access.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { forbidden, validationFailed } from '#codehost/errors.ts'
import { fullRepositoryJson, repositoryJson } from '#codehost/json/repos/repository.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { addRepository, copyRefs, requireCreation } from '#codehost/rules/repos/create.ts'
import { nameProblem, toRepositoryName } from '#codehost/rules/repos/names.ts'
import { emitAndRun } from '#codehost/rules/actions/run-transitions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'

const { get, post } = routesFor<CodehostCall>()

const ForkInput = v.object({
  organization: v.optional(v.nullable(v.string())),
  name: v.optional(v.nullable(v.string())),
  default_branch_only: v.optional(v.nullable(v.boolean())),
})

/** Forks. https://docs.github.com/rest/repos/forks */
export const forksRoutes = [
  get('repos/list-forks', '/repos/:owner/:repo/forks', loadRepo, (call) => {
    const { rows, repo, query } = call
    const write = (fork: Repo) => repositoryJson(call, fork, call.principal?.user ?? null)
    const sort = query.get('sort') ?? 'newest'
    if (!repo.private && (sort === 'newest' || sort === 'oldest')) {
      const descending = sort === 'newest'
      return answerPage(call, viewOfIndex(rows.repos, 'forks', [repo.id], { descending }), write)
    }
    const stars = (fork: Repo): number => rows.stars.countReferring('repoId', fork.id)
    const found = rows.repos.list('forks', repo.id).filter((fork) => canRead(call, fork))
    if (sort !== 'oldest') found.reverse()
    if (sort === 'stargazers' || sort === 'watchers') found.sort((left, right) => stars(right) - stars(left))
    return answerPage(call, found, write)
  }),
  post('repos/create-fork', '/repos/:owner/:repo/forks', loadRepo, body(ForkInput), (call) => {
    const { rows, repo, body } = call
    const { user } = requireScopes(call, repo.private ? ['repo'] : ['public_repo', 'repo'])
    const owner = body.organization ? organizationOf(rows, body.organization) : user
    const existing = forkOf(rows, repo, owner, body.name)
    if (existing !== undefined) return json(fullRepositoryJson(call, existing, user), 202)
    requireCreation(rows, owner, user, repo)
    if (repo.private && !repo.allowForking) throw forbidden('The repository exists, but forking is disabled.')
    if (rows.refs.count('byKind', repo.id, 'heads') === 0) {
      throw forbidden('The repository exists, but it contains no Git content. Empty repositories cannot be forked.')
    }
    const fork = makeFork(call, repo, owner, user)
    emitAndRun(call, { event: 'fork', repo, sender: user, fork })
    return json(fullRepositoryJson(call, fork, user), 202)
  }),
]

/**
 * Returns an owner's repository in the network of `repo`, which may be `repo` itself. An owner has at most one, but an
 * organization may fork its own repository under another name.
 */
function forkOf(rows: Rows, repo: Repo, owner: Account, name: string | null | undefined): Repo | undefined {
  const root = repo.sourceId ?? repo.id
  if (repo.ownerId === owner.id) {
    const wanted = name ? toRepositoryName(name) : repo.name
    if (owner.type !== 'Organization' || wanted === repo.name) return repo
    return rows.repos.referring('sourceId', root).find((each) => each.ownerId === owner.id && each.name === wanted)
  }
  return rows.repos.referring('sourceId', root).find(({ ownerId }) => ownerId === owner.id)
}

function makeFork(
  call: CodehostCall & { readonly body: v.InferOutput<typeof ForkInput> },
  repo: Repo,
  owner: Account,
  user: Account,
): Repo {
  const { rows, body } = call
  const { description, homepage, language, defaultBranch, license, visibility } = repo
  const copied = { description, homepage, language, defaultBranch, license, private: repo.private, visibility }
  const name = body.name ? requireName(rows, owner, body.name) : unusedName(rows, owner, repo.name)
  const place = { fork: true, parentId: repo.id, sourceId: repo.sourceId ?? repo.id }
  const fork = addRepository(call, { ownerId: owner.id, name, ...copied, ...place, hasIssues: false }, user)
  const only = body.default_branch_only === true ? `refs/heads/${defaultBranch}` : null
  copyRefs(rows, repo, fork, (ref) => only === null || ref === only)
  return rows.repos.update(fork.id, { pushedAt: repo.pushedAt })
}

function organizationOf(rows: Rows, login: string): Account {
  const account = rows.accounts.find('login', login.toLowerCase())
  if (account?.type === 'Organization') return account
  const message = `'${login}' is the login for a user account. You must pass the login for an organization account.`
  throw validationFailed({ resource: 'Fork', code: 'invalid', field: 'organization', message })
}

function requireName(rows: Rows, owner: Account, input: string): string {
  const name = toRepositoryName(input)
  const problem = nameProblem(rows, owner, name)
  if (problem !== null)
    throw validationFailed({ resource: 'Repository', code: 'custom', field: 'name', message: problem })
  return name
}

/** Returns the name, with the first unused number when it is taken: the vendor never refuses a fork for its name. */
function unusedName(rows: Rows, owner: Account, name: string): string {
  let free = name
  for (let count = 1; nameProblem(rows, owner, free) !== null; count++) free = `${name}-${count}`
  return free
}
