import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import type { OidcContext } from '#oidc-a/call.ts'
import { keyFileJson, type ServiceAccountKey } from '#oidc-a/json/key-file.ts'
import { serviceAccountNamed } from '#oidc-a/rules/service-accounts.ts'

const Key = v.strictObject({ email: v.optional(v.string()) })

/** A service account. */
export interface ServiceAccountOptions {
  /** The address of the account. Default: the first that is seeded */
  readonly email?: string
}

/** Executes `serviceAccountKey` of the emulator, whose interface documents it. */
export function serviceAccountKey(context: OidcContext, options: ServiceAccountOptions = {}): ServiceAccountKey {
  const { email } = checkedOptions('serviceAccountKey', Key, options)
  const known = context.rows.serviceAccounts.list('byPosition')
  const account = email === undefined ? known[0] : serviceAccountNamed(context, email)
  if (account !== undefined) return keyFileJson(context, account)
  const names = known.map((each) => each.email).join(', ') || 'none; service_accounts of the seed lists them'
  throw new Error(`there is no service account ${email ?? ''} (registered: ${names})`)
}
