import { slugOf } from '#auth-saas/rules/organizations/organizations.ts'
import { SeedProblem } from '#core/service.ts'
import type { AuthContext, Rows } from '#auth-saas/call.ts'
import { listedIdentifier } from '#auth-saas/rules/users/restrictions.ts'
import { userByIdentifier } from '#auth-saas/rules/users/identifiers.ts'
import { hashPassword } from '#auth-saas/rules/users/passwords.ts'
import { addRole } from '#auth-saas/rules/organizations/roles.ts'
import { requireFreeClaims } from '#auth-saas/rules/sessions/reserved-claims.ts'
import { accountAt, addExternalAccount } from '#auth-saas/rules/users/external-accounts.ts'
import { addEmailAddress, addPhoneNumber, addUser, VERIFIED_BY_ADMIN } from '#auth-saas/rules/users/users.ts'
import type { Section } from '#auth-saas/seed.ts'
import { commonFields } from '#auth-saas/rules/common-fields.ts'

/**
 * Fills the store from the `auth-saas` section of a seed.
 *
 * @throws {@link SeedProblem} where the section contradicts itself.
 */
export function applySeed(context: AuthContext, section: Section): void {
  seedSettings(context, section)
  seedRoles(context, section)
  for (const [index, user] of section.users.entries()) seedUser(context, user, index)
  for (const [index, organization] of section.organizations.entries()) seedOrganization(context, organization, index)
  seedTemplates(context, section)
  for (const application of section.oauth_applications) seedOAuthApplication(context, application)
  for (const key of section.secret_keys) context.rows.secretKeys.insert({ id: key })
  for (const { url, events, secret } of section.webhooks) {
    const key = secret ?? `whsec_${Buffer.from(context.ids.secret.hex(24)).toString('base64')}`
    context.rows.webhookEndpoints.insert({ url, events, secret: key })
  }
}

function seedSettings(context: AuthContext, { settings }: Section): void {
  const { rows } = context
  rows.settings.set({
    allowlist: settings.allowlist.length > 0,
    blocklist: settings.blocklist.length > 0,
    blockEmailSubaddresses: false,
    blockDisposableEmailDomains: false,
    ignoreDotsForGmailAddresses: false,
    testMode: true,
    hibp: false,
    supportEmail: null,
    clerkJsVersion: null,
    developmentOrigin: null,
    allowedOrigins: [],
    urlBasedSessionSyncing: true,
    organizationsEnabled: settings.organizations_enabled,
    maxAllowedMemberships: settings.max_allowed_memberships,
    adminDeleteEnabled: settings.admin_delete_enabled,
    domainsEnabled: settings.domains_enabled,
    domainsEnrollmentModes: ['manual_invitation', 'automatic_invitation', 'automatic_suggestion'],
    slugDisabled: false,
    creatorRole: settings.creator_role,
    domainsDefaultRole: 'org:member',
    signUpMode: settings.sign_up_mode,
    singleSession: settings.single_session,
    sessionLifetime: settings.session_lifetime_ms,
    sessionTokenVersion: settings.session_token_version,
    sessionClaims: settings.session_claims,
    minimumPasswordLength: settings.minimum_password_length,
    lockoutAttempts: settings.lockout_attempts,
    lockoutDuration: settings.lockout_ms,
    socialProviders: settings.social_providers.map((name) => `oauth_${name.replace(/^oauth_/, '')}`),
    requiredFields: settings.required_fields,
    emailLinks: settings.email_links,
    clerkJsPackage: settings.clerk_js_package,
    homeUrl: settings.home_url ?? null,
    signInUrl: settings.sign_in_url ?? null,
    signUpUrl: settings.sign_up_url ?? null,
  })
  for (const name of ['allowlist', 'blocklist'] as const) {
    for (const identifier of settings[name]) {
      rows[name].insert({
        ...commonFields(context, name === 'allowlist' ? 'alid' : 'blid'),
        ...listedIdentifier(identifier),
        invitationId: null,
      })
    }
  }
}

function seedOAuthApplication(context: AuthContext, application: Section['oauth_applications'][number]): void {
  const { rows, ids } = context
  rows.oauthApplications.insert({
    ...commonFields(context, 'oa'),
    name: application.name,
    clientId: application.client_id ?? ids.base62(16),
    clientSecret: application.client_secret ?? ids.secret.base62(32),
    scopes: application.scopes,
    redirectUris: application.redirect_uris,
    consentScreenEnabled: application.consent_screen_enabled,
    pkceRequired: application.public,
    isPublic: application.public,
  })
}

/** The permissions that the vendor defines, with their names. */
const SYSTEM_PERMISSIONS: Readonly<Record<string, string>> = {
  'org:sys_profile:manage': 'Manage organization',
  'org:sys_profile:delete': 'Delete organization',
  'org:sys_memberships:read': 'Read members',
  'org:sys_memberships:manage': 'Manage members',
  'org:sys_domains:read': 'Read domains',
  'org:sys_domains:manage': 'Manage domains',
  'org:sys_billing:read': 'Read billing',
  'org:sys_billing:manage': 'Manage billing',
  'org:sys_api_keys:read': 'Read API keys',
  'org:sys_api_keys:manage': 'Manage API keys',
}

