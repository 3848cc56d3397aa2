import * as v from 'valibot'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { denied, noSuchEntity } from '#cloud/errors/iam.ts'
import { queryAnswer } from '#cloud/protocols/query.ts'
import { accountOf } from '#cloud/rules/account.ts'
import { findCallingUser } from '#cloud/rules/iam/calling-user.ts'
import { findUser } from '#cloud/rules/iam/find.ts'
import { sortedListing, paging } from '#cloud/rules/iam/page.ts'
import { accessKeysOf, addAccessKey, type KeyOwner } from '#cloud/rules/iam/new-entities.ts'
import { entityName, patterned, word } from '#cloud/rules/iam/parameters.ts'
import type { Credential, User } from '#cloud/schema/iam.ts'
import { accessKeyXml, timestamp } from '#cloud/xml/iam.ts'
import { iamInput } from '#cloud/steps/iam/iam-input.ts'
import { pageXml } from '#cloud/xml/page.ts'

const { post } = routesFor<CloudCall>()

const UserName = v.optional(entityName(128))
const AccessKeyId = patterned(16, 128, /^[\w]+$/)

/**
 * Access keys of a named user or of the caller.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateAccessKey.html
 */
export const accessKeysRoutes = [
  post('iam:CreateAccessKey', '/', iamInput({ UserName }), (call) => {
    const user = findKeyOwner(call, call.input.UserName)
    const key = addAccessKey(call, ownerOf(call, user))
    const { CreateDate, ...shown } = accessKeyXml(user?.name, key)
    return queryAnswer(call, { AccessKey: { ...shown, SecretAccessKey: key.secret, CreateDate } })
  }),
  post('iam:ListAccessKeys', '/', iamInput({ UserName, ...paging }), (call) => {
    const user = findKeyOwner(call, call.input.UserName)
    const keys = sortedListing(accessKeysOf(call, ownerOf(call, user)), ({ id }) => id)
    return queryAnswer(
      call,
      pageXml('AccessKeyMetadata', keys, call.input, (key) => accessKeyXml(user?.name, key)),
    )
  }),
  post('iam:UpdateAccessKey', '/', iamInput({ UserName, AccessKeyId, Status: word('Active', 'Inactive') }), (call) => {
    const { rows, input } = call
    rows.credentials.update(findKey(call, input).id, { status: input.Status })
    return queryAnswer(call)
  }),
  post('iam:DeleteAccessKey', '/', iamInput({ UserName, AccessKeyId }), (call) => {
    call.rows.credentials.delete(findKey(call, call.input).id)
    return queryAnswer(call)
  }),
  post('iam:GetAccessKeyLastUsed', '/', iamInput({ AccessKeyId }), (call) => {
    const { rows, input } = call
    const key = rows.credentials.get(input.AccessKeyId)
    const user = rows.users.get(key?.userId)
    // The vendor answers so for an unknown key, whoever calls.
    if (key === undefined || key.session !== null || key.account !== accountOf(call)) throw denied(lastUsedDenied(call))
    const { lastUsed } = key
    return queryAnswer(call, {
      UserName: user?.name,
      AccessKeyLastUsed: {
        LastUsedDate: lastUsed === null ? undefined : timestamp(lastUsed.at),
        ServiceName: lastUsed?.service ?? 'N/A',
        Region: lastUsed?.region ?? 'N/A',
      },
    })
  }),
]

/**
 * Returns the user whose keys a request is about: the named one, otherwise the caller; null for root.
 *
 * @throws `ValidationError` for a session of a role or federated user.
 */
function findKeyOwner(call: CloudCall, name: string | undefined): User | null {
  const { principal } = call
  if (name !== undefined) return findUser(call, name)
  return principal === null || principal.type === 'root' ? null : findCallingUser(call)
}

function ownerOf(call: CloudCall, user: User | null): KeyOwner {
  return { account: accountOf(call), userId: user?.id ?? null }
}

/**
 * Finds an access key of the user that a request is about.
 *
 * @throws `NoSuchEntity`.
 */
function findKey(
  call: CloudCall,
  input: { readonly UserName?: string | undefined; readonly AccessKeyId: string },
): Credential {
  const user = findKeyOwner(call, input.UserName)
  const key = call.rows.credentials.get(input.AccessKeyId)
  if (
    key === undefined ||
    key.session !== null ||
    key.userId !== (user?.id ?? null) ||
    key.account !== accountOf(call)
  ) {
    throw noSuchEntity(`The Access Key with id ${input.AccessKeyId} cannot be found.`)
  }
  return key
}

function lastUsedDenied({ principal }: CloudCall): string {
  return `User: ${principal?.arn ?? 'anonymous'} is not authorized to perform: iam:GetAccessKeyLastUsed on resource: *`
}
