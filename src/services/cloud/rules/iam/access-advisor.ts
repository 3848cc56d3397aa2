import type { CloudCall } from '#cloud/call.ts'
import { invalidInput, noSuchEntity } from '#cloud/errors/iam.ts'
import type { ServiceUse } from '#cloud/schema/iam-keys.ts'
import type { HolderKind, ManagedPolicy } from '#cloud/schema/iam.ts'
import { like, patternOf } from '../policy/wildcards.ts'
import { storedPolicy, type Policy } from '../policy/document.ts'
import { groupArn, roleArn, userArn } from './arns.ts'
import { defaultVersion, findHolder, withoutPartition } from './find.ts'

/** The services that are here, by the namespace of their actions. */
export const SERVICE_NAMES: Readonly<Record<string, string>> = {
  iam: 'AWS Identity and Access Management',
  s3: 'Amazon S3',
  sqs: 'Amazon SQS',
  sts: 'AWS Security Token Service',
}

/** A user, a group or a role. */
export interface Holder {
  readonly kind: HolderKind
  readonly id: number
  readonly name: string
  readonly path: string
  readonly uniqueId: string
  readonly arn: string
}

/** The subject of a job of the access advisor: a user, group or role, or a managed policy. */
export type Subject =
  | { readonly kind: 'holder'; readonly holder: Holder }
  | { readonly kind: 'policy'; readonly policy: ManagedPolicy }

/**
 * Finds the user, group, role or policy of an ARN.
 *
 * @throws `InvalidInput` for another ARN, and `NoSuchEntity`.
 */
export function findSubject(call: CloudCall, arn: string): Subject {
  const [, kind, name] = /^arn:[\w-]+:iam::[^:]*:(user|group|role|policy)\/(?:.*\/)?([^/]+)$/.exec(arn) ?? []
  if (kind === undefined || name === undefined) throw invalidInput(`ARN ${arn} is not valid.`)
  if (kind === 'policy') {
    const policy = call.rows.managedPolicies.find('arn', withoutPartition(arn))
    if (policy !== undefined) return { kind, policy }
  } else {
    const { id } = findHolder(call, kind as HolderKind, name) // the pattern above
    const holder = holderOf(call, kind as HolderKind, id) // the same
    if (holder.arn === arn) return { kind: 'holder', holder }
  }
  throw noSuchEntity(`ARN ${arn} cannot be found.`)
}

const TABLES = {
  user: { table: 'users', arn: userArn },
  group: { table: 'groups', arn: groupArn },
  role: { table: 'roles', arn: roleArn },
} as const

function holderOf(call: CloudCall, kind: HolderKind, holderId: number): Holder {
  const { table, arn } = TABLES[kind]
  const { account, id, name, path, uniqueId } = call.rows[table].require(holderId)
  return { kind, id, name, path, uniqueId, arn: arn({ account, name, path }) }
}

/** A policy of a user, a group or a role, or of a group of the user. */
export interface HeldPolicy {
  readonly name: string
  /** The ARN of a managed policy; null for an inline one. */
  readonly arn: string | null
  readonly holder: Holder
  readonly policy: Policy | null
}

/** Returns the policies that give a user, a group or a role its permissions. */
export function heldPolicies(call: CloudCall, holder: Holder): HeldPolicy[] {
  const { rows } = call
  const groups =
    holder.kind === 'user'
      ? rows.memberships.referring('userId', holder.id).map(({ groupId }) => holderOf(call, 'group', groupId))
      : []
  return [holder, ...groups].flatMap((each) => [
    ...rows.attachments.list('byHolder', each.kind, each.id).map(({ policyId, policyName }) => {
      const managed = rows.managedPolicies.require(policyId)
      const policy = storedPolicy(defaultVersion(rows, managed).document)
      return { name: policyName, arn: managed.arn, holder: each, policy }
    }),
    ...rows.inlinePolicies.list('byHolder', each.kind, each.id).map(({ name, document }) => {
      return { name, arn: null, holder: each, policy: storedPolicy(document) }
    }),
  ])
}

/** Returns whether a policy allows any action of a service. */
export function grantsService(policy: Policy | null, service: string): boolean {
  return (policy?.statements ?? []).some(({ effect, actions }) => {
    if (effect !== 'Allow') return false
    // NotAction allows everything else, which is some action of every service.
    return actions.negated || actions.patterns.some((pattern) => namesService(pattern, service))
  })
}

function namesService(pattern: string, service: string): boolean {
  const [namespace = ''] = pattern.toLowerCase().split(':')
  return like(patternOf(namespace), service)
}

/** Returns the services of which a subject's policies allow an action, by their names. */
export function grantedServices(call: CloudCall, subject: Subject): string[] {
  const policies =
    subject.kind === 'policy'
      ? [storedPolicy(defaultVersion(call.rows, subject.policy).document)]
      : heldPolicies(call, subject.holder).map(({ policy }) => policy)
  return Object.keys(SERVICE_NAMES).filter((service) => policies.some((policy) => grantsService(policy, service)))
}

/** The last use of a service by a user or a role. */
export interface LastUse extends ServiceUse {
  readonly holder: Holder
}

/** Returns the uses of a service by those whom a subject gives permissions, the latest first. */
export function usesOf(call: CloudCall, subject: Subject, service: string): LastUse[] {
  const { rows } = call
  return usersAndRoles(call, subject)
    .flatMap((holder) => {
      const use = rows.serviceUses.find('service', holder.kind, holder.id, service)
      return use === undefined ? [] : [{ ...use, holder }]
    })
    .toSorted((left, right) => right.at - left.at)
}

/** Returns the users and roles that a subject is, has as members, or is attached to. */
export function usersAndRoles(call: CloudCall, subject: Subject): Holder[] {
  const { rows } = call
  const membersOf = (holder: Holder): Holder[] =>
    holder.kind === 'group'
      ? rows.memberships.referring('groupId', holder.id).map(({ userId }) => holderOf(call, 'user', userId))
      : [holder]
  if (subject.kind === 'holder') return membersOf(subject.holder)
  const found = rows.attachments
    .referring('policyId', subject.policy.id)
    .flatMap(({ holderKind, holderId }) => membersOf(holderOf(call, holderKind, holderId)))
  return [...new Map(found.map((holder) => [holder.arn, holder])).values()]
}
