import { nodeId, time } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { canSeeTeam, canMaintain, teamMembers, teamRepositories, withChildren } from '#codehost/rules/teams/teams.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Team as TeamRow } from '#codehost/schema/teams.ts'
import { viewerOf } from '../access.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { ordered, type OrderArguments } from '../orders.ts'
import type { Fields } from '../source.ts'
import { projectFields } from './projects.ts'
import { pathOfPage, sized, type SizeArguments } from '../urls.ts'

function pageOfTeam({ origin, rows }: CodehostCall, { orgId, slug }: TeamRow): string {
  return `${origin}/orgs/${rows.accounts.require(orgId).login}/teams/${slug}`
}

/** A team. https://docs.github.com/graphql/reference/objects#team */
export const Team: Fields<TeamRow> = {
  ...projectFields(({ id }: TeamRow, { rows }) =>
    rows.projectTeams.referring('teamId', id).map(({ projectId }) => rows.projects.require(projectId)),
  ),
  id: ({ id }) => nodeId('T', id),
  databaseId: ({ id }) => id,
  name: ({ name }) => name,
  slug: ({ slug }) => slug,
  combinedSlug: ({ orgId, slug }, _args, { rows }) => `${rows.accounts.require(orgId).login}/${slug}`,
  description: ({ description }) => description,
  privacy: ({ privacy }) => (privacy === 'secret' ? 'SECRET' : 'VISIBLE'),
  notificationSetting: ({ notificationSetting }) => notificationSetting.toUpperCase(),
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  avatarUrl: ({ id }, args: SizeArguments, { urls }) => sized(urls.of(`/avatars/t/${id}?v=4`), args),
  organization: ({ orgId }, _args, { rows }) => rows.accounts.require(orgId),
  parentTeam: ({ parentId }, _args, { rows }) => rows.teams.get(parentId) ?? null,
  url: (team, _args, call) => pageOfTeam(call, team),
  resourcePath: (team, _args, call) => pathOfPage(call, pageOfTeam(call, team)),
  membersUrl: (team, _args, call) => `${pageOfTeam(call, team)}/members`,
  membersResourcePath: (team, _args, call) => pathOfPage(call, `${pageOfTeam(call, team)}/members`),
  repositoriesUrl: (team, _args, call) => `${pageOfTeam(call, team)}/repositories`,
  teamsUrl: (team, _args, call) => `${pageOfTeam(call, team)}/teams`,
  viewerCanAdminister: (team, _args, call) =>
    canMaintain(call.rows, { org: call.rows.accounts.require(team.orgId), user: viewerOf(call), team }),
  ancestors: (team, args: PageArguments, { rows }) => {
    const above: TeamRow[] = []
    for (let each = rows.teams.get(team.parentId); each !== undefined; each = rows.teams.get(each.parentId))
      above.push(each)
    return connection(cursoredRows(above), args)
  },
  childTeams: (team, args: PageArguments & ChildArguments, call) => {
    const { rows } = call
    const all = withChildren(rows, team).slice(1)
    const below = args.immediateOnly === false ? all : rows.teams.referring('parentId', team.id)
    const shown = below.filter(
      (each) => canSeeTeam(rows, each, viewerOf(call)) && hasMembers(call, each, args.userLogins ?? []),
    )
    return connection(cursoredRows(ordered(shown, args, TEAM_KEYS)), args)
  },
  members: (team, args: PageArguments & MemberArguments, { rows }) => {
    const direct = args.membership === 'IMMEDIATE' ? rows.teamMembers.list('byState', team.id, 'active') : null
    const found = (direct ?? teamMembers(rows, team)).filter(
      ({ role }) => args.role == null || role.toUpperCase() === args.role,
    )
    const roles = new Map(found.map(({ userId, role }) => [userId, role]))
    const query = args.query?.toLowerCase() ?? ''
    const users = found
      .map(({ userId }) => rows.accounts.require(userId))
      .filter(({ login }) => login.toLowerCase().includes(query))
    const keys = {
      LOGIN: ({ login }: Account) => login.toLowerCase(),
      CREATED_AT: ({ createdAt }: Account) => createdAt,
    }
    const list = cursoredRows(ordered(users, args, keys))
    return connection(list, args, ({ id }) => ({ role: roles.get(id)?.toUpperCase() }))
  },
  repositories: (team, args: PageArguments & OrderArguments & { query?: string | null }, call) => {
    const query = args.query?.toLowerCase() ?? ''
    const held = teamRepositories(call.rows, team).filter(
      ({ repo }) => canRead(call, repo) && repo.name.toLowerCase().includes(query),
    )
    const permissions = new Map(held.map(({ repo, permission }) => [repo.id, permission]))
    const names = { pull: 'READ', triage: 'TRIAGE', push: 'WRITE', maintain: 'MAINTAIN', admin: 'ADMIN' } as const
    const keys = {
      NAME: ({ name }: Repo) => name.toLowerCase(),
      CREATED_AT: ({ createdAt }: Repo) => createdAt,
      UPDATED_AT: ({ updatedAt }: Repo) => updatedAt,
      PUSHED_AT: ({ pushedAt }: Repo) => pushedAt,
      STARGAZERS: ({ id }: Repo) => call.rows.stars.countReferring('repoId', id),
      PERMISSION: ({ id }: Repo) => Object.keys(names).indexOf(permissions.get(id) ?? 'pull'),
    }
    const repos = held.map(({ repo }) => repo)
    return connection(cursoredRows(ordered(repos, args, keys)), args, ({ id }) => ({
      permission: names[permissions.get(id) ?? 'pull'],
    }))
  },
}

/** The keys of the orders of teams. */
export const TEAM_KEYS = { NAME: ({ name }: TeamRow) => name.toLowerCase() }

/** Returns whether all of these users are members of a team itself. */
export function hasMembers({ rows }: CodehostCall, { id }: TeamRow, logins: readonly string[]): boolean {
  return logins.every((login) => {
    const user = rows.accounts.find('login', login.toLowerCase())
    return user !== undefined && rows.teamMembers.find('member', id, user.id)?.state === 'active'
  })
}

interface ChildArguments extends OrderArguments {
  readonly immediateOnly?: boolean | null
  readonly userLogins?: readonly string[] | null
}

interface MemberArguments extends OrderArguments {
  readonly membership?: 'ALL' | 'CHILD_TEAM' | 'IMMEDIATE' | null
  readonly role?: 'MAINTAINER' | 'MEMBER' | null
  readonly query?: string | null
}
