import { ownMember } from '#core/objects.ts'
import type { CloudCall } from '#cloud/call.ts'
import { operations } from '#cloud/operations.generated.ts'

/** The services behind the one endpoint. */
export type CloudService = 's3' | 'sqs' | 'iam' | 'sts'

/** The service of a request and the protocol of its answers. */
export interface Wire {
  readonly service: CloudService
  readonly protocol: 'rest-xml' | 'query' | 'json'
}

/** The services of the query protocol by their API version, which most requests state. */
const VERSIONS: Readonly<Record<string, CloudService>> = {
  '2012-11-05': 'sqs',
  '2010-05-08': 'iam',
  '2011-06-15': 'sts',
}

/** The XML namespace of the answers of each service. */
export const NAMESPACES: Readonly<Record<CloudService, string>> = {
  s3: 'http://s3.amazonaws.com/doc/2006-03-01/',
  sqs: 'http://queue.amazonaws.com/doc/2012-11-05/',
  iam: 'https://iam.amazonaws.com/doc/2010-05-08/',
  sts: 'https://sts.amazonaws.com/doc/2011-06-15/',
}

/** The services that speak AWS JSON, by the prefix of their targets. */
export const TARGETS: Readonly<Record<string, CloudService>> = { AmazonSQS: 'sqs' }

/** Returns the service and protocol of a request, by its operation where it has one. */
export function wireOf(call: CloudCall): Wire {
  const target = call.header('x-amz-target')
  if (target !== undefined)
    return { service: ownMember(TARGETS, target.split('.')[0] ?? '') ?? 'sqs', protocol: 'json' }
  const named = call.operation?.split(':')[0] as CloudService | undefined // operations begin with the service
  const service = named ?? queryService(call) ?? (call.host === 'sqs' ? 'sqs' : 's3')
  return { service, protocol: service === 's3' ? 'rest-xml' : 'query' }
}

/** Returns the service of a request in the query protocol; null for other requests. */
export function queryService(call: CloudCall, parameters = queryParameters(call)): CloudService | null {
  if (parameters === null) return null
  const scoped = scopedService(call)
  if (scoped === 's3') return null
  return ownMember(VERSIONS, parameters.get('Version') ?? '') ?? scoped ?? serviceOfAction(call, parameters)
}

/**
 * Returns the service that has the action of a request with neither a version nor a signature, as integrations of API
 * Gateway and shell scripts send it; null when none has it, and for a GET of a bucket or a queue.
 */
function serviceOfAction(call: CloudCall, parameters: URLSearchParams): CloudService | null {
  if (parameters.has('Version') || (call.method === 'GET' && call.path !== '/')) return null
  const action = `:${parameters.get('Action') ?? ''}`
  const named = operations.find((operation) => operation.endsWith(action) && !operation.startsWith('s3:'))
  return (named?.split(':')[0] ?? null) as CloudService | null // operations begin with the service
}

/**
 * Returns the parameters of a request in the query protocol, from its form and its query; null when the request names
 * no action. https://docs.aws.amazon.com/IAM/latest/UserGuide/programming.html
 */
export function queryParameters(call: CloudCall): URLSearchParams | null {
  const isForm =
    call.method === 'POST' && /^application\/x-www-form-urlencoded/i.test(call.header('content-type') ?? '')
  if (isForm && call.file === null) {
    const form = call.form()
    for (const [name, value] of call.query) if (!form.has(name)) form.append(name, value)
    if (form.has('Action')) return form
  }
  return (call.method === 'GET' || call.method === 'POST') && call.query.has('Action') ? call.query : null
}

/** Returns the region and service of the signature's credential scope; null when the request has no well-formed one. */
export function scopeOf(call: CloudCall): { readonly region: string; readonly service: string } | null {
  const header = call.header('authorization') ?? ''
  const credential = /Credential=([^,\s]+)/.exec(header)?.[1] ?? call.query.get('X-Amz-Credential') ?? ''
  const [region, service] = credential.split('/').slice(-3)
  return region === undefined || service === undefined ? null : { region, service }
}

/** Returns the service of the signature's credential scope; null when it is not one of this endpoint's. */
function scopedService(call: CloudCall): CloudService | null {
  const service = scopeOf(call)?.service
  return service !== undefined && Object.hasOwn(NAMESPACES, service) ? (service as CloudService) : null // a key of NAMESPACES
}
