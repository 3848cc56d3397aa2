import * as v from 'valibot'
import { viewOfRows } from '#core/list-view.ts'
import type { Actor, ChatCall } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { activitiesJson } from '#chat/json/activities.ts'
import { appConfigJson, appRequestJson, resolutionJson } from '#chat/json/app-approvals.ts'
import { ok } from '#chat/json/ok.ts'
import { resolveApp, type Place } from '#chat/rules/app-approvals.ts'
import { flag, ids, optionalInteger, structure, text } from '#chat/rules/arguments.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { enterpriseTeams, findEnterpriseTeam, requireAdministrator } from '#chat/rules/enterprise.ts'
import { uninstallFrom } from '#chat/rules/install.ts'
import { pageOf } from '#chat/rules/page.ts'
import { ALL_SCOPES } from '#chat/rules/scopes.ts'
import type { AppRequest, AppResolution, AppScope } from '#chat/schema/app-approvals.ts'
import type { App } from '#chat/schema/people.ts'
import { method } from './method.ts'

const USER = ['user'] as const
const READ = { scopes: ['admin.apps:read'], tokens: USER }
const WRITE = { scopes: ['admin.apps:write'], tokens: USER }

/** The arguments that name a workspace or the organization. */
const PLACE = { team_id: v.optional(text), enterprise_id: v.optional(text) }
const PAGED = { ...PLACE, certified: v.optional(flag), cursor: v.optional(text), limit: optionalInteger }
const RESOLVED = { ...PLACE, app_id: v.optional(text), request_id: v.optional(text) }

const LEVELS: readonly string[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

const ActivityArguments = v.object({
  app_id: v.optional(text),
  team_id: v.optional(text),
  component_id: v.optional(text),
  component_type: v.optional(v.picklist(['events_api', 'workflows', 'functions', 'tables'])),
  log_event_type: v.optional(text),
  min_log_level: v.optional(v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])),
  min_date_created: optionalInteger,
  max_date_created: optionalInteger,
  sort_direction: v.optional(v.picklist(['asc', 'desc']), 'desc'),
  source: v.optional(v.picklist(['slack', 'developer'])),
  trace_id: v.optional(text),
  cursor: v.optional(text),
  limit: optionalInteger,
})

type ActorCall = ChatCall & { readonly principal: Actor }

interface PlaceArguments {
  readonly team_id?: string | undefined
  readonly enterprise_id?: string | undefined
}

