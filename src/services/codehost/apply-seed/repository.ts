import type { SeedPath } from '#core/seed/seed-path.ts'
import { seedDiscussions } from './discussions.ts'
import { SeedProblem } from '#core/service.ts'
import type { NewRow } from '#core/store.ts'
import type { CodehostContext, Rows } from '#codehost/call.ts'
import { checkBranchName, checkDistinct, checkEvents, checkFilePaths } from './names.ts'
import { isAncestor } from '#codehost/git/history.ts'
import { REPOSITORY_EVENTS } from '#codehost/schema/event-names.ts'
import { openPullFrom } from '#codehost/rules/pulls/create.ts'
import { joinThread } from '#codehost/rules/notifications/notifications.ts'
import { branchRef, objectsOf } from '#codehost/rules/git/objects.ts'
import { setPullRef } from '#codehost/rules/pulls/refs.ts'
import { commitFiles, createRepository, readme } from '#codehost/rules/repos/repositories.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Hook } from '#codehost/schema/hooks.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Section } from '#codehost/seed.ts'

type SeededRepo = Section['repos'][number]
type Seeded<K extends 'issues' | 'pulls'> = SeededRepo[K][number]

interface SeedContext {
  readonly rows: Rows
  readonly section: Section
  readonly repo: Repo
  /** The author of everything that the seed does not attribute to another user. */
  readonly author: Account
  /** The time of seeded rows, in epoch milliseconds. */
  readonly at: number
}

/**
 * Seeds one repository with its contents.
 *
 * @throws {@link SeedProblem}.
 */
export function seedRepository(
  { rows }: CodehostContext,
  section: Section,
  seeded: SeededRepo,
  path: SeedPath,
  at: number,
): void {
  const owner = rows.accounts.find('login', seeded.owner.toLowerCase())
  if (owner === undefined) {
    const known = [...section.users, ...section.orgs].map((each) => each.login)
    const message = `no user or organization has the login ${JSON.stringify(seeded.owner)}`
    throw new SeedProblem([...path, 'owner'], message, known)
  }
  if (rows.repos.find('name', owner.id, seeded.name.toLowerCase()) !== undefined) {
    throw new SeedProblem([...path, 'name'], `${owner.login} has another repository with this name`)
  }
  const repo = createRepository(
    rows,
    {
      ownerId: owner.id,
      name: seeded.name,
      description: seeded.description ?? null,
      homepage: seeded.homepage ?? null,
      language: seeded.language ?? null,
      private: seeded.private,
      defaultBranch: seeded.default_branch,
      topics: seeded.topics,
    },
    at,
  )
  const context: SeedContext = { rows, section, repo, author: personOf(rows, owner), at }
  seedBranches(context, seeded, path)
  const invited = seeded.collaborators.map(({ login }) => login)
  checkDistinct(invited, [...path, 'collaborators'], 'login')
  for (const [index, each] of seeded.collaborators.entries()) {
    const user = userAt(rows, section, each.login, [...path, 'collaborators', index, 'login'])
    rows.collaborators.insert({ repoId: repo.id, userId: user.id, permission: each.permission })
  }
  seedLabels(context, seeded, path)
  seedMilestones(context, seeded, path)
  for (const [index, issue] of seeded.issues.entries()) seedIssue(context, issue, [...path, 'issues', index])
  for (const [index, pull] of seeded.pulls.entries()) seedPull(context, pull, [...path, 'pulls', index])
  seedDiscussions({ ...context, userNamed: (login, place) => authorAt(context, login, place) }, seeded, path)
  for (const [index, hook] of seeded.webhooks.entries()) {
    checkEvents(hook.events, REPOSITORY_EVENTS, [...path, 'webhooks', index, 'events'])
    rows.hooks.insert({ ...hookFields(hook, at), repoId: repo.id, orgId: null })
  }
  if (seeded.archived) rows.repos.update(repo.id, { archived: true })
}

/**
 * Returns the user with this login.
 *
 * @throws {@link SeedProblem} at `path`.
 */
export function userAt(rows: Rows, section: Section, login: string, path: SeedPath): Account {
  const user = rows.accounts.find('login', login.toLowerCase())
  if (user?.type === 'User') return user
  const known = section.users.map((each) => each.login)
  throw new SeedProblem(path, `no user has the login ${JSON.stringify(login)}`, known)
}

/** Returns the user with a login, or without one the repository's first person. @throws {@link SeedProblem}. */
function authorAt({ rows, section, author }: SeedContext, login: string | undefined, path: SeedPath): Account {
  return login === undefined ? author : userAt(rows, section, login, path)
}

/** Returns the fields of a seeded hook. */
export function hookFields(
  hook: SeededRepo['webhooks'][number],
  at: number,
): Omit<NewRow<Hook>, 'id' | 'repoId' | 'orgId'> {
  return {
    active: hook.active,
    events: hook.events,
    url: hook.url,
    contentType: hook.content_type,
    insecureSsl: '0',
    secret: hook.secret ?? null,
    createdAt: at,
    updatedAt: at,
  }
}

