import { SeedProblem } from '#core/service.ts'
import type { CloudContext } from '#cloud/call.ts'
import { accountIn } from '#cloud/rules/account.ts'
import { addAccessKey } from '#cloud/rules/iam/new-entities.ts'
import type { SeedAccount, SeedPath } from '#cloud/seed/problem.ts'
import { checkSeededRoles, seedAwsPolicies, seedIam } from './iam.ts'
import { seedNotifications } from './notifications.ts'
import { seedS3 } from './s3.ts'
import { seedSqs } from './sqs.ts'
import type { AccountSection, Section } from '#cloud/seed.ts'
import { setSettings } from '#cloud/rules/settings.ts'

/**
 * The key pair of the vendor's own examples. It belongs to the account's root user.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/security-creds.html
 */
export const EXAMPLE_KEY = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }

/**
 * Fills the store from the `cloud` section of a seed.
 *
 * @throws {@link SeedProblem} where it contradicts itself.
 */
export function applySeed(context: CloudContext, section: Section): void {
  const { region, account_id, strict_auth, enforce_iam } = section
  setSettings(context, { region, accountId: account_id, strictAuth: strict_auth, enforceIam: enforce_iam })
  seedAwsPolicies(context)
  const accounts: readonly SeededAccount[] = [
    { ...seededAccount(context, account_id, region, []), section, key: EXAMPLE_KEY },
    ...section.accounts.map((each, index) => {
      const at = ['accounts', index]
      return { ...seededAccount(context, each.account_id, region, at), section: each, key: rootKeyOf(each, at) }
    }),
  ]
  for (const account of accounts) seedRootKey(context, account)
  for (const account of accounts) seedIam(context, account, account.section.iam)
  // Roles, buckets and queues may name each other as principals, across accounts.
  for (const account of accounts) checkSeededRoles(context, account, account.section.iam)
  for (const account of accounts) seedS3(context, account, account.section.s3.buckets)
  for (const account of accounts) seedSqs(context, account, account.section.sqs.queues)
  for (const account of accounts) seedNotifications(context, account, account.section.s3.buckets)
}

/** An account with its part of the seed and the key of its root user; null for none. */
interface SeededAccount extends SeedAccount {
  readonly section: AccountSection
  readonly key: { readonly id: string; readonly secret: string | undefined } | null
}

function seededAccount({ rows }: CloudContext, accountId: string, region: string, path: SeedPath): SeedAccount {
  const account = accountIn(region, accountId)
  if (rows.accounts.get(account) !== undefined) {
    throw new SeedProblem([...path, 'account_id'], `${accountId}: another account has this id`)
  }
  rows.accounts.insert({ id: account, alias: null, passwordPolicy: null, credentialReport: null })
  return { account, accountId, region, path }
}

function rootKeyOf(
  { access_key_id: id, secret_access_key: secret }: Section['accounts'][number],
  at: SeedPath,
): SeededAccount['key'] {
  if (id !== undefined) return { id, secret }
  if (secret === undefined) return null
  throw new SeedProblem([...at, 'secret_access_key'], 'a secret needs an access_key_id')
}

function seedRootKey(context: CloudContext, { account, key, path }: SeededAccount): void {
  if (key === null) return
  if (context.rows.credentials.get(key.id) !== undefined) {
    throw new SeedProblem([...path, 'access_key_id'], `${key.id}: another access key has this id`)
  }
  addAccessKey(context, { account, userId: null }, key)
}
