import {
  changedExpiration,
  DEFAULT_EXPIRATION,
  expirationIn,
  type ExpirationInput,
} from '#deployhost/rules/expiration.ts'
import type { Team } from '#deployhost/schema.ts'
import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import { membershipOf, canReach } from '#deployhost/rules/access.ts'
import type { DeployhostCall, Rows } from '#deployhost/call.ts'
import { conflict } from '#deployhost/errors.ts'
import { teamJson } from '#deployhost/json/user.ts'
import { pageOf, pageQuery } from '#deployhost/rules/page.ts'
import { addMember, createTeam } from '#deployhost/rules/accounts.ts'
import { renameHosts } from '#deployhost/rules/serving.ts'
import { ExpirationChanges } from '../projects/deployment-expiration.ts'
import { atPaths } from '../versions.ts'
import { requireTeamOwner, loadTeam } from '#deployhost/steps/teams.ts'
import { requireUser } from '#deployhost/steps/accounts.ts'
import { sortedRows } from '#deployhost/rules/sort-keys.ts'

const { get, post, patch, del } = routesFor<DeployhostCall>()

const slug = v.pipe(
  v.string(),
  v.maxLength(48, 'should NOT be longer than 48 characters'),
  v.regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'should match pattern "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"'),
)
const name = v.pipe(
  v.string(),
  v.minLength(1, 'should NOT be shorter than 1 characters'),
  v.maxLength(256, 'should NOT be longer than 256 characters'),
)
const setting = v.optional(v.unknown())

const TeamInput = v.strictObject({ slug, name: v.optional(name), attribution: setting })

const TeamChanges = v.strictObject({
  name: v.optional(name),
  slug: v.optional(slug),
  description: v.optional(v.pipe(v.string(), v.maxLength(140, 'should NOT be longer than 140 characters'))),
  avatar: v.optional(v.nullable(v.string())),
  emailDomain: v.optional(v.nullable(v.string())),
  previewDeploymentSuffix: v.optional(v.nullable(v.string())),
  regenerateInviteCode: v.optional(v.boolean()),
  enablePreviewFeedback: v.optional(v.string()),
  enableProductionFeedback: v.optional(v.string()),
  sensitiveEnvironmentVariablePolicy: v.optional(v.string()),
  disjunctiveProductionSecretPolicy: v.optional(v.string()),
  remoteCaching: v.optional(v.strictObject({ enabled: v.optional(v.boolean()) })),
  hideIpAddresses: v.optional(v.boolean()),
  hideIpAddressesInLogDrains: v.optional(v.boolean()),
  dpAccessRequestsMode: v.optional(v.picklist(['all', 'none', 'email-domain'])),
  requireVerifiedCommits: v.optional(v.boolean()),
  disableRepositoryDispatchEvents: v.optional(v.boolean()),
  defaultDeploymentProtection: setting,
  defaultPassport: setting,
  defaultExpirationSettings: v.optional(ExpirationChanges),
  defaultProjectJobs: setting,
  deploymentPolicy: setting,
  nsnbConfig: setting,
  resourceConfig: setting,
  saml: setting,
  strictConnectors: setting,
  strictDeploymentProtectionSettings: setting,
  strictPasswordProtectionSettings: setting,
  strictShareableLinks: setting,
})

/** Teams. https://vercel.com/docs/rest-api/reference/endpoints/teams */
export const teamsRoutes = [
  ...atPaths(['/v2/teams', '/v1/teams'], (path) =>
    get('getTeams', path, requireUser(), (call) => {
      const { rows, user } = call
      const teams = rows.teams.list('bySortKey').filter((team) => canReach(call, team))
      const own = new Map(teams.map((team) => [team, membershipOf(rows, team, user)]))
      const page = pageOf(pageQuery(call), sortedRows(teams.filter((team) => own.get(team) !== undefined)))
      const written = page.rows.flatMap((team) => {
        const membership = own.get(team)
        return membership === undefined ? [] : [teamJson(team, membership)]
      })
      return json({ teams: written, pagination: page.pagination })
    }),
  ),
  // The path without a version is the command line's.
  ...atPaths(['/v1/teams', '/v2/teams', '/teams'], (path) =>
    post('createTeam', path, requireUser('admin:org'), body(TeamInput), (call) => {
      const { user, body } = call
      requireFreeSlug(call.rows, body.slug)
      const team = createTeam(call, user, { slug: body.slug, name: body.name ?? body.slug })
      const membership = addMember(call, team, user, { role: 'OWNER', confirmed: true, origin: 'teams' })
      return json(teamJson(team, membership))
    }),
  ),
  // The path without a version is the command line's.
  ...atPaths(['/v2/teams/:team', '/v1/teams/:team', '/teams/:team'], (path) =>
    get('getTeam', path, loadTeam, ({ team, membership }) => json(teamJson(team, membership))),
  ),
  ...atPaths(['/v2/teams/:team', '/v1/teams/:team', '/teams/:team'], (path) =>
    patch('patchTeam', path, requireTeamOwner, body(TeamChanges), (call) => {
      const { rows, team, membership, ids, clock, body } = call
      const { slug, name, description, avatar, emailDomain, previewDeploymentSuffix, ...settings } = body
      const { regenerateInviteCode, defaultExpirationSettings, ...rest } = settings
      if (slug !== undefined && slug !== team.slug) requireFreeSlug(rows, slug)
      const changed = renameHosts(call, rows.projects.list('byAccount', team.id), () =>
        rows.teams.update(team.id, {
          ...defined({ slug, name, description, avatar, emailDomain, previewDeploymentSuffix }),
          ...(regenerateInviteCode === true ? { inviteCode: ids.secret.base62(20) } : {}),
          settings: { ...team.settings, ...settingsOf(rest), ...expirationOf(team, defaultExpirationSettings) },
          updatedAt: Math.floor(clock.now()),
        }),
      )
      return json(teamJson(changed, membership))
    }),
  ),
  ...atPaths(['/v1/teams/:team', '/v2/teams/:team'], (path) =>
    del('deleteTeam', path, requireTeamOwner, ({ rows, team }) => {
      rows.teams.delete(team.id)
      return json({ id: team.id })
    }),
  ),
]

/** Returns the setting of how long the deployments of new projects are kept; none when a request does not change it. */
function expirationOf({ settings }: Team, input: ExpirationInput | undefined) {
  if (input === undefined) return {}
  const before = expirationIn(settings, 'defaultExpirationSettings') ?? DEFAULT_EXPIRATION
  return { defaultExpirationSettings: changedExpiration(before, input) }
}

/** Returns the settings to store, which are the ones that answers contain. */
function settingsOf(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // The vendor's answers do not return these members in the form in which they are sent.
  const unseen = ['deploymentPolicy', 'nsnbConfig', 'defaultProjectJobs', 'saml']
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== undefined && !unseen.includes(name)),
  )
}

/** Slugs and usernames share one namespace, because both are part of URLs. */
function requireFreeSlug(rows: Rows, slug: string): void {
  if (rows.teams.find('slug', slug) === undefined && rows.users.find('username', slug) === undefined) return
  throw conflict('The team slug is already in use.', 'team_slug_already_in_use')
}