function personOf(rows: Rows, owner: Account): Account {
  if (owner.type === 'User') return owner
  const member = rows.memberships.referring('orgId', owner.id).find((each) => each.role === 'admin')
  return member === undefined ? owner : rows.accounts.require(member.userId)
}

function seedBranches({ rows, repo, author, at }: SeedContext, seeded: SeededRepo, path: SeedPath): void {
  const files = { ...(seeded.auto_init ? { 'README.md': readme(repo) } : {}), ...seeded.files }
  checkBranchName(seeded.default_branch, [...path, 'default_branch'])
  checkFilePaths(files, [...path, 'files'])
  if (Object.keys(files).length > 0) {
    commitFiles(rows, repo, { branch: repo.defaultBranch, from: null, files, message: 'Initial commit', author, at })
  }
  for (const [index, { name, files }] of seeded.branches.entries()) {
    const base = branchRef(rows, repo, repo.defaultBranch)
    if (base === undefined) {
      throw new SeedProblem([...path, 'branches', index], 'a branch needs a first commit: set auto_init or files')
    }
    if (branchRef(rows, repo, name) !== undefined) {
      throw new SeedProblem([...path, 'branches', index, 'name'], 'another branch has this name')
    }
    checkBranchName(name, [...path, 'branches', index, 'name'])
    checkFilePaths(files ?? {}, [...path, 'branches', index, 'files'])
    if (files === undefined) rows.refs.insert({ repoId: repo.id, name: `refs/heads/${name}`, sha: base.sha })
    else commitFiles(rows, repo, { branch: name, from: base.sha, files, message: `Work on ${name}`, author, at })
  }
}

function seedLabels({ rows, repo }: SeedContext, seeded: SeededRepo, path: SeedPath): void {
  for (const [index, label] of seeded.labels.entries()) {
    const isSame = ({ name }: { readonly name: string }) => name.toLowerCase() === label.name.toLowerCase()
    if (seeded.labels.findIndex(isSame) !== index) {
      throw new SeedProblem([...path, 'labels', index, 'name'], 'another label has this name')
    }
    const same = rows.labels.find('name', repo.id, label.name.toLowerCase())
    const fields = { name: label.name, color: label.color.toLowerCase(), description: label.description ?? null }
    if (same === undefined) rows.labels.insert({ repoId: repo.id, ...fields })
    else rows.labels.update(same.id, fields)
  }
}

function seedMilestones({ rows, repo, author, at }: SeedContext, seeded: SeededRepo, path: SeedPath): void {
  for (const [index, { title, description, due_on }] of seeded.milestones.entries()) {
    const dueOn = due_on === undefined ? null : Date.parse(due_on)
    if (rows.milestones.find('title', repo.id, title) !== undefined) {
      throw new SeedProblem([...path, 'milestones', index, 'title'], 'another milestone has this title')
    }
    if (Number.isNaN(dueOn)) throw new SeedProblem([...path, 'milestones', index, 'due_on'], `${due_on} is not a date`)
    rows.milestones.insert({
      repoId: repo.id,
      number: rows.milestoneNumbers.next(repo.id),
      title,
      description: description ?? null,
      state: 'open',
      creatorId: author.id,
      dueOn,
      createdAt: at,
      updatedAt: at,
      closedAt: null,
    })
  }
}

function seedIssue(context: SeedContext, seeded: Seeded<'issues'>, path: SeedPath): Issue {
  const { rows, repo, at } = context
  const milestone =
    seeded.milestone === undefined ? undefined : rows.milestones.find('title', repo.id, seeded.milestone)
  if (seeded.milestone !== undefined && milestone === undefined) {
    const titles = rows.milestones.referring('repoId', repo.id).map((each) => each.title)
    throw new SeedProblem([...path, 'milestone'], `no milestone is titled ${JSON.stringify(seeded.milestone)}`, titles)
  }
  const issue = insertIssue(context, seeded, { isPull: false, milestoneId: milestone?.id ?? null }, path)
  for (const [index, { user, body }] of seeded.comments.entries()) {
    const author =
      user === undefined ? context.author : userAt(rows, context.section, user, [...path, 'comments', index, 'user'])
    rows.comments.insert({ repoId: repo.id, issueId: issue.id, userId: author.id, body, createdAt: at, updatedAt: at })
    joinThread({ rows, clock: { now: () => at } }, issue, author)
  }
  const closed = seeded.state === 'closed'
  return rows.issues.update(issue.id, {
    comments: seeded.comments.length,
    ...(closed
      ? { state: 'closed' as const, stateReason: 'completed' as const, closedAt: at, closedById: context.author.id }
      : {}),
  })
}

