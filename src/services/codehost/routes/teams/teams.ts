import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import { requireOrganizationMember, requireUser } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { atMost } from '#codehost/rules/characters.ts'
import { fullTeamJson, teamJson } from '#codehost/json/teams/team.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { toSlug } from '#codehost/rules/accounts/slugs.ts'
import {
  chosenParent,
  deleteTeam,
  emitTeam,
  grantRepository,
  refuseContradiction,
  refuseTakenName,
  repositoryNamed,
} from '#codehost/rules/teams/changes.ts'
import { canSeeTeam, READ_ORGANIZATION, WRITE_ORGANIZATION } from '#codehost/rules/teams/teams.ts'
import { joinTeam, maintainersNamed } from '#codehost/rules/teams/members.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { addressedById, legacy } from './team-addresses.ts'
import { loadTeam, requireTeamMaintainer } from '#codehost/steps/teams.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const name = v.pipe(v.string(), v.minLength(1), atMost(255))
const privacy = v.optional(v.picklist(['secret', 'closed']))
const notifications = v.picklist(['notifications_enabled', 'notifications_disabled'])
const parent = {
  parent_team_id: v.optional(v.nullable(v.pipe(v.number(), v.integer()))),
  parent_team_slug: v.optional(v.nullable(v.string())),
}

const TeamInput = v.object({
  name,
  description: v.optional(v.nullable(v.string()), null),
  maintainers: v.optional(v.array(v.string()), []),
  repo_names: v.optional(v.array(v.string()), []),
  privacy,
  notification_setting: v.optional(notifications, 'notifications_enabled'),
  permission: v.optional(v.picklist(['pull', 'push', 'admin']), 'pull'),
  ...parent,
})

const TeamChanges = v.object({
  name: v.optional(name),
  description: v.optional(v.nullable(v.string())),
  privacy,
  notification_setting: v.optional(notifications),
  permission: v.optional(v.picklist(['pull', 'push', 'admin'])),
  ...parent,
})

const ofOrganization = [
  get('teams/get-by-name', '/orgs/:org/teams/:team_slug', loadTeam, (call) => json(fullTeamJson(call, call.team))),
  patch('teams/update-in-org', '/orgs/:org/teams/:team_slug', requireTeamMaintainer, body(TeamChanges), (call) =>
    update(call),
  ),
  del('teams/delete-in-org', '/orgs/:org/teams/:team_slug', requireTeamMaintainer, (call) => {
    deleteTeam(call, call.team, call.user)
    return empty()
  }),
  get('teams/list-child-in-org', '/orgs/:org/teams/:team_slug/teams', loadTeam, (call) => {
    const { rows, team, user } = call
    const children = rows.teams.referring('parentId', team.id).filter((child) => canSeeTeam(rows, child, user))
    return answerPage(call, children, (child) => teamJson(call, child))
  }),
]

/** Teams. https://docs.github.com/rest/teams/teams */
export const teamsRoutes = [
  get('teams/list', '/orgs/:org/teams', requireOrganizationMember(...READ_ORGANIZATION), (call) => {
    const { rows, org, user } = call
    const seesAll = roleInOrganization(rows, org, user) === 'admin' || !rows.teams.count('byPrivacy', org.id, 'secret')
    if (seesAll) {
      return answerPage(call, viewOfIndex(rows.teams, 'bySlug', [org.id]), (team) => teamJson(call, team))
    }
    const visible = rows.teams.list('bySlug', org.id).filter((team) => canSeeTeam(rows, team, user))
    return answerPage(call, visible, (team) => teamJson(call, team))
  }),
  post(
    'teams/create',
    '/orgs/:org/teams',
    requireOrganizationMember(...WRITE_ORGANIZATION),
    body(TeamInput),
    (call) => {
      const { rows, org, user, body, clock } = call
      const parent = chosenParent(rows, org, user, body) ?? null
      const chosen = body.privacy ?? (parent === null ? 'secret' : 'closed')
      const slug = toSlug(body.name)
      refuseTakenName(rows, org, slug)
      refuseContradiction(rows, null, parent, chosen)
      const maintainers = maintainersNamed(rows, org, body.maintainers)
      const repos = body.repo_names.map((each) => repositoryNamed(rows, org, each))
      const team = rows.teams.insert({
        orgId: org.id,
        parentId: parent?.id ?? null,
        name: body.name,
        slug,
        description: body.description,
        privacy: chosen,
        notificationSetting: body.notification_setting,
        permission: body.permission,
        createdAt: clock.now(),
        updatedAt: clock.now(),
      })
      emitTeam(call, 'created', team, user)
      // The creator of a team maintains it, unless it is an app, because bots cannot be in a team.
      for (const maintainer of new Set(user.type === 'Bot' ? maintainers : [user, ...maintainers]))
        joinTeam(call, team, maintainer, 'maintainer', user)
      for (const repo of repos) grantRepository(call, team, repo, team.permission, user)
      const wire = fullTeamJson(call, team)
      return json(wire, 201, { location: wire.url })
    },
  ),
  get('teams/list-for-authenticated-user', '/user/teams', requireUser('read:org', 'repo', 'user'), (call) => {
    const { rows, user } = call
    const own = rows.teamMembers.referring('userId', user.id).filter(({ state }) => state === 'active')
    return answerPage(call, own, ({ teamId }) => fullTeamJson(call, rows.teams.require(teamId)))
  }),
  ...ofOrganization,
  ...ofOrganization.map(addressedById),
  ...legacy(ofOrganization),
]

/** Updates a team. Answers 200, also where the vendor's description has 201. */
function update(
  call: CodehostCall & {
    readonly org: Account
    readonly user: Account
    readonly team: Team
    readonly body: v.InferOutput<typeof TeamChanges>
  },
): Answer {
  const { rows, org, user, team: before, body, clock } = call
  const chosen = chosenParent(rows, org, user, body)
  const parent = chosen === undefined ? (rows.teams.get(before.parentId) ?? null) : chosen
  const slug = body.name === undefined ? before.slug : toSlug(body.name)
  refuseTakenName(rows, org, slug, before)
  refuseContradiction(rows, before, parent, body.privacy ?? before.privacy)
  const changes = {
    ...defined({
      name: body.name,
      description: body.description,
      privacy: body.privacy,
      notificationSetting: body.notification_setting,
      permission: body.permission,
    }),
    slug,
    parentId: parent?.id ?? null,
  }
  const same = Object.entries(changes).every(([field, value]) => before[field as keyof Team] === value) // keys of a team
  if (same) return json(fullTeamJson(call, before))
  const team = rows.teams.update(before.id, { ...changes, updatedAt: clock.now() })
  emitTeam(call, 'edited', team, user, { before })
  return json(fullTeamJson(call, team))
}
