import { deploymentFields } from './deployments.ts'
import { nodeId, time } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { repositoryJson } from '#codehost/json/repos/repository.ts'
import { branchRef } from '#codehost/rules/git/objects.ts'
import { assignablePeople } from '#codehost/rules/issues/assignees.ts'
import { issueTemplates, pullTemplates } from '#codehost/rules/issues/templates.ts'
import { latestRelease, canSeeDrafts, draftFor } from '#codehost/rules/releases/releases.ts'
import { blockHtml, lineHtml } from '#codehost/markdown/line.ts'
import { collaboratorsOf } from '#codehost/rules/repos/collaborators.ts'
import { languagesOf } from '#codehost/rules/repos/languages.ts'
import { permissionOf } from '#codehost/rules/repos/permissions.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Label, Milestone } from '#codehost/schema/issues.ts'
import type { Protection } from '#codehost/schema/protection.ts'
import type { Release } from '#codehost/schema/releases.ts'
import type { Permission, Repo } from '#codehost/schema/repos.ts'
import { requireGranted, viewerHas, viewerOf } from '../access.ts'
import { actor, actorById, matching } from '../actors.ts'
import { abilityOf } from './interactions.ts'
import { deployKeysOf } from './keys.ts'
import { packagesOfRepo } from './packages.ts'
import { vulnerabilityFields } from './vulnerability-alerts.ts'
import { connection, cursored, cursoredRows, mapCursored, type PageArguments } from '../connection.ts'
import { unresolved } from '../failures.ts'
import { ordered, type OrderArguments } from '../orders.ts'
import { typed, type Fields } from '../source.ts'
import { pathOfPage, repoPage } from '../urls.ts'
import { repositoryDiscussionFields } from './discussions.ts'
import { recentProjectFields } from './projects.ts'
import { objectField, refField, refsOf, type RefArguments } from './refs.ts'
import { issuesInRepo, pullOf, pullsInRepo, type IssueArguments, type PullArguments } from './issue-lists.ts'
import { rulesetFieldsOfRepository } from './rulesets.ts'
import { issueTypeFieldsOfRepository } from './issue-relations.ts'
import { repositoryConnection, type RepositoryArguments } from './repository-lists.ts'

const ISSUES = 'issues=read'
const PULLS = 'pull_requests=read'
const ISSUES_OR_PULLS = 'issues=read; pull_requests=read'
const CONTENTS = 'contents=read'

const PERMISSIONS: Readonly<Record<Permission, string>> = {
  pull: 'READ',
  triage: 'TRIAGE',
  push: 'WRITE',
  maintain: 'MAINTAIN',
  admin: 'ADMIN',
}

/** A repository. https://docs.github.com/graphql/reference/objects#repository */
export const Repository: Fields<Repo> = {
  ...about(),
  ...network(),
  ...deploymentFields,
  ...settings(),
  ...ofViewer(),
  ...conversations(),
  ...issueTypeFieldsOfRepository,
  ...repositoryDiscussionFields,
  ...recentProjectFields(({ id }: Repo, { rows }) =>
    rows.projectRepositories.referring('repoId', id).map(({ projectId }) => rows.projects.require(projectId)),
  ),
  ...content(),
  ...people(),
}

