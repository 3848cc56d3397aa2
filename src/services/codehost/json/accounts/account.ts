import type { Rows, Site } from '#codehost/call.ts'
import type { Account, Membership } from '#codehost/schema/accounts.ts'
import { nodeId, time } from '../format.ts'

type AccountFacts = Pick<Account, 'id' | 'login' | 'type' | 'siteAdmin'>

/** A user as it appears inside other objects: `simple-user`. An organization that owns something has the same shape. */
export function simpleUserJson({ base, origin, urls }: Pick<Site, 'base' | 'origin' | 'urls'>, account: AccountFacts) {
  const { id, login } = account
  const url = `${base}/users/${encodeURIComponent(login)}`
  return {
    login,
    id,
    node_id: accountNodeId(account),
    avatar_url: urls.of(`/avatars/u/${id}?v=4`),
    gravatar_id: '',
    url,
    html_url: account.type === 'Bot' ? `${origin}/apps/${login.replace(/\[bot\]$/, '')}` : `${origin}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    user_view_type: 'public',
    site_admin: account.siteAdmin,
  }
}

/** The user with this id as `simple-user`, or null for a null id. */
export function simpleUserOrNullJson(site: Site, id: number | null) {
  const account = site.rows.accounts.get(id)
  return account === undefined ? null : simpleUserJson(site, account)
}

/** The user with this id as `simple-user`. The row exists because the column that holds the id is a reference. */
export function simpleUserByIdJson(site: Site, id: number) {
  return simpleUserJson(site, site.rows.accounts.require(id))
}

/** The profile of a user: `public-user`. */
export function publicUserJson(site: Site, user: Account) {
  const { rows } = site
  return {
    ...simpleUserJson(site, user),
    name: user.name,
    company: user.company,
    blog: user.blog,
    location: user.location,
    email: user.email,
    hireable: user.hireable,
    bio: user.bio,
    twitter_username: user.twitterUsername,
    public_repos: reposOf(rows, user).filter((repo) => !repo.private).length,
    public_gists: rows.gists.count('byOwnerAndPrivacy', user.id, true),
    followers: rows.follows.countReferring('followedId', user.id),
    following: rows.follows.countReferring('followerId', user.id),
    created_at: time(user.createdAt),
    updated_at: time(user.updatedAt),
  }
}

/** The authenticated user's own profile: `private-user`. */
export function privateUserJson(site: Site, user: Account) {
  const hidden = reposOf(site.rows, user).filter((repo) => repo.private).length
  return {
    ...publicUserJson(site, user),
    user_view_type: 'private',
    private_gists: site.rows.gists.count('byOwnerAndPrivacy', user.id, false),
    total_private_repos: hidden,
    owned_private_repos: hidden,
    disk_usage: 0,
    collaborators: 0,
    two_factor_authentication: false,
    plan: { name: 'free', space: 976_562_499, collaborators: 0, private_repos: 10_000 },
  }
}

/** An organization in a list: `organization-simple`. */
export function simpleOrganizationJson({ base, urls }: Pick<Site, 'base' | 'urls'>, org: Account) {
  const url = `${base}/orgs/${org.login}`
  return {
    login: org.login,
    id: org.id,
    node_id: accountNodeId(org),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: urls.of(`/avatars/u/${org.id}?v=4`),
    description: org.description ?? '',
  }
}

/** An organization on its own: `organization-full`. `owner` adds the members that only its owners see. */
export function organizationJson(site: Site, org: Account, { owner }: { owner: boolean }) {
  const { rows, origin } = site
  const repos = reposOf(rows, org)
  const hidden = repos.filter((repo) => repo.private).length
  return {
    ...simpleOrganizationJson(site, org),
    description: org.description,
    ...organizationProfile(org),
    is_verified: false,
    has_organization_projects: org.settings.has_organization_projects,
    has_repository_projects: org.settings.has_repository_projects,
    public_repos: repos.length - hidden,
    public_gists: 0,
    followers: rows.follows.countReferring('followedId', org.id),
    following: 0,
    html_url: `${origin}/${org.login}`,
    created_at: time(org.createdAt),
    updated_at: time(org.updatedAt),
    archived_at: null,
    type: 'Organization',
    ...(owner ? ownerView(org, hidden, rows.memberships.count('byState', org.id, 'active')) : {}),
  }
}

/**
 * Returns the profile of an organization. One that has set any of its members gets null for the others, although the
 * vendor's description does not allow it; one without a profile has none of the members.
 */
function organizationProfile({ name, company, blog, location, email, twitterUsername }: Account) {
  const profile = { name, company, blog: blog || null, location, email, twitter_username: twitterUsername }
  return Object.values(profile).every((each) => each === null) ? {} : profile
}

function ownerView(org: Account, privateRepos: number, members: number) {
  const {
    members_can_create_public_repositories: publicRepos,
    members_can_create_private_repositories: privateOnes,
    members_can_create_public_pages: publicPages,
    members_can_create_private_pages: privatePages,
  } = org.settings
  return {
    total_private_repos: privateRepos,
    owned_private_repos: privateRepos,
    private_gists: 0,
    disk_usage: 0,
    collaborators: 0,
    billing_email: org.billingEmail,
    plan: { name: 'free', space: 976_562_499, private_repos: 10_000, filled_seats: members, seats: 0 },
    default_repository_permission: org.defaultRepositoryPermission,
    members_can_create_repositories: publicRepos || privateOnes,
    two_factor_requirement_enabled: false,
    members_allowed_repository_creation_type: publicRepos ? 'all' : privateOnes ? 'private' : 'none',
    members_can_create_internal_repositories: false,
    members_can_create_pages: publicPages || privatePages,
    ...MEMBERS_MAY,
    ...org.settings,
  }
}

/** The settings of every organization that no operation changes. */
const MEMBERS_MAY = {
  members_can_delete_repositories: true,
  members_can_change_repo_visibility: true,
  members_can_invite_outside_collaborators: true,
  members_can_delete_issues: false,
  display_commenter_full_name_setting_enabled: false,
  readers_can_create_discussions: true,
  members_can_create_teams: true,
  members_can_view_dependency_insights: true,
  default_repository_branch: 'main',
  secret_scanning_validity_checks_enabled: false,
}

/** A user's membership of an organization: `org-membership`. */
export function membershipJson(site: Site, membership: Membership) {
  const org = site.rows.accounts.require(membership.orgId)
  const user = site.rows.accounts.require(membership.userId)
  return {
    url: `${site.base}/orgs/${org.login}/memberships/${user.login}`,
    state: membership.state,
    role: membership.role,
    organization_url: `${site.base}/orgs/${org.login}`,
    organization: simpleOrganizationJson(site, org),
    user: simpleUserJson(site, user),
  }
}

/** Returns the global node id of a user, an organization or a bot. */
export function accountNodeId({ type, id }: Pick<Account, 'type' | 'id'>): string {
  return nodeId(type === 'Organization' ? 'O' : type === 'Bot' ? 'BOT' : 'U', id)
}

function reposOf(rows: Rows, account: Account) {
  return rows.repos.referring('ownerId', account.id)
}
