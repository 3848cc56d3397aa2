import { createPrivateKey } from 'node:crypto'
import * as v from 'valibot'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { HOUR } from '#core/duration.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { App } from '#codehost/schema/apps.ts'
import { createAccount } from '../accounts/accounts.ts'
import { roleInOrganization } from '../repos/permissions.ts'
import { grantedBy } from './permissions.ts'
import { TEST_PRIVATE_KEY } from './test-key.ts'

/** How long the code of a new app can be exchanged. */
const CODE_LIFETIME = HOUR

const url = v.pipe(v.string(), v.url())

/**
 * A manifest: an app that is not registered yet.
 * https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest#github-app-manifest-parameters
 */
export const AppManifest = v.object({
  name: v.optional(v.string(), ''),
  url,
  hook_attributes: v.optional(v.object({ url: v.optional(url), active: v.optional(v.boolean(), true) })),
  redirect_url: url,
  callback_urls: v.optional(v.array(url), []),
  description: v.optional(v.nullable(v.string()), null),
  public: v.optional(v.boolean(), false),
  default_events: v.optional(v.array(v.string()), []),
  default_permissions: v.optional(v.record(v.string(), v.picklist(['read', 'write', 'admin'])), {}),
})

/** A manifest after its schema has checked it. */
export type AppManifestInput = v.InferOutput<typeof AppManifest>

/** Returns the slug of a name: `My App!` has `my-app`. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Returns the users who may register an app for an account: itself, or the owners of an organization. */
export function registrants(rows: Rows, org: Account | null): Account[] {
  const users = rows.accounts.list('byType', 'User')
  return org === null ? users : users.filter((user) => roleInOrganization(rows, org, user) === 'admin')
}

/** Registers an app, with a key, secrets and a bot of its own. Returns the code that is exchanged for them once. */
export function registerApp(
  { rows, ids, clock }: Pick<CodehostCall, 'rows' | 'ids' | 'clock'>,
  owner: Account,
  manifest: AppManifestInput & { readonly name: string },
): string {
  const at = clock.now()
  const slug = slugOf(manifest.name)
  const hook = manifest.hook_attributes
  const webhookUrl = hook?.active === true ? (hook.url ?? null) : null
  const app = rows.apps.insert({
    slug,
    name: manifest.name,
    description: manifest.description,
    externalUrl: manifest.url,
    ownerId: owner.id,
    botId: createAccount(rows, { type: 'Bot', login: `${slug}[bot]` }, at).id,
    clientId: `Iv1.${ids.hex(16)}`,
    clientSecret: ids.secret.hex(40),
    callbackUrls: manifest.callback_urls,
    privateKey: TEST_PRIVATE_KEY,
    permissions: grantedBy(manifest.default_permissions),
    events: manifest.default_events,
    webhookUrl,
    webhookSecret: webhookUrl === null ? null : ids.secret.hex(40),
    webhookContentType: 'json',
    webhookInsecureSsl: '0',
    createdAt: at,
    updatedAt: at,
  })
  const code = ids.secret.hex(40)
  rows.appManifestCodes.insert({ id: code, appId: app.id, expiresAt: at + CODE_LIFETIME })
  return code
}

/** Returns the app of a code, which is used up; null for an unknown, used or expired code. */
export function redeemAppCode({ rows, clock }: Pick<CodehostCall, 'rows' | 'clock'>, code: string): App | null {
  const held = rows.appManifestCodes.get(code)
  if (held === undefined || held.expiresAt <= clock.now()) return null
  rows.appManifestCodes.delete(code)
  return rows.apps.require(held.appId)
}

/** Returns the private key of an app as the vendor hands it out: PKCS #1 in PEM. */
export function handedOutKey({ privateKey }: App): string {
  return createPrivateKey(privateKey).export({ type: 'pkcs1', format: 'pem' }).toString()
}
