import type { AuthCall } from '#auth-saas/call.ts'
import { noSuch } from '#auth-saas/errors.ts'
import { findConnection } from '#auth-saas/rules/enterprise/connections.ts'
import type { EnterpriseConnection } from '#auth-saas/schema/enterprise.ts'

/**
 * Adds the enterprise connection that the path names.
 *
 * @throws 404 for an unknown one.
 */
export const loadConnection = (call: AuthCall): { readonly connection: EnterpriseConnection } => ({
  connection: findConnection(call, call.params['connection_id'] ?? ''),
})

/**
 * Adds the connection by SAML that the path names by its own id.
 *
 * @throws 404 for an unknown one.
 */
export const loadSamlConnection = (call: AuthCall): { readonly connection: EnterpriseConnection } => {
  const id = call.params['saml_connection_id'] ?? ''
  const connection = call.rows.enterpriseConnections.find('samlId', id)
  if (connection === undefined) throw noSuch('SAML connection', id)
  return { connection }
}
