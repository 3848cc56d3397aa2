import { ownMember } from '#core/objects.ts'
import * as v from 'valibot'
import type { CloudCall } from '#cloud/call.ts'
import { invalidArgument, invalidRequest } from '#cloud/errors/s3.ts'
import { unresolvableGrant } from '#cloud/errors/s3-acl.ts'
import { element, elements } from '#cloud/protocols/read-xml.ts'
import type { XmlMembers, XmlValue } from '#cloud/protocols/xml.ts'
import { canonicalUserId } from './owner.ts'

const GROUPS = 'http://acs.amazonaws.com/groups'
/** The groups to which an ACL can grant something. */
const GROUP_NAMES = ['global/AllUsers', 'global/AuthenticatedUsers', 's3/LogDelivery']

const XSI = 'http://www.w3.org/2001/XMLSchema-instance'

/**
 * The grants of each canned ACL beside the owner's.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#canned-acl
 */
const CANNED: Readonly<Record<string, readonly (readonly [group: string, permission: string])[]>> = {
  private: [],
  'public-read': [[`${GROUPS}/global/AllUsers`, 'READ']],
  'public-read-write': [
    [`${GROUPS}/global/AllUsers`, 'READ'],
    [`${GROUPS}/global/AllUsers`, 'WRITE'],
  ],
  'authenticated-read': [[`${GROUPS}/global/AuthenticatedUsers`, 'READ']],
  'aws-exec-read': [],
  'bucket-owner-read': [],
  'bucket-owner-full-control': [],
  'log-delivery-write': [
    [`${GROUPS}/s3/LogDelivery`, 'WRITE'],
    [`${GROUPS}/s3/LogDelivery`, 'READ_ACP'],
  ],
}

const GRANT_HEADERS: Readonly<Record<string, string>> = {
  'x-amz-grant-full-control': 'FULL_CONTROL',
  'x-amz-grant-read': 'READ',
  'x-amz-grant-read-acp': 'READ_ACP',
  'x-amz-grant-write': 'WRITE',
  'x-amz-grant-write-acp': 'WRITE_ACP',
}

/**
 * Returns the members of the AccessControlPolicy in a request's headers; null when there is none.
 *
 * @param accountId the account that owns the bucket or the object, twelve digits
 * @param bucketAccountId the account that owns the bucket of the object
 * @throws `InvalidArgument` for an unknown canned ACL.
 */
export function requestedAcl(
  call: Pick<CloudCall, 'header'>,
  accountId: string,
  bucketAccountId = accountId,
): XmlMembers | null {
  const canned = call.header('x-amz-acl')
  const grants = Object.entries(GRANT_HEADERS).flatMap(([header, permission]) =>
    granteesOf(header, call.header(header)).map((grantee) => ({ Grantee: grantee, Permission: permission })),
  )
  if (canned !== undefined && grants.length > 0) {
    throw invalidRequest('Specifying both Canned ACLs and Header Grants is not allowed')
  }
  if (canned !== undefined) {
    const shared = ownMember(CANNED, canned)
    if (shared === undefined) throw invalidArgument('', 'x-amz-acl', canned)
    const ready = shared.map(([group, permission]) => ({ Grantee: groupGrantee(group), Permission: permission }))
    const owners = bucketAccountId === accountId ? [] : bucketOwnerGrants(canned, bucketAccountId)
    return policy(accountId, [ownerGrant(accountId), ...ready, ...owners])
  }
  return grants.length === 0 ? null : policy(accountId, grants)
}

/** Returns whether an ACL grants something to everyone, or to everyone with an AWS account. */
export function isPublicAcl(acl: XmlMembers): boolean {
  return grantsOf(acl).some(({ Grantee }) => Grantee?.URI?.startsWith(`${GROUPS}/global/`) === true)
}

/** Returns the groups of everyone to which an ACL grants a permission: `AllUsers` and `AuthenticatedUsers`. */
export function groupsOf(acl: XmlMembers, permission: string): string[] {
  const prefix = `${GROUPS}/global/`
  return grantsOf(acl).flatMap(({ Grantee, Permission }) =>
    Grantee?.URI?.startsWith(prefix) === true && (Permission === permission || Permission === 'FULL_CONTROL')
      ? [Grantee.URI.slice(prefix.length)]
      : [],
  )
}

/** Returns whether an ACL grants full control to the owner and nothing else, which is no ACL at all. */
export function isOwnerFullControl(accountId: string, acl: XmlMembers): boolean {
  const owner = canonicalUserId({ accountId })
  return grantsOf(acl).every(({ Grantee, Permission }) => Grantee?.ID === owner && Permission === 'FULL_CONTROL')
}

/** Returns whether an ACL grants a permission to an account. */
export function grantsAccount(acl: XmlMembers, accountId: string, permission: string): boolean {
  const id = canonicalUserId({ accountId })
  return grantsOf(acl).some(
    ({ Grantee, Permission }) => Grantee?.ID === id && (Permission === permission || Permission === 'FULL_CONTROL'),
  )
}