/** The fields about the repository itself. */
function about(): Fields<Repo> {
  return {
    id: ({ id }) => nodeId('R', id),
    databaseId: ({ id }) => id,
    name: ({ name }) => name,
    nameWithOwner: ({ ownerId, name }, _args, { rows }) => `${rows.accounts.require(ownerId).login}/${name}`,
    owner: ({ ownerId }, _args, { rows }) => actorById(rows, ownerId),
    description: ({ description }) => description,
    descriptionHTML: (repo, _args, call) => blockHtml(call, repo, repo.description),
    shortDescriptionHTML: (repo, { limit = 200 }: { limit?: number | null }, call) =>
      lineHtml(call, repo, [...(repo.description ?? '')].slice(0, limit ?? 200).join('')),
    homepageUrl: ({ homepage }) => homepage,
    url: (repo, _args, call) => repoPage(call, repo),
    resourcePath: (repo, _args, call) => pathOfPage(call, repoPage(call, repo)),
    projectsUrl: (repo, _args, call) => `${repoPage(call, repo)}/projects`,
    projectsResourcePath: (repo, _args, call) => pathOfPage(call, `${repoPage(call, repo)}/projects`),
    securityPolicyUrl: () => null,
    sshUrl: (repo, _args, call) => repositoryJson(call, repo).ssh_url,
    mirrorUrl: () => null,
    openGraphImageUrl: ({ id }, _args, { urls }) => urls.of(`/avatars/r/${id}`),
    usesCustomOpenGraphImage: () => false,
    createdAt: ({ createdAt }) => time(createdAt),
    updatedAt: ({ updatedAt }) => time(updatedAt),
    pushedAt: ({ pushedAt }) => time(pushedAt),
    archivedAt: ({ archived, updatedAt }) => (archived ? time(updatedAt) : null),
    diskUsage: () => 0,
    visibility: ({ visibility }) => visibility.toUpperCase(),
    isPrivate: (repo) => repo.private,
    isArchived: ({ archived }) => archived,
    isDisabled: ({ disabled }) => disabled,
    isFork: ({ fork }) => fork,
    isTemplate: ({ isTemplate }) => isTemplate,
    isLocked: () => false,
    lockReason: () => null,
    isMirror: () => false,
    isEmpty: ({ id }, _args, { rows }) => rows.refs.count('byKind', id, 'heads') === 0,
    isInOrganization: ({ ownerId }, _args, { rows }) => rows.accounts.require(ownerId).type === 'Organization',
    isUserConfigurationRepository: ({ ownerId, name }, _args, { rows }) =>
      rows.accounts.require(ownerId).login === name,
  }
}

/** Forks, stars, and what the repository is written in. */
function network(): Fields<Repo> {
  return {
    parent: ({ parentId }, _args, call) => readable(call, parentId),
    templateRepository: ({ templateId }, _args, call) => readable(call, templateId),
    forkCount: ({ id }, _args, { rows }) => rows.repos.countReferring('parentId', id),
    forks: (repo, args: RepositoryArguments, call) => {
      const forks = call.rows.repos.list('forks', repo.id).filter((fork) => canRead(call, fork))
      return repositoryConnection(call, forks, args)
    },
    stargazerCount: ({ id }, _args, { rows }) => rows.stars.countReferring('repoId', id),
    stargazers: ({ id }, args: PageArguments & { orderBy?: { direction: string } | null }, { rows }) => {
      const oldest = rows.stars.list('byRepo', id)
      const stars = args.orderBy?.direction === 'DESC' ? oldest.toReversed() : oldest
      const at = new Map(stars.map((star) => [star.userId, star.starredAt]))
      const users = stars.map(({ userId }) => rows.accounts.require(userId))
      return connection(cursoredRows(users), args, (user: Account) => ({ starredAt: time(at.get(user.id) ?? 0) }))
    },
    watchers: ({ id }, args: PageArguments, { rows }) =>
      connection(cursoredRows(rows.stars.list('byRepo', id).map(({ userId }) => rows.accounts.require(userId))), args),
    licenseInfo: ({ license }) => (license === null ? null : { license }),
    primaryLanguage: (repo, _args, { rows }) => {
      const name = repo.language ?? Object.keys(languagesOf(rows, repo))[0]
      return name === undefined ? null : { name }
    },
    languages: (repo, args: PageArguments & OrderArguments, { rows }) => {
      const sizes = languagesOf(rows, repo)
      const found = Object.keys(sizes).map((name) => ({ name }))
      const list = cursoredRows(ordered(found, args, { SIZE: ({ name }) => sizes[name] ?? 0 }), ({ name }) => name)
      const totalSize = Object.values(sizes).reduce((all, size) => all + size, 0)
      return connection(list, args, ({ name }) => ({ size: sizes[name] ?? 0 }), { totalSize })
    },
    repositoryTopics: (repo, args: PageArguments) => {
      const topics = repo.topics.map((topic) => ({ repo, topic }))
      return connection(
        cursoredRows(topics, ({ topic }) => topic),
        args,
      )
    },
  }
}

