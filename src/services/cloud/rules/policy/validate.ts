import { parseJsonText } from '#cloud/protocols/json-text.ts'
import { MiscasedEffect, PolicySyntaxError, parsePolicy, type Policy, type Statement } from './document.ts'
import { hasDates, hasLegacyForm } from './legacy-parsing.ts'

/** Thrown for a policy that the vendor refuses; the message is the vendor's. */
export class InvalidPolicy extends Error {
  override name = 'InvalidPolicy'
}

const LEGACY = 'The policy failed legacy parsing'

const IAM_RESOURCES = [
  'user/',
  'federated-user/',
  'role/',
  'group/',
  'instance-profile/',
  'mfa/',
  'server-certificate/',
  'policy/',
  'sms-mfa/',
  'saml-provider/',
  'oidc-provider/',
  'report/',
  'access-report/',
]

/**
 * Parses and checks a managed policy, which must state the version that inline policies may leave out.
 *
 * @throws InvalidPolicy with the vendor's message
 */
export function validManagedPolicy(text: string): Policy {
  const policy = parsed(text, 'Syntax errors in policy.')
  if (policy.version !== '2012-10-17') throw new InvalidPolicy('Policy document must be version 2012-10-17 or greater.')
  return checkIdentityPolicy(policy)
}

/**
 * Parses and checks an identity-based policy: an inline policy, or that of a session. Without a version it is one of
 * 2008-10-17.
 *
 * @throws InvalidPolicy with the vendor's message
 */
export function validIdentityPolicy(text: string): Policy {
  return checkIdentityPolicy(parsed(text, 'Syntax errors in policy.'))
}

/** Checks what identity-based policies have in common. The order of the checks follows the vendor's messages. */
function checkIdentityPolicy(policy: Policy): Policy {
  for (const { principal } of policy.statements) {
    if (principal !== null) throw new InvalidPolicy('Policy document should not specify a principal.')
  }
  if (!policy.statements.every(hasDates)) throw new InvalidPolicy(LEGACY)
  checkSids(policy.statements)
  for (const { resources } of policy.statements) for (const each of resources?.patterns ?? []) checkResourceForm(each)
  for (const { actions } of policy.statements) {
    if (actions.patterns.length === 0) throw new InvalidPolicy('Policy statement must contain actions.')
    for (const each of actions.patterns) checkAction(each)
  }
  for (const { resources } of policy.statements) {
    if (resources === null || resources.patterns.length === 0) {
      throw new InvalidPolicy('Policy statement must contain resources.')
    }
    for (const each of resources.patterns) checkIamResource(each)
  }
  return policy
}

/**
 * Parses and checks a trust policy.
 *
 * @param exists returns whether a user or role of this account exists
 * @throws InvalidPolicy with the vendor's message
 */
export function validTrustPolicy(text: string, exists: (arn: string) => boolean): Policy {
  const policy = parsed(text, 'This policy contains invalid Json')
  for (const { principal, resources, actions } of policy.statements) {
    if (resources !== null) throw new InvalidPolicy('Has prohibited field Resource')
    if (principal === null) throw new InvalidPolicy('Missing required field Principal')
    if (actions.patterns.length === 0) throw new InvalidPolicy('Missing required field Action')
    for (const each of actions.patterns) checkTrustAction(each)
    if (Object.values(principal.element).every((ids) => ids.length === 0)) {
      throw new InvalidPolicy('AssumeRole policy must contain principals.')
    }
    checkPrincipals(principal.element, exists)
  }
  checkSids(policy.statements)
  return policy
}

function parsed(text: string, notJson: string): Policy {
  if (parseJsonText(text) === undefined) throw new InvalidPolicy(notJson)
  try {
    return parsePolicy(text)
  } catch (error) {
    // An effect in the wrong case is what only the older parser refuses.
    if (error instanceof MiscasedEffect) throw new InvalidPolicy(LEGACY)
    if (error instanceof PolicySyntaxError) throw new InvalidPolicy(error.message)
    throw error
  }
}

function checkAction(action: string): void {
  if (action === '*') return
  const parts = action.split(':')
  const [vendor = ''] = parts
  if (parts.length < 2) {
    throw new InvalidPolicy('Actions/Conditions must be prefaced by a vendor, e.g., iam, sdb, ec2, etc.')
  }
  if (parts.length > 2) throw new InvalidPolicy('Actions/Condition can contain only one colon.')
  if (!/^[\w.-]+$/.test(vendor)) throw new InvalidPolicy(`Vendor ${vendor} is not valid`)
}

