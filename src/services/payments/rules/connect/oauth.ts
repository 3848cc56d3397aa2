import type { Failure } from '#core/errors.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { oauthFailure } from '#payments/errors.ts'
import type { ConnectCode, Connection } from '#payments/schema/connect-records.ts'
import { now } from '../new-id.ts'
import { addAccount } from './new-account.ts'

/** How long a code may be exchanged, in seconds. */
const LIFETIME = 300

/** Notes that a person has agreed to connect an account, and returns the code for it. */
export function addConnectCode(
  context: PaymentsContext,
  agreed: Pick<ConnectCode, 'application' | 'country' | 'email' | 'scope' | 'type'>,
): string {
  const id = `ac_${context.ids.secret.base62(32)}`
  context.rows.connectCodes.insert({ ...agreed, id, expiresAt: now(context) + LIFETIME, connection: null })
  return id
}

/**
 * Connects the account that a code stands for: emits `account.application.authorized`. Returns the failure of a code
 * that was used before, whose connection ends.
 *
 * @throws `invalid_grant` for a code that does not exist or is too old.
 */
export function exchangeCode(context: PaymentsContext, id: string): Connection | Failure {
  const { rows, ids } = context
  const code = rows.connectCodes.get(id)
  if (code === undefined || code.expiresAt <= now(context)) {
    throw oauthFailure(400, 'invalid_grant', `Authorization code does not exist: ${id}`)
  }
  if (code.connection !== null) {
    if (rows.connections.get(code.connection) !== undefined) rows.connections.delete(code.connection)
    return oauthFailure(
      400,
      'invalid_grant',
      'This authorization code has already been used. All tokens issued with this code have been revoked.',
    )
  }
  const { type, country, email, application, scope } = code
  const account = addAccount(context, { type, country, email })
  const connection = rows.connections.insert({
    id: `rt_${ids.secret.base62(32)}`,
    account: account.id,
    application,
    scope,
  })
  rows.connectCodes.update(code.id, { connection: connection.id })
  emitApplication(context, 'account.application.authorized', connection)
  return connection
}

/**
 * Returns the connection of a refresh token.
 *
 * @throws `invalid_grant`.
 */
export function findConnection({ rows }: PaymentsContext, refreshToken: string): Connection {
  const connection = rows.connections.get(refreshToken)
  if (connection !== undefined) return connection
  throw oauthFailure(400, 'invalid_grant', `Refresh token does not exist: ${refreshToken}`)
}

/** Adds a secret and a publishable key of a connected account. */
export function addKeys(
  context: PaymentsContext,
  { account, id: connection }: Connection,
  scope: Connection['scope'],
): { readonly secret: string; readonly publishable: string } {
  const { connectedKeys } = context.rows
  const added = (prefix: string, readOnly: boolean): string =>
    connectedKeys.insert({ id: `${prefix}_test_${context.ids.secret.base62(24)}`, account, connection, readOnly }).id
  return { secret: added('sk', scope === 'read_only'), publishable: added('pk', false) }
}

/**
 * Ends the access of a platform to an account, whose keys are refused from now on: emits
 * `account.application.deauthorized`.
 *
 * @throws `invalid_client` for an account that is not connected to the application.
 */
export function disconnect(context: PaymentsContext, application: string, account: string): void {
  const { rows } = context
  const platform = rows.platform.get()
  const isConnected = account !== platform && rows.accounts.get(account)?.deleted === false
  const own = rows.connections.list('account', account)
  if (!isConnected || own.some((each) => each.application !== application)) {
    throw oauthFailure(
      401,
      'invalid_client',
      `This application is not connected to stripe account ${account}, or that account does not exist.`,
    )
  }
  emitApplication(context, 'account.application.deauthorized', { account, application })
  for (const { id } of own) rows.connections.delete(id)
  rows.accounts.update(account, { deleted: true })
}

function emitApplication(
  context: PaymentsContext,
  type: 'account.application.authorized' | 'account.application.deauthorized',
  { account, application: id }: Pick<Connection, 'account' | 'application'>,
): void {
  const { name } = context.rows.accounts.require(context.rows.platform.get())
  context.emit({ type, kind: 'application', row: { id, account, name } })
}