/** The fields that an administrator sets. */
function settings(): Fields<Repo> {
  return {
    hasIssuesEnabled: ({ hasIssues }) => hasIssues,
    hasProjectsEnabled: ({ hasProjects }) => hasProjects,
    hasWikiEnabled: ({ hasWiki }) => hasWiki,
    hasDiscussionsEnabled: ({ hasDiscussions }) => hasDiscussions,
    hasSponsorshipsEnabled: () => false,
    hasVulnerabilityAlertsEnabled: () => false,
    isBlankIssuesEnabled: () => true,
    isSecurityPolicyEnabled: () => false,
    forkingAllowed: ({ allowForking }) => allowForking,
    mergeCommitAllowed: ({ allowMergeCommit }) => allowMergeCommit,
    squashMergeAllowed: ({ allowSquashMerge }) => allowSquashMerge,
    rebaseMergeAllowed: ({ allowRebaseMerge }) => allowRebaseMerge,
    autoMergeAllowed: ({ allowAutoMerge }) => allowAutoMerge,
    mergeQueue: () => null,
    allowUpdateBranch: ({ allowUpdateBranch }) => allowUpdateBranch,
    deleteBranchOnMerge: ({ deleteBranchOnMerge }) => deleteBranchOnMerge,
    mergeCommitTitle: ({ mergeCommitTitle }) => mergeCommitTitle,
    mergeCommitMessage: ({ mergeCommitMessage }) => mergeCommitMessage,
    squashMergeCommitTitle: ({ squashMergeCommitTitle }) => squashMergeCommitTitle,
    squashMergeCommitMessage: ({ squashMergeCommitMessage }) => squashMergeCommitMessage,
    squashPrTitleUsedAsDefault: ({ squashMergeCommitTitle }) => squashMergeCommitTitle === 'PR_TITLE',
    interactionAbility: (repo, _args, call) => (viewerHas(call, repo, 'admin') ? abilityOf(call, { repo }) : null),
    deployKeys: deployKeysOf,
    packages: packagesOfRepo,
    ...vulnerabilityFields,
    webCommitSignoffRequired: ({ webCommitSignoffRequired }) => webCommitSignoffRequired,
    fundingLinks: () => [],
    issueTemplates: (repo, _args, { rows }) => issueTemplates(rows, repo).map((template) => ({ repo, template })),
    pullRequestTemplates: (repo, _args, { rows }) => pullTemplates(rows, repo).map((template) => ({ repo, template })),
    contactLinks: () => [],
    codeOfConduct: () => null,
  }
}

/** The fields about what the viewer may do. */
function ofViewer(): Fields<Repo> {
  return {
    viewerPermission: (repo, _args, call) => {
      const held = permissionOf(call.rows, repo, viewerOf(call))
      return held === null ? null : PERMISSIONS[held]
    },
    viewerCanAdminister: (repo, _args, call) => viewerHas(call, repo, 'admin'),
    viewerCanUpdateTopics: (repo, _args, call) => viewerHas(call, repo, 'maintain'),
    viewerCanCreateProjects: (repo, _args, call) => viewerHas(call, repo, 'push'),
    viewerCanSubscribe: () => true,
    viewerSubscription: ({ id }, _args, call) => {
      const found = call.rows.subscriptions.find('user', id, viewerOf(call).id)
      if (found === undefined) return 'UNSUBSCRIBED'
      return found.ignored ? 'IGNORED' : 'SUBSCRIBED'
    },
    viewerHasStarred: ({ id }, _args, call) => call.rows.stars.find('user', id, viewerOf(call).id) !== undefined,
    viewerDefaultMergeMethod: ({ allowMergeCommit, allowSquashMerge }) =>
      allowMergeCommit ? 'MERGE' : allowSquashMerge ? 'SQUASH' : 'REBASE',
    viewerDefaultCommitEmail: (_repo, _args, call) => viewerOf(call).email,
    viewerPossibleCommitEmails: (_repo, _args, call) =>
      call.rows.emails.referring('userId', viewerOf(call).id).map(({ email }) => email),
  }
}

