import type { CallWithParams } from '#deployhost/call.ts'
import type { AccountAccess } from '#deployhost/rules/access.ts'
import { findEdgeConfig } from '#deployhost/rules/edge-configs.ts'
import type { EdgeConfig } from '#deployhost/schema.ts'
import { loadAccount, requireAccountWrite } from './accounts.ts'

/** A request's user, account and Edge Config. */
export type EdgeConfigAccess = AccountAccess & { readonly edgeConfig: EdgeConfig }

/**
 * A step for reading that loads the Edge Config of the path.
 *
 * @throws 403 for the account, 404 for the Edge Config.
 */
export function loadEdgeConfig(call: CallWithParams<'edgeConfigId'>): EdgeConfigAccess {
  const access = loadAccount(call)
  return { ...access, edgeConfig: findEdgeConfig(call.rows, access.account, call.params.edgeConfigId) }
}

/**
 * A step for a change that loads the Edge Config of the path.
 *
 * @throws 403 unless the token and the role allow changes to the account, 404 for the Edge Config.
 */
export function requireEdgeConfigWrite(call: CallWithParams<'edgeConfigId'>): EdgeConfigAccess {
  const access = requireAccountWrite('repo')(call)
  return { ...access, edgeConfig: findEdgeConfig(call.rows, access.account, call.params.edgeConfigId) }
}
