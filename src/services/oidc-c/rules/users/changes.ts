import * as v from 'valibot'
import { defined } from '#core/objects.ts'
import type { OidcContext, Rows } from '#oidc-c/call.ts'
import { badRequest, conflict } from '#oidc-c/errors.ts'
import { DETAILS, type Detail, type User } from '#oidc-c/schema.ts'

const text = v.string()
const details = Object.fromEntries(DETAILS.map((name) => [name, v.optional(v.nullable(text))])) as Record<
  Detail,
  v.OptionalSchema<v.NullableSchema<v.StringSchema<undefined>, undefined>, undefined>
> // one entry for each detail

const passwordProfile = v.strictObject({
  password: v.optional(text),
  forceChangePasswordNextSignIn: v.optional(v.boolean()),
  forceChangePasswordNextSignInWithMfa: v.optional(v.boolean()),
})

const common = {
  ...details,
  businessPhones: v.optional(v.array(text)),
  mail: v.optional(v.nullable(v.pipe(text, v.rfcEmail()))),
  userType: v.optional(v.picklist(['Member', 'Guest'])),
  passwordPolicies: v.optional(v.nullable(text)),
}

/** The body that creates a user. https://learn.microsoft.com/graph/api/user-post-users#request-body */
export const UserInput = v.strictObject({
  ...common,
  accountEnabled: v.boolean(),
  displayName: text,
  mailNickname: text,
  userPrincipalName: v.pipe(text, v.rfcEmail()),
  passwordProfile,
})

/** The body that changes a user. https://learn.microsoft.com/graph/api/user-update#request-body */
export const UserChanges = v.strictObject({
  ...common,
  accountEnabled: v.optional(v.boolean()),
  displayName: v.optional(text),
  mailNickname: v.optional(text),
  userPrincipalName: v.optional(v.pipe(text, v.rfcEmail())),
  passwordProfile: v.optional(passwordProfile),
})

/**
 * Creates a user in a tenant.
 *
 * @throws Failure for an address that another user has, and for one outside the tenant's domains.
 */
export function createUser(
  { rows, ids, clock }: Pick<OidcContext, 'rows' | 'ids' | 'clock'>,
  tenantId: string,
  input: v.InferOutput<typeof UserInput>,
): User {
  const { displayName, userPrincipalName, mailNickname, accountEnabled } = input
  const last = rows.users.page('byPosition', [], { offset: 0, limit: 1, descending: true }).rows[0]
  const changes = changesOf(rows, tenantId, input, null)
  return rows.users.insert({
    id: ids.uuid(),
    tenantId,
    mail: null,
    password: null,
    details: {},
    businessPhones: [],
    roles: [],
    managerId: null,
    createdAt: clock.now(),
    position: (last?.position ?? -1) + 1,
    ...changes,
    displayName,
    userPrincipalName,
    mailNickname,
    accountEnabled,
  })
}

/**
 * Returns the fields of a user that a body sets; a detail that is null is removed.
 *
 * @throws Failure for an address that another user has, and for one outside the tenant's domains.
 */
export function changesOf(
  rows: Rows,
  tenantId: string,
  body: v.InferOutput<typeof UserChanges>,
  before: User | null,
): Partial<Omit<User, 'id'>> {
  const { accountEnabled, displayName, mailNickname, userPrincipalName, mail, businessPhones } = body
  const password = body.passwordProfile?.password
  checkAddresses(rows, tenantId, userPrincipalName, mail ?? undefined, before)
  const changed = DETAILS.filter((name) => body[name] !== undefined)
  const unchanged = Object.entries(before?.details ?? {}).filter(([name]) => !changed.some((each) => each === name))
  const set = changed.flatMap((name) => (typeof body[name] === 'string' ? [[name, body[name]] as const] : []))
  return {
    ...defined({ accountEnabled, displayName, mailNickname, userPrincipalName, mail, businessPhones, password }),
    details: Object.fromEntries([...unchanged, ...set]),
  }
}

function checkAddresses(
  { users, tenants }: Rows,
  tenantId: string,
  principalName: string | undefined,
  mail: string | undefined,
  before: User | null,
): void {
  if (principalName !== undefined) {
    const domains = tenants.require(tenantId).domains
    const domain = principalName.slice(principalName.lastIndexOf('@') + 1).toLowerCase()
    if (!domains.includes(domain)) {
      throw badRequest(
        `The domain portion of the userPrincipalName property is invalid. You must use one of the verified domain names in your organization. (${domain} came; verified: ${domains.join(', ') || 'none'})`,
        'Request_BadRequest',
      )
    }
    const other = users.find('userPrincipalName', principalName.toLowerCase())
    if (other !== undefined && other.id !== before?.id) throw conflict('userPrincipalName')
  }
  const other = mail === undefined ? undefined : users.find('mail', mail.toLowerCase())
  if (other !== undefined && other.id !== before?.id) throw conflict('mail')
}
