import type { CloudCall } from '#cloud/call.ts'
import type { Tag } from '#cloud/schema/iam.ts'
import { accountOf } from '../account.ts'
import type { RequestContext } from '../policy/context.ts'
import {
  groupArn,
  instanceProfileArn,
  mfaDeviceArn,
  oidcProviderArn,
  policyArn,
  roleArn,
  samlProviderArn,
  serverCertificateArn,
  userArn,
} from './arns.ts'
import { withoutPartition } from './find.ts'

/** The action, resource and condition keys that policies decide about. */
export interface Access {
  readonly action: string
  readonly resource: string
  readonly context: RequestContext
}

type Parameters = Readonly<Record<string, unknown>>

/**
 * The parameters that name the resource of an operation. Where an operation has several, the first of this list counts.
 */
const RESOURCE_PARAMETERS = [
  { parameter: 'InstanceProfileName', table: 'instanceProfiles', arn: instanceProfileArn },
  { parameter: 'RoleName', table: 'roles', arn: roleArn },
  { parameter: 'GroupName', table: 'groups', arn: groupArn },
  { parameter: 'ServerCertificateName', table: 'serverCertificates', arn: serverCertificateArn },
  { parameter: 'UserName', table: 'users', arn: userArn },
] as const

/** Operations that default to the calling user when they name none. */
const DEFAULTS_TO_CALLER = new Set([
  'iam:ChangePassword',
  'iam:GetUser',
  'iam:CreateAccessKey',
  'iam:ListAccessKeys',
  'iam:UpdateAccessKey',
  'iam:DeleteAccessKey',
  'iam:ListServiceSpecificCredentials',
  'iam:ListSigningCertificates',
  'iam:ListSSHPublicKeys',
  'iam:ListMFADevices',
  'iam:UploadSigningCertificate',
  'iam:UpdateSigningCertificate',
  'iam:DeleteSigningCertificate',
])

/** The parameters that are themselves the ARN of the resource. */
const ARN_PARAMETERS = ['PolicyArn', 'OpenIDConnectProviderArn', 'SAMLProviderArn', 'SerialNumber', 'Arn']

/**
 * Returns the action, resource and condition keys of an IAM operation. The resource need not exist.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsidentityandaccessmanagementiam.html
 */
export function iamAccess(call: CloudCall, input: Parameters): Access {
  return { action: call.operation ?? '', resource: resourceOf(call, input), context: contextOf(call, input) }
}

function resourceOf(call: CloudCall, input: Parameters): string {
  const { rows, operation, principal } = call
  const account = accountOf(call)
  const path = textOf(input['Path']) ?? '/'
  for (const { parameter, table, arn } of RESOURCE_PARAMETERS) {
    const name = textOf(input[parameter])
    if (name === null) continue
    const known = findNamed(rows[table], account, name)
    return arn({ account, path: known?.path ?? path, name: known?.name ?? name })
  }
  const named = ARN_PARAMETERS.map((parameter) => textOf(input[parameter])).find((value) => value !== null)
  if (named !== undefined && named !== null) return named
  const device = textOf(input['VirtualMFADeviceName'])
  if (device !== null) return mfaDeviceArn({ account, path, name: device })
  if (operation === 'iam:CreateSAMLProvider') return samlProviderArn({ account, name: textOf(input['Name']) ?? '' })
  const policy = textOf(input['PolicyName'])
  if (policy !== null) return policyArn({ account, path, name: policy })
  const url = textOf(input['Url'])
  if (url !== null) return oidcProviderArn({ account, host: hostOf(url) })
  if (DEFAULTS_TO_CALLER.has(operation ?? '')) return principal?.arn ?? '*'
  // GetAccessKeyLastUsed names an access key and no user; its resource is the key's owner.
  const owner = rows.users.get(rows.credentials.get(textOf(input['AccessKeyId']))?.userId)
  return owner === undefined ? '*' : userArn(owner)
}

function contextOf(call: CloudCall, input: Parameters): RequestContext {
  // The schema of every operation with tags gives both members these types.
  const tags = (input['Tags'] ?? []) as readonly Tag[]
  const keys = (input['TagKeys'] ?? []) as readonly string[] // see above
  return {
    ...requestTags(tags, tags.length > 0 ? undefined : keys),
    ...resourceTags(call, input),
    ...conditionKey('iam:PolicyARN', input['PolicyArn']),
    ...conditionKey('iam:PermissionsBoundary', input['PermissionsBoundary']),
  }
}

/** Returns the condition keys of the tags that a request sets, or removes by their keys. */
export function requestTags(
  tags: readonly Tag[],
  keys: readonly string[] = tags.map(({ key }) => key),
): RequestContext {
  return {
    ...Object.fromEntries(tags.map(({ key, value }) => [`aws:RequestTag/${key}`, value])),
    ...(keys.length > 0 ? { 'aws:TagKeys': keys } : {}),
  }
}

/** Returns the condition keys of the resource's tags. */
function resourceTags(call: CloudCall, input: Parameters): RequestContext {
  return Object.fromEntries(
    tagsOfResource(call, input).flatMap(({ key, value }) => [
      [`aws:ResourceTag/${key}`, value],
      [`iam:ResourceTag/${key}`, value],
    ]),
  )
}

/** A resource with a name; groups have no tags. */
interface TaggedEntity {
  readonly name: string
  readonly tags?: readonly Tag[]
}

function tagsOfResource(call: CloudCall, input: Parameters): readonly Tag[] {
  const { rows } = call
  const account = accountOf(call)
  for (const { parameter, table } of RESOURCE_PARAMETERS) {
    const name = textOf(input[parameter])
    if (name === null) continue
    return findNamed<TaggedEntity>(rows[table], account, name)?.tags ?? []
  }
  const policy = rows.managedPolicies.find('arn', withoutPartition(textOf(input['PolicyArn']) ?? ''))
  const host = textOf(input['OpenIDConnectProviderArn'])?.replace(/^.*?:oidc-provider\//, '') ?? ''
  const saml = textOf(input['SAMLProviderArn'])?.replace(/^.*?:saml-provider\//, '') ?? ''
  const provider = rows.oidcProviders.find('host', account, host) ?? rows.samlProviders.find('name', account, saml)
  return (policy ?? provider)?.tags ?? []
}

/** Finds a row by its name, of which the case does not matter. */
function findNamed<R>(
  collection: { find(key: 'name', account: string, name: string): R | undefined },
  account: string,
  name: string,
): R | undefined {
  return collection.find('name', account, name.toLowerCase())
}

function conditionKey(key: string, value: unknown): RequestContext {
  return typeof value === 'string' ? { [key]: value } : {}
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Returns the host and path of an issuer, by which its provider is named. */
export function hostOf(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}
