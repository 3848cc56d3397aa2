import type { ChatContext, Rows } from '#chat/call.ts'
import type { AppRequest, AppResolution, AppScope } from '#chat/schema/app-approvals.ts'
import type { App, User } from '#chat/schema/people.ts'
import { enterpriseOf } from './enterprise.ts'
import { newId } from './new-id.ts'
import { teamOf } from './workspaces.ts'

// Which apps people may install in an enterprise organization. https://docs.slack.dev/admins/managing-app-approvals

/** The place that a decision is for. */
export interface Place {
  /** The id of the workspace or of the organization. */
  readonly id: string
  readonly isEnterprise: boolean
}

/** Returns the decision that holds for an app in a workspace: its own, or else that of the organization. */
export function resolutionOf(rows: Rows, appId: string, teamId: string): AppResolution | undefined {
  const enterprise = rows.enterprise.get()
  const ofTeam = rows.appResolutions.find('app', appId, teamId)
  if (enterprise === null) return ofTeam
  const ofEnterprise = rows.appResolutions.find('app', appId, enterprise.id)
  return ofEnterprise?.status === 'restricted' ? ofEnterprise : (ofTeam ?? ofEnterprise)
}

/** The permission of a person to install an app: to install it, to request it, or neither. */
export type InstallLeave = 'granted' | 'to be requested' | 'restricted'

/** Returns whether a person may install an app with these scopes. An approval holds for the scopes that it was for. */
export function installLeave(rows: Rows, app: App, user: User, scopes: readonly AppScope[]): InstallLeave {
  const { id: teamId } = teamOf(rows, user)
  const enterprise = enterpriseOf(rows, teamId)
  if (enterprise === null) return 'granted'
  const resolution = resolutionOf(rows, app.id, teamId)
  if (resolution?.status === 'restricted') return 'restricted'
  // Administrators approve what they install.
  if (!enterprise.needsAppApproval || user.isAdmin) return 'granted'
  const isCovered = (scope: AppScope): boolean => resolution?.scopes.some((each) => isSame(each, scope)) === true
  return resolution !== undefined && scopes.every(isCovered) ? 'granted' : 'to be requested'
}

function isSame(one: AppScope, other: AppScope): boolean {
  return one.name === other.name && one.tokenType === other.tokenType
}

/** Asks for leave to install an app, and emits the event for the apps that answer. The open request is kept. */
export function requestApp(
  context: Pick<ChatContext, 'rows' | 'clock' | 'ids' | 'emit'>,
  app: App,
  user: User,
  scopes: readonly AppScope[],
): AppRequest {
  const { rows, clock } = context
  const { id: teamId } = teamOf(rows, user)
  const open = openRequests(rows, app.id, teamId).find(({ userId }) => userId === user.id)
  if (open !== undefined) return rows.appRequests.update(open.id, { scopes })
  const request = rows.appRequests.insert({
    id: newId(context, 'Ar'),
    number: rows.numbers.next(),
    appId: app.id,
    teamId,
    userId: user.id,
    scopes,
    createdAt: clock.now(),
    state: 'open',
  })
  context.emit({ kind: 'app_requested', request })
  return request
}

function openRequests(rows: Rows, appId: string, teamId: string | null): readonly AppRequest[] {
  return rows.appRequests
    .list('byApp', appId)
    .filter(({ state, teamId: id }) => state === 'open' && (teamId === null || id === teamId))
}

/**
 * Decides about an app, and answers the open requests for it there. A restriction of the organization also ends the
 * approvals of its workspaces.
 */
export function resolveApp(
  { rows, clock }: ChatContext,
  place: Place,
  { appId, status, scopes, actorId }: Pick<AppResolution, 'appId' | 'status' | 'scopes' | 'actorId'>,
): AppResolution {
  const teamId = place.isEnterprise ? null : place.id
  for (const { id } of openRequests(rows, appId, teamId)) rows.appRequests.update(id, { state: status })
  if (place.isEnterprise && status === 'restricted') {
    for (const { id } of rows.appResolutions.list('byApp', appId)) rows.appResolutions.delete(id)
  }
  const fields = { appId, placeId: place.id, status, scopes, actorId, updatedAt: clock.now() }
  const before = rows.appResolutions.find('app', appId, place.id)
  return before === undefined ? rows.appResolutions.insert(fields) : rows.appResolutions.update(before.id, fields)
}