const MEMBER_PERMISSIONS = ['org:sys_memberships:read', 'org:sys_billing:read', 'org:sys_api_keys:read']

function seedRoles(context: AuthContext, section: Section): void {
  const { rows } = context
  for (const [key, name] of Object.entries(SYSTEM_PERMISSIONS)) {
    rows.permissions.insert({ ...commonFields(context, 'perm'), key, name, description: `${name}.`, type: 'system' })
  }
  for (const [index, { key, name, description }] of section.permissions.entries()) {
    if (rows.permissions.find('key', key) !== undefined) {
      throw new SeedProblem(['permissions', index, 'key'], `${key}: another permission has this key`)
    }
    rows.permissions.insert({ ...commonFields(context, 'perm'), key, name: name ?? key, description, type: 'user' })
  }
  const seeded = new Map(section.roles.map((role) => [role.key, role]))
  const own = section.permissions.map(({ key }) => key)
  const defaults = [
    ['org:admin', 'Admin', 'Role with elevated permissions', [...Object.keys(SYSTEM_PERMISSIONS), ...own]],
    ['org:member', 'Member', 'Role with non-privileged permissions', MEMBER_PERMISSIONS],
  ] as const
  for (const [key, name, description, permissions] of defaults) {
    if (!seeded.has(key)) addRole(context, { key, name, description, permissions: [...permissions] })
  }
  for (const [index, { key, name, description, permissions }] of section.roles.entries()) {
    if (rows.roles.find('key', key) !== undefined) {
      throw new SeedProblem(['roles', index, 'key'], `${key}: another role has this key`)
    }
    const unknown = permissions.findIndex((each) => rows.permissions.find('key', each) === undefined)
    if (unknown >= 0) {
      const known = rows.permissions.all().map((each) => each.key)
      throw new SeedProblem(
        ['roles', index, 'permissions', unknown],
        `no permission has the key ${permissions[unknown]}`,
        known,
      )
    }
    addRole(context, { key, name: name ?? key, description: description ?? null, permissions })
  }
  const { creator_role: creatorRole } = section.settings
  if (rows.roles.find('key', creatorRole) === undefined) {
    const known = rows.roles.all().map((each) => each.key)
    throw new SeedProblem(['settings', 'creator_role'], `no role has the key ${creatorRole}`, known)
  }
  rows.roleSets.insert({
    ...commonFields(context, 'role_set'),
    name: 'Default',
    key: 'role_set:default',
    description: null,
    type: 'initial',
    roles: rows.roles.all().map((each) => each.key),
    defaultRole: 'org:member',
    creatorRole,
  })
}

function seedUser(context: AuthContext, user: Section['users'][number], index: number): void {
  const { rows } = context
  requireUnique(rows, user, index)
  const { id } = addUser(context, {
    ...(user.id === undefined ? {} : { id: user.id }),
    externalId: user.external_id ?? null,
    username: user.username ?? null,
    firstName: user.first_name ?? null,
    lastName: user.last_name ?? null,
    password: user.password === undefined ? null : hashPassword(context, user.password),
    totpSecret: user.totp_secret ?? null,
    backupCodes: user.backup_codes,
    publicMetadata: user.public_metadata,
    privateMetadata: user.private_metadata,
    unsafeMetadata: user.unsafe_metadata,
    banned: user.banned,
    locked: user.locked,
  })
  for (const address of user.email_addresses) addEmailAddress(context, id, address, { verification: VERIFIED_BY_ADMIN })
  for (const number of user.phone_numbers) addPhoneNumber(context, id, number, { verification: VERIFIED_BY_ADMIN })
  for (const [at, account] of user.external_accounts.entries()) seedAccount(context, id, account, [index, at])
}

function requireUnique(rows: Rows, user: Section['users'][number], index: number): void {
  const at = (...path: (string | number)[]): (string | number)[] => ['users', index, ...path]
  if (user.id !== undefined && rows.users.get(user.id) !== undefined) {
    throw new SeedProblem(at('id'), `${user.id}: another user has this id`)
  }
  if (user.username !== undefined && rows.users.find('username', user.username) !== undefined) {
    throw new SeedProblem(at('username'), `${user.username}: another user has this username`)
  }
  if (user.external_id !== undefined && rows.users.find('externalId', user.external_id) !== undefined) {
    throw new SeedProblem(at('external_id'), `${user.external_id}: another user has this external id`)
  }
  for (const [number, address] of user.email_addresses.entries()) {
    const isTaken = rows.emailAddresses.find('emailAddress', address) !== undefined
    if (isTaken || user.email_addresses.indexOf(address) < number) {
      throw new SeedProblem(at('email_addresses', number), `${address}: another user has this address`)
    }
  }
  for (const [number, phone] of user.phone_numbers.entries()) {
    const isTaken = rows.phoneNumbers.find('phoneNumber', phone) !== undefined
    if (isTaken || user.phone_numbers.indexOf(phone) < number) {
      throw new SeedProblem(at('phone_numbers', number), `${phone}: another user has this number`)
    }
  }
}

