import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import { unknownClient } from '#oauth/clients/clients.ts'
import { findPerson } from '#oauth/authorization/authorize.ts'
import type { OidcContext } from '#oidc-b/call.ts'
import { profile } from '#oidc-b/oauth/profile.ts'
import { deleteUser, endUse, emitForwarding } from '#oidc-b/rules/account.ts'
import type { OAuthClient, User } from '#oidc-b/schema.ts'

// The commands of a person in the settings of an account, of which the vendor tells applications.

const Account = v.strictObject({ email: v.string() })
const Use = v.strictObject({ email: v.string(), clientId: v.optional(v.string()) })
const Forwarding = v.strictObject({ ...Use.entries, enabled: v.boolean() })

/** A user. */
export interface AccountOptions {
  /** The e-mail address of a user. */
  readonly email: string
}

/** A user, and an application that the user signs in to. */
export interface UseOptions extends AccountOptions {
  /** Default: the first seeded */
  readonly clientId?: string
}

/** Whether mail to a relay address is forwarded. */
export interface ForwardingOptions extends UseOptions {
  readonly enabled: boolean
}

/** Executes `stopUsing` of the emulator, whose interface documents it. */
export function stopUsing(context: OidcContext, options: UseOptions): void {
  const { email, clientId } = checkedOptions('stopUsing', Use, options)
  endUse(context, findUser(context, email), findClient(context, clientId), 'consent-revoked')
}

/** Executes `deleteAccount` of the emulator, whose interface documents it. */
export function deleteAccount(context: OidcContext, options: AccountOptions): void {
  deleteUser(context, findUser(context, checkedOptions('deleteAccount', Account, options).email))
}

/** Executes `setForwarding` of the emulator, whose interface documents it. */
export function setForwarding(context: OidcContext, options: ForwardingOptions): void {
  const { email, clientId, enabled } = checkedOptions('setForwarding', Forwarding, options)
  emitForwarding(context, findUser(context, email), findClient(context, clientId), enabled)
}

function findUser(context: OidcContext, email: string): User {
  return context.rows.users.require(String(findPerson({ profile, context }, email).id))
}

function findClient(context: OidcContext, id: string | undefined): OAuthClient {
  const { clients } = context.rows
  const client = id === undefined ? clients.list('byPosition')[0] : clients.get(id)
  if (client === undefined) throw new Error(unknownClient(profile.clients(context), id ?? ''))
  return client
}