function seedPull(context: SeedContext, seeded: Seeded<'pulls'>, path: SeedPath): void {
  const { rows, repo, section, at } = context
  const baseRef = seeded.base ?? repo.defaultBranch
  const base = baseOfPull(context, baseRef, [...path, 'base'])
  if (seeded.head === baseRef) throw new SeedProblem([...path, 'head'], 'is the same branch as base')
  checkBranchName(seeded.head, [...path, 'head'])
  checkFilePaths(seeded.files ?? {}, [...path, 'files'])
  const author = seeded.user === undefined ? context.author : userAt(rows, section, seeded.user, [...path, 'user'])
  const exists = branchRef(rows, repo, seeded.head)
  // The vendor refuses a pull request without changes, so a seeded one without files changes a file of its own.
  const files = seeded.files ?? (exists === undefined ? { [`${seeded.head}.md`]: `${seeded.title}\n` } : undefined)
  const headSha =
    files === undefined
      ? (exists?.sha ?? base.sha)
      : commitFiles(rows, repo, {
          branch: seeded.head,
          from: exists?.sha ?? base.sha,
          files,
          message: seeded.title,
          author,
          at,
        })
  const headOwner = rows.accounts.require(repo.ownerId).login
  const branches = `${JSON.stringify(seeded.head)} into ${JSON.stringify(baseRef)}`
  if (isAncestor(objectsOf(rows, repo), headSha, base.sha)) {
    throw new SeedProblem([...path, 'head'], `there is nothing to merge from ${branches}: give it files`)
  }
  if (openPullFrom(rows, repo, { headOwner, headRef: seeded.head, baseRef }) !== undefined) {
    throw new SeedProblem([...path, 'head'], `another pull request is from ${branches}`)
  }
  const issue = insertIssue(context, seeded, { isPull: true, milestoneId: null }, path)
  const pull = rows.pulls.insert({
    issueId: issue.id,
    repoId: repo.id,
    headRepoId: repo.id,
    headOwner,
    headRef: seeded.head,
    headSha,
    baseRef,
    baseSha: base.sha,
    draft: seeded.draft,
    merged: false,
    mergedAt: null,
    mergedById: null,
    mergeCommitSha: null,
    maintainerCanModify: false,
  })
  setPullRef(rows, issue, 'head', headSha)
  seedReviewers(context, pull, author, seeded.reviewers, [...path, 'reviewers'])
}

/**
 * Returns the base branch of a pull request.
 *
 * @throws {@link SeedProblem} when it does not exist.
 */
function baseOfPull({ rows, repo }: SeedContext, name: string, path: SeedPath): Ref {
  const base = branchRef(rows, repo, name)
  if (base !== undefined) return base
  const branches = rows.refs.referring('repoId', repo.id).map((each) => each.name.replace('refs/heads/', ''))
  const hint = branches.length === 0 ? ': the repository has no commits, set auto_init or files' : ''
  throw new SeedProblem(path, `no branch is named ${JSON.stringify(name)}${hint}`, branches)
}

function seedReviewers(
  { rows, section }: SeedContext,
  pull: Pull,
  author: Account,
  logins: readonly string[],
  path: SeedPath,
): void {
  checkDistinct(logins, path)
  for (const [index, login] of logins.entries()) {
    const reviewer = userAt(rows, section, login, [...path, index])
    if (reviewer.id === author.id) {
      throw new SeedProblem([...path, index], `${login} opened it and cannot be asked to review it`)
    }
    rows.requestedReviewers.insert({ pullId: pull.id, userId: reviewer.id, teamId: null })
  }
}

function insertIssue(
  { rows, section, repo, author, at }: SeedContext,
  seeded: Seeded<'issues'> | Seeded<'pulls'>,
  fields: Pick<Issue, 'isPull' | 'milestoneId'>,
  path: SeedPath,
): Issue {
  const opener = seeded.user === undefined ? author : userAt(rows, section, seeded.user, [...path, 'user'])
  const issue = rows.issues.insert({
    ...fields,
    repoId: repo.id,
    number: rows.issueNumbers.next(repo.id),
    title: seeded.title,
    body: seeded.body ?? null,
    userId: opener.id,
    state: 'open',
    stateReason: null,
    locked: false,
    activeLockReason: null,
    comments: 0,
    createdAt: at,
    updatedAt: at,
    closedAt: null,
    closedById: null,
  })
  checkDistinct(seeded.labels, [...path, 'labels'])
  for (const name of seeded.labels) {
    const label =
      rows.labels.find('name', repo.id, name.toLowerCase()) ??
      rows.labels.insert({ repoId: repo.id, name, color: 'ededed', description: null })
    rows.issueLabels.insert({ issueId: issue.id, labelId: label.id })
  }
  checkDistinct(seeded.assignees, [...path, 'assignees'])
  for (const [index, login] of seeded.assignees.entries()) {
    const user = userAt(rows, section, login, [...path, 'assignees', index])
    rows.issueAssignees.insert({ issueId: issue.id, userId: user.id })
  }
  return issue
}