/** Issues, pull requests, and their labels and milestones. */
function conversations(): Fields<Repo> {
  return {
    issue: (repo, { number }: { number: number }, call) => {
      requireGranted(call, repo, ISSUES)
      const issue = call.rows.issues.find('number', repo.id, number)
      if (issue === undefined || issue.isPull) throw unresolved('Issue', `number of ${number}`)
      return issue
    },
    issues: (repo, args: IssueArguments, call) => {
      requireGranted(call, repo, ISSUES)
      return issuesInRepo(repo, args, call)
    },
    pullRequest: (repo, { number }: { number: number }, call) => {
      requireGranted(call, repo, PULLS)
      const issue = call.rows.issues.find('number', repo.id, number)
      if (issue?.isPull !== true) throw unresolved('PullRequest', `number of ${number}`)
      return pullOf(call, issue)
    },
    pullRequests: (repo, args: PullArguments, call) => {
      requireGranted(call, repo, PULLS)
      return pullsInRepo(repo, args, call)
    },
    issueOrPullRequest: (repo, { number }: { number: number }, call) => {
      requireGranted(call, repo, ISSUES_OR_PULLS)
      const issue = call.rows.issues.find('number', repo.id, number)
      if (issue === undefined) throw unresolved('issue or pull request', `number of ${number}`)
      return issue.isPull ? typed('PullRequest', pullOf(call, issue)) : typed('Issue', issue)
    },
    pinnedIssues: (repo, args: PageArguments, call) => {
      requireGranted(call, repo, ISSUES)
      return connection(cursoredRows(call.rows.pinnedIssues.referring('repoId', repo.id)), args)
    },
    label: (repo, { name }: { name: string }, call) => {
      requireGranted(call, repo, ISSUES_OR_PULLS)
      return call.rows.labels.find('name', repo.id, name.toLowerCase()) ?? null
    },
    labels: (repo, args: PageArguments & LabelArguments, call) => {
      requireGranted(call, repo, ISSUES_OR_PULLS)
      return connection(cursoredRows(labelsOf(call, repo, args)), args)
    },
    milestone: (repo, { number }: { number: number }, call) => {
      requireGranted(call, repo, ISSUES_OR_PULLS)
      return call.rows.milestones.find('number', repo.id, number) ?? null
    },
    milestones: (repo, args: PageArguments & MilestoneArguments, call) => {
      requireGranted(call, repo, ISSUES_OR_PULLS)
      return connection(cursoredRows(milestonesOf(call, repo, args)), args)
    },
  }
}

/** Branches, tags, objects and releases. */
function content(): Fields<Repo> {
  return {
    ...rulesetFieldsOfRepository,
    branchProtectionRules: (repo, args: PageArguments, call) => {
      if (!viewerHas(call, repo, 'push')) return connection(cursoredRows<Protection>([]), args)
      return connection(cursoredRows(call.rows.protections.referring('repoId', repo.id)), args)
    },
    commitComments: (repo, args: PageArguments, { rows }) =>
      connection(cursoredRows(rows.commitComments.referring('repoId', repo.id)), args),
    defaultBranchRef: (repo, _args, { rows }) => branchRef(rows, repo, repo.defaultBranch) ?? null,
    ref: (repo, args: { qualifiedName: string }, call) => {
      requireGranted(call, repo, CONTENTS)
      return refField(call, repo, args.qualifiedName)
    },
    refs: (repo, args: RefArguments, call) => {
      requireGranted(call, repo, CONTENTS)
      return refsOf(call, repo, args)
    },
    object: (repo, args: { oid?: string | null; expression?: string | null }, call) => {
      requireGranted(call, repo, CONTENTS)
      return objectField(call, repo, args)
    },
    latestRelease: (repo, _args, call) => {
      requireGranted(call, repo, CONTENTS)
      return latestRelease(call.rows, repo)
    },
    release: (repo, { tagName }: { tagName: string }, call) => {
      requireGranted(call, repo, CONTENTS)
      return call.rows.releases.find('tag', repo.id, tagName) ?? draftFor(call, repo, tagName) ?? null
    },
    releases: (repo, args: PageArguments & { orderBy?: ReleaseOrder | null }, call) => {
      requireGranted(call, repo, CONTENTS)
      const { rows } = call
      const { field, direction } = args.orderBy ?? { field: 'CREATED_AT', direction: 'DESC' }
      const descending = direction === 'DESC'
      const index = canSeeDrafts(call, repo) ? 'created' : 'published'
      const keyOf = (release: Release): number => release.createdAt
      if (field === 'CREATED_AT')
        return connection(cursored(rows.releases, index, [repo.id], keyOf, { descending }), args)
      const named = rows.releases.list(index, repo.id).sort((a, b) => compare(a.name ?? '', b.name ?? ''))
      return connection(cursoredRows(descending ? named.toReversed() : named), args)
    },
  }
}

interface SuggestionArguments {
  readonly capabilities: readonly ('CAN_BE_ASSIGNED' | 'CAN_BE_AUTHOR')[]
  readonly loginNames?: string | null
  readonly query?: string | null
}

