import type { Parameters } from '#oauth/context.ts'
import type { SignInContext } from '#oidc-c/call.ts'
import { GRAPH_ID, GRAPH_URI } from '#oidc-c/schema/identifiers.ts'
import { graph, isResourceName, requireResource, type Resource, type WithRows } from './resources.ts'
import { badScope, noSuchPermission, severalResources } from '#oidc-c/errors/sts.ts'

/** The scopes of sign-in, which belong to no API. */
const SIGN_IN_SCOPES: readonly string[] = ['openid', 'profile', 'email', 'offline_access']

/** The scopes of the default token. */
export const DEFAULT_PERMISSIONS: readonly string[] = [
  'openid',
  'profile',
  'email',
  'User.Read',
  'User.ReadWrite',
  'User.ReadWrite.All',
]

/** A permission of an API that a scope names: `https://graph.microsoft.com/User.Read`, or `User.Read` for short. */
export interface Permission {
  readonly scope: string
  readonly resource: Resource
  readonly permission: string
}

/** Returns whether a scope is one of sign-in, which belongs to no API. */
export function isSignInScope(scope: string): boolean {
  return SIGN_IN_SCOPES.includes(scope)
}

/**
 * Returns the permission that a scope names, with its API; null for a scope of sign-in.
 *
 * @throws StsFailure for a malformed scope, an unknown API, and a permission that the API does not have.
 */
export function permissionOf(context: WithRows, scope: string, clientId: string): Permission | null {
  if (isSignInScope(scope)) return null
  const slash = scope.lastIndexOf('/')
  const permission = scope.slice(slash + 1)
  const name = slash < 0 ? '' : scope.slice(0, slash)
  if (permission === '' || (slash >= 0 && !isResourceName(context, name))) {
    throw badScope(
      `scope ${scope} names no permission; expected User.Read, https://example/scope or <guid>/scope`,
      scope,
    )
  }
  const resource = slash < 0 ? graph(GRAPH_ID) : requireResource(context, name)
  checkPermission(resource, permission, clientId)
  return { scope, resource, permission }
}

/**
 * Returns the permissions among scopes, in their order.
 *
 * @throws like {@link permissionOf}.
 */
export function permissionsIn(context: WithRows, scopes: readonly string[], clientId: string): Permission[] {
  return scopes.map((scope) => permissionOf(context, scope, clientId)).filter((each) => each !== null)
}

/** Returns whether two permissions are the same, in whatever form the client wrote them. */
export function isSame(one: Permission, other: Permission): boolean {
  return one.resource.appId === other.resource.appId && one.permission.toLowerCase() === other.permission.toLowerCase()
}

/** The API of an access token, and the scopes that it has there. */
export interface Target {
  readonly resource: Resource
  /** The scopes as the client wrote them, with those of sign-in. */
  readonly scopes: readonly string[]
  /** The same scopes in the form of the `scp` claim. */
  readonly permissions: readonly string[]
}

/**
 * Returns the part of the granted scopes that one access token has: those of the API that the token request names, else
 * of the first.
 *
 * @throws StsFailure when the token request names several APIs.
 */
export function targetOf(
  context: SignInContext,
  clientId: string,
  granted: readonly string[],
  request: Parameters,
  parameters: Parameters,
): Target {
  const permissions = permissionsIn(context, granted, clientId)
  const resource =
    requestedResource(context, clientId, request, parameters) ?? permissions[0]?.resource ?? graph(GRAPH_ID)
  const its = permissions.filter((each) => each.resource.appId === resource.appId)
  const scopes = granted.filter(
    (scope) => (isSignInScope(scope) && scope !== 'offline_access') || its.some((each) => each.scope === scope),
  )
  const names = scopes.map((scope) => its.find((each) => each.scope === scope)?.permission ?? scope)
  return { resource, scopes, permissions: [...new Set(names.filter((name) => name !== '.default'))] }
}

/**
 * Returns the API that a token request names; undefined when it names none.
 *
 * @throws StsFailure when it names several.
 */
export function requestedResource(
  context: SignInContext,
  clientId: string,
  request: Parameters,
  parameters: Parameters,
): Resource | undefined {
  if (context.version === 1) {
    const name = request['resource'] ?? parameters['resource']
    return name === undefined ? undefined : requireResource(context, name)
  }
  const requested = permissionsIn(context, wordsOf(request['scope'] ?? ''), clientId)
  const first = requested[0]?.resource
  const others = requested.filter(({ resource }) => resource.appId !== first?.appId)
  if (first !== undefined && others.length > 0)
    throw severalResources([first.name, ...others.map((each) => each.resource.name)])
  return first
}

/**
 * Returns the scopes that a person grants by agreeing. `.default`, and `resource` of the older endpoints, stand for
 * everything that the application is registered for: in this emulator, the scopes that its sign-in needs.
 */
export function grantedScopes(context: SignInContext, requested: readonly string[], parameters: Parameters): string[] {
  const { version } = context
  if (version === 1) {
    const resource = requireResource(context, parameters['resource'] ?? GRAPH_URI)
    return [...new Set([...SIGN_IN_SCOPES, ...requested.filter(isSignInScope), ...everythingOf(resource)])]
  }
  return [
    ...new Set(requested.flatMap((scope) => (isDefault(scope) ? [...defaultOf(context, scope), scope] : [scope]))),
  ]
}

/** Returns whether a scope stands for everything that an application is registered for. */
export function isDefault(scope: string): boolean {
  return scope === '.default' || scope.endsWith('/.default')
}

/** Returns the values of a parameter that is a list. */
export function wordsOf(text: string): string[] {
  return text.split(' ').filter((each) => each !== '')
}

function defaultOf(context: WithRows, scope: string): string[] {
  const slash = scope.lastIndexOf('/')
  if (slash < 0) return ['User.Read']
  return everythingOf(requireResource(context, scope.slice(0, slash)))
}

function everythingOf({ appId, name, permissions }: Resource): string[] {
  if (appId === GRAPH_ID) return [`${name}/User.Read`]
  return (permissions ?? ['user_impersonation']).map((permission) => `${name}/${permission}`)
}

function checkPermission({ appId, permissions }: Resource, permission: string, clientId: string): void {
  if (permission === '.default') return
  // Graph has hundreds of permissions and gets more each month; all have this form.
  const exists =
    appId === GRAPH_ID ? /^[A-Za-z-]+(\.[A-Za-z-]+)+$/.test(permission) : (permissions?.includes(permission) ?? true)
  if (exists) return
  const expected = permissions === null ? 'one such as User.Read' : permissions.join(' or ') || 'none'
  throw noSuchPermission(clientId, permission, appId, `scope ${permission} is none of ${appId}; expected ${expected}`)
}
