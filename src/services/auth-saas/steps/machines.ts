import type { AuthCall } from '#auth-saas/call.ts'
import { authorizationInvalid, noSuch } from '#auth-saas/errors.ts'
import type { M2MToken, Machine } from '#auth-saas/schema/instance.ts'

/** Adds the machine that a request acts for, by its secret key. */
export const loadOwnMachine = ({ rows, principal }: AuthCall): { readonly machine: Machine } => {
  const machine = rows.machines.get(principal?.machineId)
  if (machine === undefined) throw authorizationInvalid()
  return { machine }
}

/**
 * Adds the token of a machine that the path names.
 *
 * @throws 404 for an unknown one.
 */
export const loadMachineToken = ({ rows, params }: AuthCall): { readonly token: M2MToken } => {
  const token = rows.m2mTokens.get(params['token_id'])
  if (token === undefined) throw noSuch('machine token', params['token_id'] ?? '')
  return { token }
}

/**
 * Adds the machine that the path names.
 *
 * @throws 404 for an unknown one.
 */
export const loadMachine = ({ rows, params }: AuthCall): { readonly machine: Machine } => {
  const machine = rows.machines.get(params['machine_id'])
  if (machine === undefined) throw noSuch('machine', params['machine_id'] ?? '')
  return { machine }
}
