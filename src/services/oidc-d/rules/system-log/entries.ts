import { createHash } from 'node:crypto'
import type { Principal, RecordContext } from '#oidc-d/call.ts'
import { requestIdOf } from '#oidc-d/errors/ids.ts'
import {
  LOG_MESSAGES,
  type App,
  type EventHook,
  type Group,
  type InlineHook,
  type LogEntity,
  type LogEvent,
  type LogEventType,
  type NetworkZone,
  type OrgPolicy,
  type OrgPolicyRule,
  type User,
} from '#oidc-d/schema.ts'

/** The members of a new entry. */
export interface NewLogEvent {
  readonly target?: readonly LogEntity[]
  /** Default: the principal of the request, or the system. */
  readonly actor?: LogEntity
  /** The reason of a failure; absent for a success. */
  readonly failure?: string
}

/** The actor of what happens without a request, or as its consequence: a group rule that adds a user. */
export const SYSTEM: LogEntity = {
  id: 'system',
  type: 'SystemPrincipal',
  alternateId: 'system@okta.com',
  displayName: 'Okta System',
}

/** Adds an entry to the System Log, which event hooks hear of. A seed adds none. */
export function recordEvent(context: RecordContext, eventType: LogEventType, event: NewLogEvent): void {
  const { rows, clock } = context
  if (!rows.logStarted.get()) return
  const { target = [], actor = actorOf(context.principal), failure } = event
  const number = String(rows.logNumbers.next()).padStart(12, '0')
  const entry = rows.logEvents.insert({
    id: number,
    uuid: uuidOf(`${number} ${clock.now()}`),
    published: clock.now(),
    eventType,
    displayMessage: LOG_MESSAGES[eventType],
    severity: failure === undefined ? 'INFO' : 'WARN',
    result: failure === undefined ? 'SUCCESS' : 'FAILURE',
    reason: failure ?? null,
    actor,
    target,
    ...requestOf(context),
  })
  context.emit(entry)
}

function requestOf(context: RecordContext) {
  const { path = null, clientAddress = null } = context
  const userAgent = context.header?.('user-agent') ?? null
  return { transactionId: requestIdOf(context), requestUri: path, userAgent, ipAddress: clientAddress }
}

function actorOf(principal: Principal | null | undefined): LogEntity {
  if (principal === null || principal === undefined) return SYSTEM
  if (principal.user !== null) return userEntity(principal.user)
  const { name } = principal
  return { id: name, type: 'PublicClientApp', alternateId: name, displayName: name }
}

/** Derives a UUID of the form of version 4, different for each text. */
function uuidOf(text: string): LogEvent['uuid'] {
  const digits = createHash('sha256').update(`oidc-d log ${text}`).digest('hex')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`]
  return `${parts.join('-')}-${digits.slice(20, 32)}`
}

/** Returns a user as entries name them. */
export function userEntity({ id, profile }: User): LogEntity {
  const { login, firstName, lastName } = profile
  const name = [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
  return { id, type: 'User', alternateId: login, displayName: name === '' ? login : name }
}

/** Returns a person with an unknown name who tried to sign in. */
export function unknownUser(username: string): LogEntity {
  return { id: 'unknown', type: 'User', alternateId: username, displayName: 'unknown' }
}

/** Returns a group as entries name it. */
export function groupEntity({ id, profile }: Group): LogEntity {
  return { id, type: 'UserGroup', alternateId: 'unknown', displayName: profile.name }
}

/** Returns an app as entries name it. */
export function appEntity({ id, label }: App): LogEntity {
  return { id, type: 'AppInstance', alternateId: label, displayName: label }
}

/** Returns a policy of the organization as entries name it. */
export function policyEntity({ id, name, type }: OrgPolicy): LogEntity {
  return { id, type: 'PolicyEntity', alternateId: type, displayName: name }
}

/** Returns a rule of a policy of the organization as entries name it. */
export function ruleEntity({ id, name }: OrgPolicyRule): LogEntity {
  return { id, type: 'PolicyRule', alternateId: id, displayName: name }
}

/** Returns a network zone as entries name it. */
export function zoneEntity({ id, name }: NetworkZone): LogEntity {
  return { id, type: 'NetworkZone', alternateId: id, displayName: name }
}

/** Returns an event hook as entries name it. */
export function eventHookEntity({ id, name }: Pick<EventHook, 'id' | 'name'>): LogEntity {
  return { id, type: 'EventHook', alternateId: 'unknown', displayName: name }
}

/** Returns an inline hook as entries name it. */
export function inlineHookEntity({ id, name }: Pick<InlineHook, 'id' | 'name'>): LogEntity {
  return { id, type: 'InlineHook', alternateId: 'unknown', displayName: name }
}

/** Returns the targets of an entry about the assignment of an app to a user. */
export function assignmentEntities(app: App, user: User, userName: string): readonly LogEntity[] {
  const { displayName } = userEntity(user)
  return [{ id: user.id, type: 'AppUser', alternateId: userName, displayName }, appEntity(app), userEntity(user)]
}
