import { accountNodeId, simpleUserJson } from '#codehost/json/accounts/account.ts'
import { nodeId, time, timeOrNull } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { reposOfToken } from '#codehost/rules/apps/installations.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { canCreateProjects } from '#codehost/rules/projects/access.ts'
import { reposOf } from '#codehost/rules/repos/lists.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import { canSeeTeam } from '#codehost/rules/teams/teams.ts'
import { blockHtml } from '#codehost/markdown/line.ts'
import type { Account, Membership } from '#codehost/schema/accounts.ts'
import { statusOf } from '#codehost/rules/accounts/statuses.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Team as TeamRow } from '#codehost/schema/teams.ts'
import type { UserStatus as UserStatusRow } from '#codehost/schema/social.ts'
import { requireFieldScopes, viewerOf, visibleRepo } from '../access.ts'
import { loginOf, pageOfAccount } from '../actors.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { unresolved } from '../failures.ts'
import { ordered, type OrderArguments } from '../orders.ts'
import type { Fields } from '../source.ts'
import { sized, type SizeArguments } from '../urls.ts'
import { pathOfPage } from '../urls.ts'
import { issuesAbout, pullsAbout } from './issue-lists.ts'
import { issueTypeFieldsOfOrganization } from './issue-relations.ts'
import { abilityOf } from './interactions.ts'
import { contributionFieldsOfUser } from './contributions.ts'
import { pinnedItemFields } from './pinned-items.ts'
import { userActivityFields } from './user-activity.ts'
import { publicKeysOf } from './keys.ts'
import { packagesOfOwner } from './packages.ts'
import { gistFieldsOfUser } from './gists.ts'
import { authorDiscussionFields } from './discussions.ts'
import { projectsOfAccount, recentProjectFields } from './projects.ts'
import { hasMembers, TEAM_KEYS } from './teams.ts'
import { rulesetFieldsOfOrganization } from './rulesets.ts'
import { repositoryConnection, type RepositoryArguments } from './repository-lists.ts'
import { sponsorFields } from './sponsors.ts'

const READ_ORGANIZATION = ['read:org'] as const

/** The fields that users, organizations and bots share. */
const ofActor: Fields<Account> = {
  id: (account) => accountNodeId(account),
  databaseId: ({ id }) => id,
  login: (account) => loginOf(account),
  avatarUrl: (account, args: SizeArguments, call) => sized(simpleUserJson(call, account).avatar_url, args),
  url: (account, _args, call) => pageOfAccount(call, account),
  resourcePath: (account, _args, call) => pathOfPage(call, pageOfAccount(call, account)),
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
}

/** The fields that users and organizations share. */
const ofOwner: Fields<Account> = {
  ...ofActor,
  name: ({ name }) => name,
  location: ({ location }) => location,
  websiteUrl: ({ blog }) => blog || null,
  twitterUsername: ({ twitterUsername }) => twitterUsername,
  repository: (owner, { name, followRenames = true }: { name: string; followRenames?: boolean }, call) => {
    const repo = visibleRepo(call, owner, name, followRenames)
    if (repo === undefined) throw unresolved('Repository', `name '${owner.login}/${name}'`)
    return repo
  },
  repositories: (owner, args: RepositoryArguments, call) => {
    const owned = call.rows.repos.list('created', owner.id).filter((repo) => canRead(call, repo))
    return repositoryConnection(call, [...new Set([...owned, ...affiliated(call, owner, args)])], args)
  },
  ...pinnedItemFields,
  ...sponsorFields,
  ...recentProjectFields(projectsOfAccount),
  viewerIsFollowing: (account, _args, call) => isFollowing(call, viewerOf(call), account),
  viewerCanCreateProjects: (account, _args, call) => canCreateProjects(call, account),
  projectsUrl: (account, _args, call) => `${pageOfAccount(call, account)}?tab=projects`,
  projectsResourcePath: (account, _args, call) => pathOfPage(call, `${pageOfAccount(call, account)}?tab=projects`),
}

