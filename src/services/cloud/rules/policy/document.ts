import { parseJsonText } from '#cloud/protocols/json-text.ts'
import { isOperator, type Condition } from './conditions.ts'
import type { PrincipalElement } from './principals.ts'

/** One statement of a policy. */
export interface Statement {
  readonly sid: string | null
  readonly effect: 'Allow' | 'Deny'
  /** The principals that the statement applies to; null in an identity-based policy. */
  readonly principal: { readonly negated: boolean; readonly element: PrincipalElement } | null
  readonly actions: { readonly negated: boolean; readonly patterns: readonly string[] }
  /** Null in a trust policy, whose resource is its role. */
  readonly resources: { readonly negated: boolean; readonly patterns: readonly string[] } | null
  readonly conditions: readonly Condition[]
}

/** A parsed policy. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html */
export interface Policy {
  readonly version: '2008-10-17' | '2012-10-17'
  readonly statements: readonly Statement[]
}

/** Thrown for a text that is not a policy. */
export class PolicySyntaxError extends Error {
  override name = 'PolicySyntaxError'

  constructor() {
    super('Syntax errors in policy.')
  }
}

/** Thrown for an effect such as `allow`, whose case is wrong. */
export class MiscasedEffect extends PolicySyntaxError {
  override name = 'MiscasedEffect'
}

const POLICY_MEMBERS = new Set(['Version', 'Id', 'Statement'])
const STATEMENT_MEMBERS = new Set([
  'Sid',
  'Effect',
  'Principal',
  'NotPrincipal',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
])

/**
 * Parses a policy.
 *
 * @throws {@link PolicySyntaxError} where it breaks the grammar of policies.
 */
export function parsePolicy(text: string): Policy {
  const document = membersOf(jsonOf(text), POLICY_MEMBERS)
  const { Version: version = '2008-10-17', Id: id, Statement: statement } = document
  if (version !== '2008-10-17' && version !== '2012-10-17') throw new PolicySyntaxError()
  if (id !== undefined && typeof id !== 'string') throw new PolicySyntaxError()
  const statements: readonly unknown[] = Array.isArray(statement) ? statement : [statement]
  if (statements.length === 0) throw new PolicySyntaxError()
  return { version, statements: statements.map(statementOf) }
}

/** Parses a policy that was checked when it was stored; null for a malformed one. */
export function storedPolicy(text: string): Policy | null {
  try {
    return parsePolicy(text)
  } catch {
    return null
  }
}

function jsonOf(text: string): unknown {
  const value = parseJsonText(text)
  if (value === undefined) throw new PolicySyntaxError()
  return value
}

function statementOf(value: unknown): Statement {
  const members = membersOf(value, STATEMENT_MEMBERS)
  const { Sid: sid, Effect: effect } = members
  if (sid !== undefined && typeof sid !== 'string') throw new PolicySyntaxError()
  if (effect !== 'Allow' && effect !== 'Deny') {
    throw typeof effect === 'string' && /^(?:allow|deny)$/i.test(effect)
      ? new MiscasedEffect()
      : new PolicySyntaxError()
  }
  const principal = oneOf(members, 'Principal', 'NotPrincipal')
  const actions = oneOf(members, 'Action', 'NotAction')
  const resources = oneOf(members, 'Resource', 'NotResource')
  return {
    sid: sid ?? null,
    effect,
    principal: principal && { negated: principal.negated, element: principalElement(principal.value) },
    actions: actions === null ? { negated: false, patterns: [] } : patternsOf(actions),
    resources: resources && patternsOf(resources),
    conditions: members['Condition'] === undefined ? [] : conditionsOf(members['Condition']),
  }
}

interface NegatableElement {
  readonly negated: boolean
  readonly value: unknown
}

/**
 * Returns the element or its negation; null when there is neither.
 *
 * @throws when there are both.
 */
function oneOf(members: Readonly<Record<string, unknown>>, name: string, contrary: string): NegatableElement | null {
  const [value, negated] = [members[name], members[contrary]]
  if (value !== undefined && negated !== undefined) throw new PolicySyntaxError()
  if (value === undefined && negated === undefined) return null
  return value === undefined ? { negated: true, value: negated } : { negated: false, value }
}

function patternsOf({ negated, value }: NegatableElement) {
  return { negated, patterns: texts(value) }
}

function principalElement(value: unknown): PrincipalElement {
  if (value === '*') return { AWS: ['*'] }
  const kinds = membersOf(value, new Set(['AWS', 'Service', 'Federated', 'CanonicalUser']))
  return Object.fromEntries(Object.entries(kinds).map(([kind, ids]) => [kind, texts(ids)]))
}

function conditionsOf(value: unknown): Condition[] {
  return Object.entries(membersOf(value)).flatMap(([operator, keys]) => {
    const entries = Object.entries(membersOf(keys))
    // The operator of an empty block is not read.
    if (entries.length > 0 && !isOperator(operator)) throw new PolicySyntaxError()
    return entries.map(([key, values]) => ({ operator, key, values: scalars(values) }))
  })
}

/** Returns a text, or a list of texts, as a list. */
function texts(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.map((each) => {
    if (typeof each !== 'string') throw new PolicySyntaxError()
    return each
  })
}

/** Returns the values of a condition as texts; numbers and booleans are allowed too. */
function scalars(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.map((each) => {
    if (typeof each !== 'string' && typeof each !== 'number' && typeof each !== 'boolean') throw new PolicySyntaxError()
    return String(each)
  })
}

function membersOf(value: unknown, allowed?: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new PolicySyntaxError()
  if (allowed !== undefined && Object.keys(value).some((name) => !allowed.has(name))) throw new PolicySyntaxError()
  return value as Record<string, unknown> // an object that is not a list
}
