/** The scopes of the implemented operations of the management API. https://developer.okta.com/docs/api/oauth2/ */
export const MANAGEMENT_SCOPES: readonly string[] = [
  'okta.users.read',
  'okta.users.manage',
  'okta.users.read.self',
  'okta.users.manage.self',
  'okta.groups.read',
  'okta.groups.manage',
  'okta.apps.read',
  'okta.apps.manage',
  'okta.authorizationServers.read',
  'okta.authorizationServers.manage',
  'okta.logs.read',
  'okta.sessions.read',
  'okta.sessions.manage',
]