/** A user. https://docs.github.com/graphql/reference/objects#user */
export const User: Fields<Account> = {
  ...ofOwner,
  // The viewer of an installation is its bot, in the form of a user.
  login: ({ login }) => login,
  email: ({ email }, _args, call) => {
    requireFieldScopes(call, 'email', ['user:email', 'read:user'])
    return email ?? ''
  },
  bio: ({ bio }) => bio,
  bioHTML: ({ bio }, _args, call) => blockHtml(call, null, bio),
  company: ({ company }) => company,
  companyHTML: ({ company }, _args, call) => blockHtml(call, null, company),
  isViewer: ({ id }, _args, call) => viewerOf(call).id === id,
  isSiteAdmin: ({ siteAdmin }) => siteAdmin,
  isHireable: ({ hireable }) => hireable === true,
  isEmployee: () => false,
  isBountyHunter: () => false,
  isCampusExpert: () => false,
  isDeveloperProgramMember: () => false,
  isGitHubStar: () => false,
  isFollowingViewer: (user, _args, call) => isFollowing(call, user, viewerOf(call)),
  viewerCanFollow: ({ id }, _args, call) => viewerOf(call).id !== id,
  publicKeys: publicKeysOf,
  followers: ({ id }, args: PageArguments, { rows }) => {
    const followers = rows.follows.referring('followedId', id).map((each) => rows.accounts.require(each.followerId))
    return connection(cursoredRows(followers), args)
  },
  following: ({ id }, args: PageArguments, { rows }) => {
    const followed = rows.follows.referring('followerId', id).map((each) => rows.accounts.require(each.followedId))
    return connection(cursoredRows(followed), args)
  },
  organization: (user, { login }: { login: string }, call) =>
    organizationsOf(call, user).find((org) => org.login.toLowerCase() === login.toLowerCase()) ?? null,
  organizations: (user, args: PageArguments & OrderArguments, call) => {
    requireFieldScopes(call, 'organizations', READ_ORGANIZATION)
    const keys = {
      LOGIN: ({ login }: Account) => login.toLowerCase(),
      CREATED_AT: ({ createdAt }: Account) => createdAt,
    }
    return connection(cursoredRows(ordered(organizationsOf(call, user), args, keys)), args)
  },
  starredRepositories: (user, args: PageArguments & StarArguments, call) => {
    const { rows } = call
    const stars = rows.stars.list('byUser', user.id).filter(({ repoId }) => canRead(call, rows.repos.require(repoId)))
    const starredAt = new Map(stars.map((star) => [star.repoId, star.starredAt]))
    const repos = stars.map(({ repoId }) => rows.repos.require(repoId))
    const shown = args.ownedByViewer === true ? repos.filter(({ ownerId }) => ownerId === viewerOf(call).id) : repos
    const edge = ({ id }: Repo) => ({ starredAt: time(starredAt.get(id) ?? 0) })
    const list = cursoredRows(ordered(shown, args, { STARRED_AT: ({ id }) => starredAt.get(id) ?? 0 }))
    return connection(list, args, edge, { isOverLimit: false })
  },
  ...contributionFieldsOfUser,
  ...userActivityFields,
  ...gistFieldsOfUser,
  ...authorDiscussionFields,
  issues: issuesAbout,
  pullRequests: pullsAbout,
  status: (user, _args, { rows, clock }) => statusOf(rows, user, clock.now()),
  interactionAbility: (user, _args, call) =>
    viewerOf(call).id === user.id ? abilityOf(call, { account: user }) : null,
  packages: packagesOfOwner,
}

interface StarArguments extends OrderArguments {
  readonly ownedByViewer?: boolean | null
}

/** The status of a user. https://docs.github.com/graphql/reference/objects#userstatus */
export const UserStatus: Fields<UserStatusRow> = {
  id: ({ userId }) => nodeId('US', userId),
  emoji: ({ emoji }) => emoji,
  emojiHTML: ({ emoji }) => (emoji === null ? null : `<div>${emoji.replaceAll(/[&<>]/g, '')}</div>`),
  message: ({ message }) => message,
  indicatesLimitedAvailability: ({ isBusy }) => isBusy,
  organization: ({ orgId }, _args, { rows }) => rows.accounts.get(orgId) ?? null,
  user: ({ userId }, _args, { rows }) => rows.accounts.require(userId),
  expiresAt: ({ expiresAt }) => timeOrNull(expiresAt),
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
}

/** The bot of a GitHub App. https://docs.github.com/graphql/reference/objects#bot */
export const Bot: Fields<Account> = ofActor

