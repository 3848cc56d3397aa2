import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { requirePermission, loadOrganization, loadRepo, requireScopes, requireUser } from '#codehost/steps/access.ts'
import { lastModified } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { archived, invalidField, validationFailed } from '#codehost/errors.ts'
import { fullRepositoryJson } from '#codehost/json/repos/repository.ts'
import { addRepository, initialise, requireCreation } from '#codehost/rules/repos/create.ts'
import { ensureCategories } from '#codehost/rules/discussions/categories.ts'
import { branchRef } from '#codehost/rules/git/objects.ts'
import { readme } from '#codehost/rules/repos/repositories.ts'
import { deleteRepo } from '#codehost/rules/repos/deletion.ts'
import { emitRepositoryChanges } from '#codehost/rules/repos/changes.ts'
import { changedName, freeName } from '#codehost/rules/repos/names.ts'
import { settingsFields, requireMergeMethod, settingsColumns } from '#codehost/rules/repos/settings.ts'
import { setFeatures, type FeatureStates } from '#codehost/rules/security/features.ts'
import { filledLicense, newGitignore } from '#codehost/rules/repos/templates.ts'
import { loadLicenseBody } from '#codehost/steps/licenses.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { repositoryDetailsRoutes } from './repository-details.ts'
import { repositoryListsRoutes } from './repository-lists.ts'
import { repositoryTransfersRoutes } from './repository-transfers.ts'
import { recordRepositoryMove } from '#codehost/rules/repos/moves.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const RepositoryInput = v.object({
  name: v.string(),
  ...settingsFields,
  team_id: v.optional(v.nullable(v.number())),
  auto_init: v.optional(v.boolean(), false),
  gitignore_template: v.optional(v.nullable(v.string())),
  license_template: v.optional(v.nullable(v.string())),
})

const loadInput = body(RepositoryInput)

type CreationCall = CodehostCall & { body: v.InferOutput<typeof RepositoryInput>; licenseBody: string | null }

const RepositoryChanges = v.object({
  name: v.optional(v.string()),
  ...settingsFields,
  default_branch: v.optional(v.string()),
  archived: v.optional(v.boolean()),
  security_and_analysis: v.optional(v.nullable(v.record(v.string(), v.object({ status: v.optional(v.string()) })))),
})

/** Repositories. https://docs.github.com/rest/repos/repos */
export const repositoriesRoutes = [
  get('repos/get', '/repos/:owner/:repo', loadRepo, (call) =>
    json(fullRepositoryJson(call, call.repo, call.principal?.user ?? null), 200, lastModified(call.repo)),
  ),
  post('repos/create-for-authenticated-user', '/user/repos', requireUser(), loadInput, loadLicenseBody, (call) =>
    create(call, call.user, call.user),
  ),
  post(
    'repos/create-in-org',
    '/orgs/:org/repos',
    loadOrganization,
    requireUser(),
    loadInput,
    loadLicenseBody,
    (call) => {
      requireCreation(call.rows, call.org, call.user, { private: false, ...settingsColumns(call.body) })
      return create(call, call.org, call.user)
    },
  ),
  patch('repos/update', '/repos/:owner/:repo', requirePermission('admin'), body(RepositoryChanges), (call) => {
    const { repo: before, user, rows, body, clock } = call
    if (before.archived && body.archived !== false) throw archived()
    const changed = { ...settingsColumns(body), ...(body.archived === undefined ? {} : { archived: body.archived }) }
    requireMergeMethod({ ...before, ...changed })
    requireVisibility(before, changed)
    const name = body.name === undefined ? before.name : changedName(rows, before, body.name)
    const defaultBranch = body.default_branch ?? before.defaultBranch
    if (defaultBranch !== before.defaultBranch) requireBranch(call, before, defaultBranch)
    const repo = rows.repos.update(before.id, { ...changed, name, defaultBranch, updatedAt: clock.now() })
    ensureCategories(rows, repo, clock.now())
    if (repo.name !== before.name) recordRepositoryMove(rows, before)
    // The vendor deletes the stars of a repository when it becomes private.
    if (repo.private && !before.private)
      for (const star of rows.stars.referring('repoId', repo.id)) rows.stars.delete(star.id)
    emitRepositoryChanges(call, before, repo, user)
    setFeatures(call, repo, featuresIn(body), user)
    return json(fullRepositoryJson(call, repo, user))
  }),
  del('repos/delete', '/repos/:owner/:repo', requirePermission('admin', 'delete_repo'), (call) => {
    deleteRepo(call, call.repo, call.user)
    return empty()
  }),
  ...repositoryListsRoutes,
  ...repositoryDetailsRoutes,
  ...repositoryTransfersRoutes,
]

function create(call: CreationCall, owner: Account, user: Account) {
  const { rows, body, clock, licenseBody } = call
  const settings = settingsColumns(body)
  requireScopes(call, settings.private === true ? ['repo'] : ['public_repo', 'repo'])
  const name = freeName(rows, owner, body.name)
  requireMergeMethod({ allowMergeCommit: true, allowSquashMerge: true, allowRebaseMerge: true, ...settings })
  const { license_template: license, gitignore_template: ignored } = body
  if (license && licenseBody === null) throw invalidField('Repository', 'license_template', license)
  const text = licenseBody === null ? null : filledLicense(licenseBody, owner.name ?? owner.login, clock.now())
  const fields = { ...settings, ownerId: owner.id, name, license: text === null ? null : (license ?? null) }
  const made = addRepository(call, fields, user)
  if (body.team_id && rows.teams.get(body.team_id)?.orgId === owner.id) {
    rows.teamRepos.insert({ teamId: body.team_id, repoId: made.id, permission: 'push' })
  }
  const files = {
    ...(body.auto_init ? { 'README.md': readme(made) } : {}),
    ...(text === null ? {} : { LICENSE: text }),
    ...(ignored ? { '.gitignore': newGitignore(ignored) } : {}),
  }
  const wire = fullRepositoryJson(call, initialise(call, made, files, user), user)
  return json(wire, 201, { location: wire.url })
}

function requireBranch({ rows }: CodehostCall, repo: Repo, branch: string): void {
  if (branchRef(rows, repo, branch) !== undefined) return
  const message =
    rows.refs.count('byName', repo.id) === 0
      ? 'Cannot update default branch for an empty repository. Please init the repository and push first'
      : `The branch ${branch} was not found. Please push that ref first or create it via the Git Data API.`
  throw validationFailed({ resource: 'Repository', code: 'invalid', field: 'default_branch', message })
}

/** @throws 422 for a fork whose visibility would differ from its parent's. */
function requireVisibility(before: Repo, after: Partial<Repo>): void {
  if (!before.fork || after.private === undefined || after.private === before.private) return
  const message = before.private ? "Private forks can't be made public" : "Public forks can't be made private"
  throw validationFailed({ resource: 'Repository', code: 'custom', field: 'visibility', message })
}

/** Returns which features a body turns on or off. */
function featuresIn({ security_and_analysis: given }: v.InferOutput<typeof RepositoryChanges>): FeatureStates {
  const states = Object.entries(given ?? {}).flatMap(([name, { status }]) =>
    status === undefined ? [] : [[name, status === 'enabled'] as const],
  )
  return Object.fromEntries(states)
}
