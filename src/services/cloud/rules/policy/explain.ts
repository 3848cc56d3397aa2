import type { AccessRequest, PolicyKind, Verdict } from './evaluate.ts'

const WORDS: Readonly<Record<PolicyKind, readonly [article: string, policy: string]>> = {
  identity: ['an', 'identity-based policy'],
  resource: ['a', 'resource-based policy'],
  boundary: ['a', 'permissions boundary'],
  session: ['a', 'session policy'],
}

/**
 * Returns the vendor's message for a denied request: `User: … is not authorized to perform: iam:GetUser on resource: …
 * because no identity-based policy allows the iam:GetUser action`. S3 quotes the resource, SQS writes actions in lower
 * case. https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html
 */
export function explain(
  { requester, action, resource }: AccessRequest,
  verdict: Extract<Verdict, { allowed: false }>,
): string {
  const [article, policy] = WORDS[verdict.by]
  const [service] = action.split(':')
  const named = service === 'sqs' ? action.toLowerCase() : action
  const about = service === 's3' ? `"${resource}"` : resource
  const why = verdict.explicit
    ? `with an explicit deny in ${article} ${policy}`
    : `because no ${policy} allows the ${named} action`
  return `User: ${requester.arn ?? 'anonymous'} is not authorized to perform: ${named} on resource: ${about} ${why}`
}