/** An organization. https://docs.github.com/graphql/reference/objects#organization */
export const Organization: Fields<Account> = {
  ...ofOwner,
  ...authorDiscussionFields,
  ...issueTypeFieldsOfOrganization,
  ...rulesetFieldsOfOrganization,
  description: ({ description }) => description,
  email: ({ email }) => email,
  isVerified: () => false,
  archivedAt: () => null,
  organizationBillingEmail: (org, _args, call) => (canAdminister(call, org) ? org.billingEmail : null),
  interactionAbility: (org, _args, call) => (canAdminister(call, org) ? abilityOf(call, { account: org }) : null),
  packages: packagesOfOwner,
  webCommitSignoffRequired: ({ settings }) => settings.web_commit_signoff_required,
  membersCanForkPrivateRepositories: ({ settings }) => settings.members_can_fork_private_repositories,
  viewerCanAdminister: (org, _args, call) => canAdminister(call, org),
  viewerCanCreateRepositories: (org, _args, call) => roleOf(call, org) !== null,
  viewerCanCreateTeams: (org, _args, call) => roleOf(call, org) !== null,
  viewerIsAMember: (org, _args, call) => roleOf(call, org) !== null,
  teamsUrl: (org, _args, { origin }) => `${origin}/orgs/${org.login}/teams`,
  teamsResourcePath: (org, _args, { mountPath }) => `${mountPath}/orgs/${org.login}/teams`,
  membersWithRole: (org, args: PageArguments, call) => {
    requireFieldScopes(call, 'membersWithRole', READ_ORGANIZATION)
    const { rows } = call
    const seen = roleOf(call, org) === null ? 'public' : 'all'
    const memberships = rows.memberships
      .list('byState', org.id, 'active')
      .filter((each) => seen === 'all' || each.public)
    const roles = new Map(memberships.map((each) => [each.userId, each]))
    const members = memberships.map(({ userId }) => rows.accounts.require(userId))
    return connection(cursoredRows(members), args, ({ id }) => ({
      role: roleName(roles.get(id)),
      hasTwoFactorEnabled: null,
    }))
  },
  pendingMembers: (org, args: PageArguments, call) => {
    requireFieldScopes(call, 'pendingMembers', ['admin:org'])
    const { rows } = call
    const pending = roleOf(call, org) === 'admin' ? rows.memberships.list('byState', org.id, 'pending') : []
    return connection(cursoredRows(pending.map(({ userId }) => rows.accounts.require(userId))), args)
  },
  team: (org, { slug }: { slug: string }, call) => {
    requireFieldScopes(call, 'team', READ_ORGANIZATION)
    const team = call.rows.teams.find('slug', org.id, slug.toLowerCase())
    return team !== undefined && canSeeTeam(call.rows, team, viewerOf(call)) ? team : null
  },
  teams: (org, args: PageArguments & TeamArguments, call) => {
    requireFieldScopes(call, 'teams', [...READ_ORGANIZATION, 'read:discussion'])
    const { rows } = call
    const shown = rows.teams.list('bySlug', org.id).filter((team) => {
      if (!canSeeTeam(rows, team, viewerOf(call))) return false
      if (args.rootTeamsOnly === true && team.parentId !== null) return false
      if (args.privacy != null && (args.privacy === 'SECRET') !== (team.privacy === 'secret')) return false
      if (args.query != null && !team.name.toLowerCase().includes(args.query.toLowerCase())) return false
      if (args.role != null && teamRole(call, org, team) !== args.role) return false
      return hasMembers(call, team, args.userLogins ?? [])
    })
    return connection(cursoredRows(ordered(shown, args, TEAM_KEYS)), args)
  },
}

/** Returns the role of the viewer in a team: owners of the organization administer all of its teams. */
function teamRole(call: CodehostCall, org: Account, { id }: TeamRow): 'ADMIN' | 'MEMBER' | null {
  if (roleOf(call, org) === 'admin') return 'ADMIN'
  const held = call.rows.teamMembers.find('member', id, viewerOf(call).id)
  return held?.state !== 'active' ? null : held.role === 'maintainer' ? 'ADMIN' : 'MEMBER'
}

interface TeamArguments extends OrderArguments {
  readonly role?: 'ADMIN' | 'MEMBER' | null
  readonly rootTeamsOnly?: boolean | null
  readonly privacy?: 'SECRET' | 'VISIBLE' | null
  readonly query?: string | null
  readonly userLogins?: readonly string[] | null
}

function roleName(membership: Membership | undefined): 'ADMIN' | 'MEMBER' {
  return membership?.role === 'admin' ? 'ADMIN' : 'MEMBER'
}

function roleOf(call: CodehostCall, org: Account): 'admin' | 'member' | null {
  return roleInOrganization(call.rows, org, viewerOf(call))
}

function canAdminister(call: CodehostCall, account: Account): boolean {
  return account.type === 'Organization' ? roleOf(call, account) === 'admin' : account.id === viewerOf(call).id
}

function isFollowing({ rows }: CodehostCall, follower: Account, followed: Account): boolean {
  return rows.follows.find('pair', follower.id, followed.id) !== undefined
}

/** Returns the organizations in which a user is seen as a member by the viewer. */
function organizationsOf(call: CodehostCall, user: Account): Account[] {
  const { rows } = call
  return rows.memberships.referring('userId', user.id).flatMap((membership) => {
    const org = rows.accounts.require(membership.orgId)
    const isShown = membership.public || roleOf(call, org) !== null
    return membership.state === 'active' && isShown ? [org] : []
  })
}

/** Returns the repositories of others that a list of a user's repositories includes. */
function affiliated(
  call: CodehostCall,
  owner: Account,
  { affiliations, ownerAffiliations }: RepositoryArguments,
): readonly Repo[] {
  if (owner.type === 'Organization' || owner.id !== viewerOf(call).id) return []
  const access = call.principal?.app
  // The viewer of an installation has the repositories of the installation.
  if (access?.kind === 'installation' && access.installation !== null) {
    const found = reposOfToken(call.rows, access.installation, access.issued ?? { repositoryIds: null })
    return found.slice(0, found.total)
  }
  const names = (affiliations ?? ownerAffiliations ?? ['OWNER', 'COLLABORATOR']).map((each) => each.toLowerCase())
  return reposOf(call.rows, owner, names).filter((repo) => canRead(call, repo))
}
