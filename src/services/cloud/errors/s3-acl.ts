import type { Failure } from '#core/errors.ts'
import { cloudFailure } from './failure.ts'

/** 400: the document of an ACL does not fit its schema. */
export function malformedAcl(): Failure {
  const message = 'The XML you provided was not well-formed or did not validate against our published schema'
  return cloudFailure(400, 'MalformedACLError', message)
}

/** 400: a grantee is named by an e-mail address, which belongs to no account. */
export function unresolvableGrant(address: string): Failure {
  const message = 'The e-mail address you provided does not match any account on record.'
  return cloudFailure(400, 'UnresolvableGrantByEmailAddress', message, { members: { EmailAddress: address } })
}

/** 400: the request sets an ACL and has neither headers nor a body with one. */
export function aclMissing(): Failure {
  return cloudFailure(400, 'MissingSecurityHeader', 'Your request was missing a required header', {
    members: { MissingHeaderName: 'x-amz-acl' },
  })
}

/** 400: the request has an ACL in its headers, and a body beside it. */
export function unexpectedContent(): Failure {
  return cloudFailure(400, 'UnexpectedContent', 'This request does not support content')
}