/** The people of a repository. */
function people(): Fields<Repo> {
  return {
    assignableUsers: (repo, args: PageArguments & { query?: string | null }, { rows }) =>
      connection(cursoredRows(matching(assignablePeople(rows, repo), args.query)), args),
    suggestedActors: (repo, args: PageArguments & SuggestionArguments, { rows }) => {
      const { capabilities, loginNames } = args
      const logins = loginNames?.split(',').map((login) => login.trim().toLowerCase())
      // People who can be assigned can be authors too.
      const people = capabilities.length === 0 ? [] : matching(assignablePeople(rows, repo), args.query)
      const found = people.filter(({ login }) => logins === undefined || logins.includes(login.toLowerCase()))
      return connection(mapCursored(cursoredRows(found), actor), args)
    },
    mentionableUsers: (repo, args: PageArguments & { query?: string | null }, { rows }) =>
      connection(cursoredRows(matching(assignablePeople(rows, repo), args.query)), args),
    collaborators: (repo, args: PageArguments & CollaboratorArguments, call) => {
      if (!viewerHas(call, repo, 'push')) return null
      const { rows } = call
      const affiliation = (args.affiliation ?? 'ALL').toLowerCase()
      const found = matching(collaboratorsOf(rows, repo, affiliation), args.query).filter(
        ({ login }) => args.login == null || login.toLowerCase() === args.login.toLowerCase(),
      )
      return connection(cursoredRows(found), args, (user) => ({
        permission: PERMISSIONS[permissionOf(rows, repo, user) ?? 'pull'],
      }))
    },
  }
}

interface CollaboratorArguments {
  readonly affiliation?: 'ALL' | 'DIRECT' | 'OUTSIDE' | null
  readonly login?: string | null
  readonly query?: string | null
}

interface LabelArguments {
  readonly query?: string | null
  readonly orderBy?: {
    readonly field: 'NAME' | 'CREATED_AT' | 'ISSUE_COUNT'
    readonly direction: 'ASC' | 'DESC'
  } | null
}

interface MilestoneArguments {
  readonly query?: string | null
  readonly states?: readonly ('OPEN' | 'CLOSED')[] | null
  readonly orderBy?: {
    readonly field: 'DUE_DATE' | 'CREATED_AT' | 'UPDATED_AT' | 'NUMBER'
    readonly direction: 'ASC' | 'DESC'
  } | null
}

interface ReleaseOrder {
  readonly field: 'CREATED_AT' | 'NAME'
  readonly direction: 'ASC' | 'DESC'
}

function labelsOf({ rows }: CodehostCall, repo: Repo, { query, orderBy }: LabelArguments): Label[] {
  const wanted = query?.toLowerCase()
  const found = rows.labels
    .referring('repoId', repo.id)
    .filter(
      ({ name, description }) => wanted === undefined || `${name} ${description ?? ''}`.toLowerCase().includes(wanted),
    )
  if (orderBy?.field === 'NAME') found.sort((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()))
  if (orderBy?.field === 'ISSUE_COUNT') {
    const count = ({ id }: Label): number => rows.issueLabels.countReferring('labelId', id)
    found.sort((a, b) => count(a) - count(b))
  }
  return orderBy?.direction === 'DESC' ? found.toReversed() : found
}

function milestonesOf({ rows }: CodehostCall, repo: Repo, { query, states, orderBy }: MilestoneArguments): Milestone[] {
  const found = rows.milestones
    .referring('repoId', repo.id)
    .filter(
      ({ title, state }) =>
        (query == null || title.toLowerCase().includes(query.toLowerCase())) &&
        (states == null || states.length === 0 || states.includes(state === 'open' ? 'OPEN' : 'CLOSED')),
    )
  const keys = {
    DUE_DATE: ({ dueOn }: Milestone) => dueOn ?? Infinity,
    CREATED_AT: ({ createdAt }: Milestone) => createdAt,
    UPDATED_AT: ({ updatedAt }: Milestone) => updatedAt,
    NUMBER: ({ number }: Milestone) => number,
  }
  const key = keys[orderBy?.field ?? 'NUMBER']
  found.sort((a, b) => compare(key(a), key(b)) || a.id - b.id)
  return orderBy?.direction === 'DESC' ? found.toReversed() : found
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function readable(call: CodehostCall, id: number | null): Repo | null {
  const repo = call.rows.repos.get(id)
  return repo !== undefined && canRead(call, repo) ? repo : null
}