/** The apps of an enterprise organization. https://docs.slack.dev/admins/managing-app-approvals */
export const adminAppsRoutes = [
  ...method(
    'admin.apps.approve',
    { ...WRITE, args: v.object({ ...RESOLVED, bot_scopes: v.optional(ids), user_scopes: v.optional(ids) }) },
    (call) => {
      const { args } = call
      const user = requireAdministrator(call, 'not_an_admin')
      const place = placeIn(call, args)
      const { app, request } = subjectOf(call, args, place)
      const { bot_scopes: bot = [], user_scopes: asUser = [] } = args
      if ([...bot, ...asUser].some((scope) => !ALL_SCOPES.includes(scope))) throw slackFailure('invalid_scopes')
      if (!place.isEnterprise && resolutionAt(call, app.id, enterpriseId(call))?.status === 'restricted')
        throw slackFailure('app_restricted_org_wide')
      const named = scopesOf(bot, asUser)
      const scopes = named.length > 0 ? named : (request?.scopes ?? scopesOf(app.scopes, app.userScopes))
      resolveApp(call, place, { appId: app.id, status: 'approved', scopes, actorId: user.id })
      return ok(call)
    },
  ),

  ...method('admin.apps.restrict', { ...WRITE, args: v.object(RESOLVED) }, (call) => {
    const user = requireAdministrator(call, 'not_an_admin')
    const place = placeIn(call, call.args)
    const { app, request } = subjectOf(call, call.args, place)
    const scopes = request?.scopes ?? []
    resolveApp(call, place, { appId: app.id, status: 'restricted', scopes, actorId: user.id })
    return ok(call)
  }),

  ...method('admin.apps.clearResolution', { ...WRITE, args: v.object({ ...PLACE, app_id: text }) }, (call) => {
    requireAdministrator(call, 'not_an_admin')
    const { id } = placeIn(call, call.args)
    const resolution = resolutionAt(call, findApp(call, call.args.app_id).id, id)
    if (resolution === undefined) throw slackFailure('no_resolution_found')
    call.rows.appResolutions.delete(resolution.id)
    return ok(call)
  }),

  ...method('admin.apps.approved.list', { ...READ, args: v.object(PAGED) }, (call) => {
    const { rows: page, nextCursor } = resolutions(call, call.args, 'approved')
    return ok(call, { approved_apps: page.map((each) => resolutionJson(call.rows, each)) }, { next_cursor: nextCursor })
  }),

  ...method('admin.apps.restricted.list', { ...READ, args: v.object(PAGED) }, (call) => {
    const { rows: page, nextCursor } = resolutions(call, call.args, 'restricted')
    const restricted = page.map((each) => resolutionJson(call.rows, each))
    return ok(call, { restricted_apps: restricted }, { next_cursor: nextCursor })
  }),

  ...method('admin.apps.requests.list', { ...READ, args: v.object(PAGED) }, (call) => {
    const { rows, args } = call
    requireAdministrator(call, 'not_an_admin')
    if (args.enterprise_id !== undefined && args.enterprise_id !== enterpriseId(call))
      throw slackFailure('enterprise_not_found')
    if (args.team_id === undefined && args.enterprise_id === undefined)
      throw slackFailure('no_team_or_enterprise_provided')
    const place = placeIn(call, args)
    const open = rows.appRequests
      .list('byNumber')
      .filter(({ state, teamId }) => state === 'open' && (place.isEnterprise || teamId === place.id))
    const { rows: page, nextCursor } = pageOf(viewOfRows(open), args, 100)
    return ok(call, { app_requests: page.map((each) => appRequestJson(rows, each)) }, { next_cursor: nextCursor })
  }),

  ...method('admin.apps.requests.cancel', { ...WRITE, args: v.object({ ...PLACE, request_id: text }) }, (call) => {
    requireAdministrator(call, 'not_an_admin')
    const { id } = findRequest(call, call.args.request_id, placeIn(call, call.args))
    call.rows.appRequests.update(id, { state: 'cancelled' })
    return ok(call)
  }),

  ...method(
    'admin.apps.uninstall',
    { ...WRITE, args: v.object({ app_id: text, enterprise_id: v.optional(text), team_ids: v.optional(ids) }) },
    (call) => {
      const { rows, args } = call
      requireAdministrator(call, 'permission_denied')
      const app = rows.apps.get(args.app_id)
      if (app === undefined) throw slackFailure('app_not_found')
      const { team_ids: teamIds = [], enterprise_id: enterprise } = args
      if (enterprise !== undefined && enterprise !== enterpriseId(call)) throw slackFailure('enterprise_not_found')
      if ((enterprise === undefined) === (teamIds.length === 0)) throw slackFailure('specify_enterprise_or_teams')
      const known = enterpriseTeams(rows).map(({ id }) => id)
      if (teamIds.some((id) => !known.includes(id))) throw slackFailure('teams_not_found')
      uninstallFrom(call, app, enterprise === undefined ? teamIds : known)
      return ok(call)
    },
  ),

  ...method(
    'admin.apps.activities.list',
    {
      scopes: ['admin.app_activities:read'],
      tokens: USER,
      args: ActivityArguments,
    },
    (call) => {
      const { rows, args } = call
      // The vendor publishes no word of its own for somebody who is no administrator.
      requireAdministrator(call, 'no_permission')
      if (args.app_id !== undefined && rows.apps.get(args.app_id) === undefined) throw slackFailure('invalid_app_id')
      if (args.team_id !== undefined && !enterpriseTeams(rows).some(({ id }) => id === args.team_id))
        throw slackFailure('invalid_team')
      const found = activitiesJson(rows, enterpriseId(call)).filter((each) => isAskedFor(each, args))
      const sorted = args.sort_direction === 'asc' ? found : found.toReversed()
      const { rows: activities, nextCursor } = pageOf(viewOfRows(sorted), args, 100)
      return ok(call, { activities }, { next_cursor: nextCursor })
    },
  ),

  ...method(
    'admin.apps.config.lookup',
    { ...READ, args: v.object({ app_ids: ids }), missing: 'missing_args' },
    (call) => {
      requireAdministrator(call, 'no_permission')
      const found = call.args.app_ids.flatMap((id) => call.rows.appConfigs.get(id) ?? [])
      return ok(call, { configs: found.map(appConfigJson) })
    },
  ),

  ...method(
    'admin.apps.config.set',
    {
      ...WRITE,
      args: v.object({
        app_id: text,
        domain_restrictions: v.optional(structure),
        workflow_auth_strategy: v.optional(text),
      }),
    },
    (call) => {
      const { rows, args } = call
      requireAdministrator(call, 'no_permission')
      if (rows.apps.get(args.app_id) === undefined) throw slackFailure('invalid_app')
      const before = rows.appConfigs.get(args.app_id)
      const fields = {
        urls: before?.urls ?? [],
        emails: before?.emails ?? [],
        ...domainsIn(args.domain_restrictions),
        workflowAuthStrategy:
          strategyIn(args.workflow_auth_strategy) ?? before?.workflowAuthStrategy ?? 'builder_choice',
      } as const
      if (before === undefined) rows.appConfigs.insert({ id: args.app_id, ...fields })
      else rows.appConfigs.update(before.id, fields)
      return ok(call)
    },
  ),
]

