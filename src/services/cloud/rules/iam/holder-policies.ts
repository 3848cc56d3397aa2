import type { CloudCall, Rows } from '#cloud/call.ts'
import { limitExceeded, noSuchEntity } from '#cloud/errors/iam.ts'
import type { HolderKind, InlinePolicy, ManagedPolicy, User } from '#cloud/schema/iam.ts'
import { checkPolicy, sizeOf } from './documents.ts'
import { findPolicy } from './find.ts'

/**
 * The largest total size of a holder's inline policies.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
 */
const INLINE_SIZES: Readonly<Record<HolderKind, number>> = { user: 2048, group: 5120, role: 10_240 }

const QUOTAS: Readonly<Record<HolderKind, string>> = {
  user: 'PoliciesPerUser',
  group: 'PoliciesPerGroup',
  role: 'PoliciesPerRole',
}

/** A user, a group or a role. */
type Holder = Pick<User, 'account' | 'id'>

/**
 * Attaches a policy unless it is attached already.
 *
 * @throws `LimitExceeded` for the eleventh.
 */
export function attach(rows: Rows, holderKind: HolderKind, holder: Holder, policy: ManagedPolicy): void {
  const { account, id: holderId } = holder
  if (rows.attachments.find('pair', holderKind, holderId, policy.id) !== undefined) return
  if (rows.attachments.count('byHolder', holderKind, holderId) >= 10) {
    throw limitExceeded(`Cannot exceed quota for ${QUOTAS[holderKind]}: 10`)
  }
  rows.attachments.insert({ account, policyId: policy.id, policyName: policy.name, holderKind, holderId })
}

/**
 * Detaches a policy.
 *
 * @throws `NoSuchEntity` when it is not attached.
 */
export function detach(call: CloudCall, holderKind: HolderKind, holderId: number, policyArn: string): void {
  const policy = findPolicy(call, policyArn)
  const { rows } = call
  const attachment = rows.attachments.find('pair', holderKind, holderId, policy.id)
  if (attachment === undefined) throw noSuchEntity(`Policy ${policyArn} was not found.`)
  rows.attachments.delete(attachment.id)
}

/**
 * Finds an inline policy by name.
 *
 * @throws `NoSuchEntity`.
 */
export function findInline(rows: Rows, kind: HolderKind, holderId: number, name: string): InlinePolicy {
  const policy = rows.inlinePolicies.find('name', kind, holderId, name)
  if (policy === undefined) throw noSuchEntity(`The ${kind} policy with name ${name} cannot be found.`)
  return policy
}

/**
 * Adds an inline policy, replacing one of the same name.
 *
 * @throws `MalformedPolicyDocument` and `LimitExceeded`.
 */
export function putInline(
  rows: Rows,
  holderKind: HolderKind,
  holder: { readonly id: number; readonly name: string },
  { name, document }: Pick<InlinePolicy, 'name' | 'document'>,
): void {
  checkPolicy(document)
  const others = rows.inlinePolicies.list('byHolder', holderKind, holder.id).filter((each) => each.name !== name)
  const size = others.reduce((sum, each) => sum + sizeOf(each.document), sizeOf(document))
  const most = INLINE_SIZES[holderKind]
  if (size > most) throw limitExceeded(`Maximum policy size of ${most} bytes exceeded for ${holderKind} ${holder.name}`)
  const before = rows.inlinePolicies.find('name', holderKind, holder.id, name)
  if (before === undefined) rows.inlinePolicies.insert({ holderKind, holderId: holder.id, name, document })
  else rows.inlinePolicies.update(before.id, { document })
}
