import type { AuthCall } from '#auth-saas/call.ts'
import { browserToken, newClientToken } from './clients.ts'
import { addClient } from './sessions.ts'
import type { Client } from '#auth-saas/schema/sessions.ts'

/** The client of the browser that sends a request. */
export interface Browser {
  readonly client: Client
  /** The token by which the browser is known. */
  readonly token: string
}

/** Returns the client of the browser that sends a request, with a new client for one that has none yet. */
export function browserOf(call: AuthCall): Browser {
  const { rows } = call
  const known = browserToken(call)
  const row = known === null ? undefined : rows.clientTokens.get(known)
  const client = rows.clients.get(row?.clientId)
  if (row !== undefined && client !== undefined) return { client, token: row.id }
  const added = addClient(call)
  if (row === undefined) return { client: added, token: newClientToken(call, added.id) }
  rows.clientTokens.update(row.id, { clientId: added.id })
  return { client: added, token: row.id }
}
