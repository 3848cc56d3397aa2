import type { CloudContext } from '#cloud/call.ts'
import { invalidInput, noSuchEntity } from '#cloud/errors/iam.ts'
import type { HolderKind } from '#cloud/schema/iam.ts'
import { conditionContext, type ConditionContext } from '../policy/context.ts'
import { storedPolicy, type Policy } from '../policy/document.ts'
import { evaluate, type AccessRequest, type ApplicablePolicies } from '../policy/evaluate.ts'
import type { Requester } from '../policy/principals.ts'
import { accountIdOf, accountOfArn } from '../account.ts'
import { groupArn, roleArn, userArn } from './arns.ts'
import { boundaryPolicy, policiesOfHolder, type NamedPolicy } from './requester.ts'

/** The subject of a simulation: the policies, and the principal that has them. */
export interface Simulated {
  readonly policies: readonly NamedPolicy[]
  readonly boundary: Policy | null
  readonly requester: Requester
}

/**
 * Returns the policies of a user, with those of its groups, of a group or of a role.
 *
 * @throws `InvalidInput` for another ARN, and `NoSuchEntity`.
 */
export function simulatedPrincipal(context: CloudContext, arn: string): Simulated {
  const { rows } = context
  const [, kind, name = ''] = /^arn:[\w-]+:iam::\d{12}:(user|group|role)\/(?:.*\/)?([^/]+)$/.exec(arn) ?? []
  if (kind === undefined) throw invalidInput('Invalid Entity Arn: Should be the ARN of a user, group or role.')
  const key = name.toLowerCase()
  const account = accountOfArn(arn)
  const user = kind === 'user' ? rows.users.find('name', account, key) : undefined
  const role = kind === 'role' ? rows.roles.find('name', account, key) : undefined
  const group = kind === 'group' ? rows.groups.find('name', account, key) : undefined
  const id = (user ?? role ?? group)?.id
  const known = user === undefined ? role && roleArn(role) : userArn(user)
  if (id === undefined || (known ?? (group && groupArn(group))) !== arn) {
    throw noSuchEntity(`The ${kind} with name ${name} cannot be found.`)
  }
  const groups = user === undefined ? [] : rows.memberships.referring('userId', user.id)
  return {
    policies: [
      ...policiesOfHolder(context, kind as HolderKind, id), // the pattern has these three
      ...groups.flatMap(({ groupId }) => policiesOfHolder(context, 'group', groupId)),
    ],
    boundary: boundaryPolicy(context, (user ?? role)?.permissionsBoundary ?? null),
    requester: simulatedRequester(accountIdOf(arn), arn),
  }
}

/** Returns the requester with an ARN; without one, a user of the account. */
export function simulatedRequester(accountId: string, arn: string | null): Requester {
  const type = arn?.includes(':role/') === true ? 'assumed-role' : 'user'
  const sourceArn = type === 'assumed-role' ? arn : null
  return { type, accountId, arn, sourceArn, uniqueId: null, provider: null, service: null }
}

/** One question of a simulation. */
export interface SimulatedRequest {
  readonly action: string
  readonly resource: string
  readonly context: ConditionContext
  readonly resourcePolicy: Policy | null
}

/** The vendor's words for a decision. */
type SimulatedDecision = 'allowed' | 'explicitDeny' | 'implicitDeny'

/** The answer to one question. */
export interface Simulation {
  readonly decision: SimulatedDecision
  /** The ids of the policies that decide: those that deny, otherwise those that allow. */
  readonly matched: readonly string[]
  /** The condition keys of the policies that the question has no values for. */
  readonly missing: readonly string[]
  /** Null without a boundary. */
  readonly allowedByBoundary: boolean | null
}

/**
 * Decides as the enforcement of policies does, and tells by which policies.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_testing-policies.html
 */
export function simulate({ policies, boundary, requester }: Simulated, question: SimulatedRequest): Simulation {
  const { action, resource, context, resourcePolicy } = question
  const request: AccessRequest = { requester, action, resource, context, resourceAccountId: null }
  const decide = (over: Partial<ApplicablePolicies>) =>
    evaluate(request, { identity: [], boundary: null, session: null, resource: null, ...over })
  const verdict = decide({ identity: policies.map(({ policy }) => policy), boundary, resource: resourcePolicy })
  const isDenied = !verdict.allowed && verdict.explicit
  const matched = policies.filter(({ policy }) => {
    const own = decide({ identity: [policy] })
    return isDenied ? !own.allowed && own.explicit : own.allowed
  })
  return {
    decision: verdict.allowed ? 'allowed' : isDenied ? 'explicitDeny' : 'implicitDeny',
    matched: matched.map(({ id }) => id),
    missing: contextKeysOf(policies.map(({ policy }) => policy)).filter((key) => !context.has(key.toLowerCase())),
    allowedByBoundary: boundary === null ? null : decide({ identity: [boundary] }).allowed,
  }
}

/** Returns the condition keys that policies ask for, each once. */
export function contextKeysOf(policies: readonly Policy[]): string[] {
  return [
    ...new Set(
      policies.flatMap(({ statements }) => statements.flatMap(({ conditions }) => conditions.map(({ key }) => key))),
    ),
  ]
}

/**
 * Parses a policy of a request.
 *
 * @throws `InvalidInput` for a text that is none.
 */
export function policyOfInput(text: string): Policy {
  const policy = storedPolicy(text)
  if (policy === null) throw invalidInput('The policy document is not valid.')
  return policy
}

/** Returns the values of condition keys as the evaluation takes them. */
export function simulatedContext(
  entries: readonly { readonly ContextKeyName: string; readonly ContextKeyValues: readonly string[] }[],
): ConditionContext {
  return conditionContext(
    Object.fromEntries(entries.map(({ ContextKeyName, ContextKeyValues }) => [ContextKeyName, ContextKeyValues])),
  )
}