interface Grant {
  readonly Grantee?: { readonly ID?: string; readonly URI?: string }
  readonly Permission?: string
}

function grantsOf({ AccessControlList }: XmlMembers): readonly Grant[] {
  // This module makes all ACLs.
  return (AccessControlList as unknown as { readonly Grant: readonly Grant[] }).Grant
}

/** Returns the ACL of a bucket or object for which none was set: full control by the owner. */
export function defaultAcl(accountId: string): XmlMembers {
  return policy(accountId, [ownerGrant(accountId)])
}

const PERMISSIONS = ['FULL_CONTROL', 'WRITE', 'WRITE_ACP', 'READ', 'READ_ACP'] as const

/** The schema of an AccessControlPolicy. */
export const aclSchema = element({
  Owner: element({ ID: v.optional(v.string()) }),
  AccessControlList: element({
    Grant: elements(
      element({
        Grantee: element({
          '@xsi:type': v.picklist(['CanonicalUser', 'Group', 'AmazonCustomerByEmail']),
          ID: v.optional(v.string()),
          URI: v.optional(v.string()),
          EmailAddress: v.optional(v.string()),
        }),
        Permission: v.picklist(PERMISSIONS),
      }),
    ),
  }),
})

/**
 * Returns the members of an AccessControlPolicy.
 *
 * @throws `InvalidArgument` for an id or a group that cannot be, and `UnresolvableGrantByEmailAddress` for a grantee by
 * e-mail address, because no account has one.
 */
export function aclOf({ Owner, AccessControlList }: v.InferOutput<typeof aclSchema>): XmlMembers {
  checkId(Owner.ID, 'CanonicalUser/ID')
  return {
    Owner: { ID: Owner.ID ?? '' },
    AccessControlList: {
      Grant: AccessControlList.Grant.map(({ Grantee, Permission }) => {
        if (Grantee.EmailAddress !== undefined) throw unresolvableGrant(Grantee.EmailAddress)
        if (Grantee['@xsi:type'] === 'Group') {
          checkGroup(Grantee.URI, 'Group/URI')
          return { Grantee: groupGrantee(Grantee.URI ?? ''), Permission }
        }
        checkId(Grantee.ID, 'CanonicalUser/ID')
        return { Grantee: userGrantee(Grantee.ID ?? ''), Permission }
      }),
    },
  }
}

/** @throws `InvalidArgument` for what is no canonical user id. */
function checkId(id: string | undefined, argument: string): void {
  if (id !== undefined && !/^[\da-f]{64}$/.test(id)) throw invalidArgument('Invalid id', argument, id)
}

/** @throws `InvalidArgument` for a group that the vendor does not have. */
function checkGroup(uri: string | undefined, argument: string): void {
  if (uri === undefined || GROUP_NAMES.some((name) => uri === `${GROUPS}/${name}`)) return
  throw invalidArgument('Invalid group uri', argument, uri)
}

function policy(accountId: string, grants: readonly XmlValue[]): XmlMembers {
  return { Owner: { ID: canonicalUserId({ accountId }) }, AccessControlList: { Grant: grants } }
}

function ownerGrant(accountId: string): XmlMembers {
  return { Grantee: userGrantee(canonicalUserId({ accountId })), Permission: 'FULL_CONTROL' }
}

/** Returns the grants of a canned ACL to the owner of the bucket, where another account owns the object. */
function bucketOwnerGrants(canned: string, accountId: string): XmlMembers[] {
  if (canned === 'bucket-owner-full-control') return [ownerGrant(accountId)]
  if (canned !== 'bucket-owner-read') return []
  return [{ Grantee: userGrantee(canonicalUserId({ accountId })), Permission: 'READ' }]
}

function userGrantee(id: string): XmlMembers {
  return { '@xmlns:xsi': XSI, '@xsi:type': 'CanonicalUser', ID: id }
}

function groupGrantee(uri: string): XmlMembers {
  return { '@xmlns:xsi': XSI, '@xsi:type': 'Group', URI: uri }
}

/** Parses a header such as `id="…", uri="…"`. */
function granteesOf(name: string, header: string | undefined): XmlMembers[] {
  if (header === undefined) return []
  return header.split(',').map((each) => {
    const equals = each.indexOf('=')
    const kind = each.slice(0, Math.max(0, equals)).trim()
    const value = withoutQuotes(each.slice(equals + 1).trim())
    if (kind === 'emailAddress') throw unresolvableGrant(value)
    if ((kind !== 'id' && kind !== 'uri') || value.includes('"'))
      throw invalidArgument('Argument format not recognized', name, each.trim())
    if (kind === 'id') checkId(value, 'id')
    else checkGroup(value, 'uri')
    return kind === 'id' ? userGrantee(value) : groupGrantee(value)
  })
}

function withoutQuotes(text: string): string {
  const start = text.startsWith('"') ? 1 : 0
  return text.slice(start, text.endsWith('"') && text.length > start ? -1 : undefined)
}
