import { parseJson } from '../../../../core/parse-json.ts'
import { s3Arn } from '../../arn.ts'
import type { CloudCall } from '../../call.ts'
import { malformedPolicy } from '../../errors-s3.ts'
import type { Bucket } from '../../schema-s3.ts'
import { storedPolicy } from '../policy/document.ts'
import { bytesOfUpload, receiveUpload } from './upload.ts'

interface Statement {
  readonly Effect?: unknown
  readonly Principal?: unknown
  readonly Resource?: unknown
  readonly NotResource?: unknown
  readonly Condition?: unknown
}

/**
 * Returns the policy document in a request's body, exactly as the client sent it. Throws `MalformedPolicy` when it is
 * not a valid bucket policy. https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-policy-language-overview.html
 */
export async function policyOf(call: CloudCall, bucket: Bucket): Promise<string> {
  const text = bytesOfUpload((await receiveUpload(call)).upload).toString('utf8')
  const statements = statementsOf(text)
  if (statements === null) throw malformedPolicy("Policies must be valid JSON and the first byte must be '{'")
  if (statements.length === 0) throw malformedPolicy('Missing required field Statement')
  for (const statement of statements) checkStatement(statement, bucket)
  // A policy that cannot be parsed would have no effect under `enforce_iam`.
  if (storedPolicy(text) === null) throw malformedPolicy('Invalid policy syntax.')
  return text
}

function checkStatement(statement: Statement, bucket: Bucket): void {
  if (statement.Effect !== 'Allow' && statement.Effect !== 'Deny') {
    throw malformedPolicy(`Invalid effect: ${String(statement.Effect)}`)
  }
  if (!('Principal' in statement) && !('NotPrincipal' in statement))
    throw malformedPolicy('Missing required field Principal')
  if (!('Action' in statement) && !('NotAction' in statement)) throw malformedPolicy('Missing required field Action')
  const resources = [statement.Resource ?? statement.NotResource ?? []].flat()
  if (resources.length === 0) throw malformedPolicy('Missing required field Resource')
  const arn = s3Arn(bucket.id)
  const isOwn = (resource: unknown): boolean =>
    resource === arn || resource === '*' || (typeof resource === 'string' && /^[/*?]/.test(ofBucket(resource, arn)))
  if (!resources.every(isOwn)) throw malformedPolicy('Policy has invalid resource')
}

/** Returns the rest of a resource after the bucket's ARN; empty for another bucket. */
function ofBucket(resource: string, arn: string): string {
  return resource.startsWith(arn) ? resource.slice(arn.length) : ''
}

/** Returns whether a policy allows everyone something without a condition. */
export function isPublic(policy: string): boolean {
  return (statementsOf(policy) ?? []).some(({ Effect, Principal, Condition }) => {
    const everybody =
      Principal === '*' || [(Principal as { AWS?: unknown } | undefined)?.AWS ?? []].flat().includes('*')
    return Effect === 'Allow' && everybody && Condition === undefined
  })
}

/** Returns the statements of a document; null when it is not a JSON object. */
function statementsOf(text: string): readonly Statement[] | null {
  if (!text.startsWith('{')) return null
  try {
    const document = parseJson(text) as { Statement?: unknown }
    return [document.Statement ?? []]
      .flat()
      .filter((each): each is Statement => typeof each === 'object' && each !== null)
  } catch {
    return null
  }
}
