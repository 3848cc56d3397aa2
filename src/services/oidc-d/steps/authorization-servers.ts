import { bareCode } from '#oauth/collections.ts'
import type { AtServer, OidcCall } from '#oidc-d/call.ts'
import { findCustomServer, organizationServer } from '#oidc-d/rules/servers/authorization-servers.ts'

// Steps that find the authorization server of a request.

type With<Name extends string> = OidcCall & { readonly params: { readonly [N in Name]: string } }

/** A step that adds the organization's authorization server. */
export function loadOrganizationServer(call: OidcCall): AtServer {
  return organizationServer(call)
}

/**
 * A step that loads the custom authorization server of the path.
 *
 * @throws 404, also for an inactive server.
 */
export function loadCustomServer(call: With<'authorizationServerId'>): AtServer {
  return findCustomServer(call, call.params.authorizationServerId)
}

/** A step that loads the authorization server that issued the device code of a form. */
export function loadServerOfDevice(call: OidcCall): AtServer {
  const code = call.form().get('user_code') ?? ''
  const id = call.rows.oauthDevices.find('userCode', bareCode(code))?.server ?? ''
  return id === '' ? organizationServer(call) : findCustomServer(call, id)
}