function checkTrustAction(action: string): void {
  if (
    /^(\*|sts:(\*|AssumeRole\*?|AssumeRoleWith(\*|SAML|WebIdentity)|TagSession|SetSourceIdentity|SetContext))$/i.test(
      action,
    )
  )
    return
  throw new InvalidPolicy('AssumeRole policy may only specify STS AssumeRole actions.')
}

function checkResourceForm(resource: string): void {
  if (resource === '*') return
  const parts = resource.split(':')
  if (parts.length < 2) throw new InvalidPolicy(`Resource ${resource} must be in ARN format or "*".`)
  const [, partition = '', vendor, region = '', account = ''] = parts
  if (!/^(aws|aws-cn|aws-us-gov|aws-iso|aws-iso-b|aws-eusc|\*)$/.test(partition)) {
    const shown = [...parts.slice(1), '*', '*', '*', '*'].slice(0, Math.max(5, parts.length - 1)).join(':')
    throw new InvalidPolicy(`Partition "${partition}" is not valid for resource "arn:${shown}".`)
  }
  if (!hasLegacyForm(resource)) throw new InvalidPolicy(LEGACY)
  if (vendor === undefined || !/^[\w-]+$/.test(vendor)) {
    throw new InvalidPolicy('Resource vendor must be fully qualified and cannot contain regexes.')
  }
  if (parts.length < 6 || region === '' || /[*?]/.test(region)) return
  // These services have one name space for all regions; access points, which have an account, are in regions.
  if (vendor === 'iam') throw new InvalidPolicy(`IAM resource ${resource} cannot contain region information.`)
  if (vendor === 's3' && account === '')
    throw new InvalidPolicy(`Resource ${resource} can not contain region information.`)
}

function checkIamResource(resource: string): void {
  const [, , vendor, , , ...rest] = resource.split(':')
  const path = rest.join(':')
  if (vendor !== 'iam' || path.startsWith('*') || path === 'root') return
  if (IAM_RESOURCES.some((start) => path.startsWith(start))) return
  throw new InvalidPolicy(`IAM resource path must either be "*" or start with ${IAM_RESOURCES.join(', ')}.`)
}

function checkPrincipals(element: Readonly<Record<string, readonly string[]>>, exists: (arn: string) => boolean): void {
  for (const [kind, ids] of Object.entries(element)) {
    for (const id of ids) {
      if (kind === 'AWS' && !isAwsPrincipal(id, exists)) throw invalidPrincipal('AWS', id)
      if (kind === 'Service' && !isServicePrincipal(id) && id !== '*') throw invalidPrincipal('SERVICE', id)
    }
  }
}

/** Returns whether an id is a well-formed `AWS` principal and, in this account, exists. */
export function isAwsPrincipal(id: string, exists: (arn: string) => boolean): boolean {
  if (id === '*' || /^\d{12}$/.test(id) || /^A[A-Z]{3}[A-Z0-9]{12,}$/.test(id)) return true
  if (
    !/^arn:(aws|aws-cn|aws-us-gov):(iam|sts)::\d{12}:(root|(user|role|assumed-role|federated-user)\/[^*?]+)$/.test(id)
  )
    return false
  return exists(id)
}

/** Returns whether an id is the name of an AWS service. */
export function isServicePrincipal(id: string): boolean {
  return /^[\w.-]+\.amazonaws\.com(\.cn)?$/.test(id)
}

function invalidPrincipal(kind: string, id: string): InvalidPolicy {
  return new InvalidPolicy(`Invalid principal in policy: "${kind}":"${id}"`)
}

function checkSids(statements: readonly Statement[]): void {
  const sids = statements.flatMap(({ sid }) => (sid === null || sid === '' ? [] : [sid]))
  if (sids.some((sid) => !/^[A-Za-z0-9]*$/.test(sid))) {
    throw new InvalidPolicy(
      'Statement IDs (SID) must be alpha-numeric. Check that your input satisfies the regular expression [0-9A-Za-z]*',
    )
  }
  if (new Set(sids).size < sids.length)
    throw new InvalidPolicy('Statement IDs (SID) in a single policy must be unique.')
}