function seedAccount(
  context: AuthContext,
  userId: string,
  account: Section['users'][number]['external_accounts'][number],
  [index, at]: readonly [userIndex: number, accountIndex: number],
): void {
  const provider = account.provider.replace(/^oauth_/, '')
  if (accountAt(context, provider, account.provider_user_id) !== undefined) {
    const path = ['users', index, 'external_accounts', at, 'provider_user_id']
    throw new SeedProblem(path, `${account.provider_user_id}: another user has this account`)
  }
  addExternalAccount(context, {
    userId,
    provider,
    providerUserId: account.provider_user_id,
    emailAddress: account.email_address,
    identificationId: `idn_${context.ids.base62(27)}`,
    approvedScopes: account.scopes.join(' '),
    username: account.username,
    accessToken: account.token,
  })
}

function seedOrganization(context: AuthContext, seeded: Section['organizations'][number], index: number): void {
  const { rows } = context
  const slug = seeded.slug ?? slugOf(seeded.name)
  if (rows.organizations.find('slug', slug) !== undefined) {
    throw new SeedProblem(['organizations', index, 'slug'], `${slug}: another organization has this slug`)
  }
  if (seeded.id !== undefined && rows.organizations.get(seeded.id) !== undefined) {
    throw new SeedProblem(['organizations', index, 'id'], `${seeded.id}: another organization has this id`)
  }
  const members = membersOf(rows, seeded, index)
  const organization = rows.organizations.insert({
    ...commonFields(context, 'org', seeded.id),
    name: seeded.name,
    slug,
    hasImage: false,
    createdBy: members.find(({ role }) => role === 'org:admin')?.userId ?? null,
    // Seeded members count, too, so that a seed is never too large for itself.
    maxAllowedMemberships:
      seeded.max_allowed_memberships ?? Math.max(rows.settings.get()?.maxAllowedMemberships ?? 0, members.length),
    adminDeleteEnabled: rows.settings.get()?.adminDeleteEnabled ?? true,
    publicMetadata: seeded.public_metadata,
    privateMetadata: seeded.private_metadata,
    roleSetKey: 'role_set:default',
  })
  for (const { userId, role } of members) {
    rows.memberships.insert({
      ...commonFields(context, 'orgmem'),
      organizationId: organization.id,
      userId,
      role,
      publicMetadata: {},
      privateMetadata: {},
    })
  }
}

/** Returns the members of an organization; without a list, the first seeded user as administrator. */
function membersOf(
  rows: Rows,
  { members }: Section['organizations'][number],
  index: number,
): { readonly userId: string; readonly role: string }[] {
  const [first] = rows.users.page('newest', [], { offset: 0, limit: 1 }).rows
  if (members.length === 0) return first === undefined ? [] : [{ userId: first.id, role: 'org:admin' }]
  const seen = new Set<string>()
  return members.map(({ email, role }, at) => {
    const user = rows.users.get(email) ?? userByIdentifier(rows, email)
    if (user === undefined) {
      const known = rows.emailAddresses
        .all()
        .slice(0, 1000)
        .map((each) => each.emailAddress)
      throw new SeedProblem(['organizations', index, 'members', at, 'email'], `no user is known as ${email}`, known)
    }
    if (seen.has(user.id)) {
      throw new SeedProblem(['organizations', index, 'members', at, 'email'], `${email}: listed twice`)
    }
    seen.add(user.id)
    const key = role.startsWith('org:') ? role : `org:${role}`
    if (rows.roles.find('key', key) === undefined) {
      const known = rows.roles.all().map((each) => each.key)
      throw new SeedProblem(['organizations', index, 'members', at, 'role'], `no role has the key ${key}`, known)
    }
    return { userId: user.id, role: key }
  })
}

function seedTemplates(context: AuthContext, section: Section): void {
  const { rows } = context
  for (const [index, template] of section.jwt_templates.entries()) {
    if (rows.jwtTemplates.find('name', template.name) !== undefined) {
      throw new SeedProblem(['jwt_templates', index, 'name'], `${template.name}: another template has this name`)
    }
    try {
      requireFreeClaims(template.claims)
    } catch (error) {
      throw new SeedProblem(
        ['jwt_templates', index, 'claims'],
        `${template.name}: a reserved claim is used: ${String(error)}`,
      )
    }
    rows.jwtTemplates.insert({
      ...commonFields(context, 'jtmp'),
      name: template.name,
      claims: template.claims,
      lifetime: template.lifetime,
      allowedClockSkew: template.allowed_clock_skew,
      customSigningKey: template.signing_key !== undefined,
      signingAlgorithm: template.signing_algorithm,
      signingKey: template.signing_key ?? null,
    })
  }
}