/** Returns whether an activity is among those that the arguments ask for. */
function isAskedFor(
  activity: ReturnType<typeof activitiesJson>[number],
  args: v.InferOutput<typeof ActivityArguments>,
): boolean {
  const pairs = [
    [args.app_id, activity.app_id],
    [args.team_id, activity.team_id],
    [args.component_id, activity.component_id],
    [args.component_type, activity.component_type],
    [args.log_event_type, activity.event_type],
    [args.source, activity.source],
    [args.trace_id, activity.trace_id],
  ] as const
  const { level, created } = activity
  return (
    pairs.every(([asked, has]) => asked === undefined || asked === has) &&
    LEVELS.indexOf(level) >= LEVELS.indexOf(args.min_log_level ?? 'info') &&
    created >= (args.min_date_created ?? 0) &&
    created <= (args.max_date_created ?? Infinity)
  )
}

function enterpriseId({ rows }: ActorCall): string {
  return rows.enterprise.get()?.id ?? ''
}

function resolutionAt({ rows }: ActorCall, appId: string, placeId: string): AppResolution | undefined {
  return rows.appResolutions.find('app', appId, placeId)
}

/**
 * Returns the place that the arguments name; the only workspace of the organization when they name none.
 *
 * @throws `too_many_teams_provided` and `team_not_found`.
 */
function placeIn(call: ActorCall, { team_id: teamId, enterprise_id: enterprise }: PlaceArguments): Place {
  if (teamId !== undefined && enterprise !== undefined) throw slackFailure('too_many_teams_provided')
  if (enterprise !== undefined) {
    if (enterprise !== enterpriseId(call)) throw slackFailure('team_not_found')
    return { id: enterprise, isEnterprise: true }
  }
  const teams = enterpriseTeams(call.rows)
  const only = teams.length === 1 ? teams[0]?.id : undefined
  return { id: findEnterpriseTeam(call, teamId ?? only ?? '').id, isEnterprise: false }
}

function findApp({ rows }: ActorCall, id: string): App {
  const app = rows.apps.get(id)
  if (app === undefined) throw slackFailure('invalid_app_id')
  return app
}

function findRequest({ rows }: ActorCall, id: string, place: Place): AppRequest {
  const request = rows.appRequests.get(id)
  if (request === undefined || !(place.isEnterprise || request.teamId === place.id))
    throw slackFailure('invalid_request_id')
  if (request.state !== 'open') throw slackFailure('request_already_resolved')
  return request
}

/** Returns the app that is decided about, and the request for it where the arguments name one. */
function subjectOf(
  call: ActorCall,
  args: { readonly app_id?: string | undefined; readonly request_id?: string | undefined },
  place: Place,
): { readonly app: App; readonly request?: AppRequest } {
  const { app_id: appId, request_id: requestId } = args
  if (appId !== undefined && requestId !== undefined) throw slackFailure('too_many_ids_provided')
  if (appId !== undefined) return { app: findApp(call, appId) }
  if (requestId === undefined) throw slackFailure('request_id_or_app_id_is_required')
  const request = findRequest(call, requestId, place)
  return { app: findApp(call, request.appId), request }
}

function scopesOf(bot: readonly string[], asUser: readonly string[]): readonly AppScope[] {
  return [
    ...bot.map((name) => ({ name, tokenType: 'bot' as const })),
    ...asUser.map((name) => ({ name, tokenType: 'user' as const })),
  ]
}

function resolutions(
  call: ActorCall,
  args: PlaceArguments & { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  status: AppResolution['status'],
) {
  requireAdministrator(call, 'not_an_admin')
  const { id } = placeIn(call, args)
  const found = call.rows.appResolutions.list('byPlace', id).filter((each) => each.status === status)
  return pageOf(viewOfRows(found), args, 100)
}

/** @throws `invalid_domains` and `no_domains_provided`. */
function domainsIn(value: unknown): { readonly urls?: readonly string[]; readonly emails?: readonly string[] } {
  if (value === undefined) return {}
  if (!isObject(value)) throw slackFailure('invalid_domains')
  const lists = [value['urls'], value['emails']].map((each) => each ?? [])
  if (!lists.every((each): each is string[] => Array.isArray(each) && each.every(isDomain)))
    throw slackFailure('invalid_domains')
  const [urls = [], emails = []] = lists
  if (urls.length + emails.length === 0) throw slackFailure('no_domains_provided')
  return { urls, emails }
}

function isDomain(value: unknown): boolean {
  return typeof value === 'string' && /^(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?$/i.test(value)
}

/** @throws `invalid_workflow_auth_strategy`. */
function strategyIn(value: string | undefined): 'builder_choice' | 'end_user_only' | undefined {
  if (value === undefined || value === 'builder_choice' || value === 'end_user_only') return value
  throw slackFailure('invalid_workflow_auth_strategy')
}
