import type { Rows } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'
import { ORGANIZATION_ID } from '../identifiers.ts'

/** The kinds of resources, by their paths below `/api/v1`, and the service in whose names they are. */
const SERVICES: readonly (readonly [path: string, service: string, name: string])[] = [
  ['users', 'directory', 'users'],
  ['groups', 'directory', 'groups'],
  ['devices', 'directory', 'devices'],
  ['apps', 'idp', 'apps'],
  ['authorizationServers', 'idp', 'authorization_servers'],
  ['policies', 'idp', 'policies'],
  ['idps', 'idp', 'identity_providers'],
]

/** The name of what belongs to a resource: the users of a group. */
const CONTAINED = 'contained_resources'

/**
 * Returns the vendor's name of a resource from its URL or its name.
 * https://developer.okta.com/docs/api/openapi/okta-management/guides/roles/#supported-resources
 *
 * @throws 400 for the URL of another kind, and for a text that is neither.
 */
export function resourceName(rows: Rows, text: string): string {
  if (text.startsWith('orn:')) return text
  const [, path = ''] = /\/api\/v1\/([^?#]+)$/.exec(text) ?? []
  const [kind = '', id, part] = path.split('/')
  const [, service, name] = SERVICES.find(([each]) => each === kind) ?? []
  if (service === undefined || name === undefined || (part !== undefined && part !== 'users')) {
    throw validationFailed('resources', `resources: ${text} is no resource`)
  }
  const app = kind === 'apps' && id !== undefined ? rows.apps.get(id) : undefined
  const parts = [
    ...(app === undefined ? [] : [app.name]),
    ...(id === undefined ? [] : [id]),
    ...(part === undefined ? [] : [CONTAINED]),
  ]
  return ['orn', 'okta', service, ORGANIZATION_ID, name, ...parts].join(':')
}

/** Returns the path below the origin of a resource with this name; null for one that has none. */
export function resourcePath(orn: string): string | null {
  const [, , service, , name, ...parts] = orn.split(':')
  const [path] = SERVICES.find(([, inService, each]) => inService === service && each === name) ?? []
  if (path === undefined) return null
  const isContained = parts.at(-1) === CONTAINED
  const id = isContained ? parts.at(-2) : parts.at(-1)
  return `/api/v1/${path}${id === undefined ? '' : `/${id}`}${isContained ? '/users' : ''}`
}
