import * as v from 'valibot'
import type { Route } from '../../../core/routes.ts'
import { body } from '../../../core/input.ts'
import { defined } from '../../../core/objects.ts'
import {
  emailAddress,
  maybe,
  maybeFlag,
  maybeMetadata,
  maybeText,
  metadata,
  moment,
  notFuture,
  phoneNumber,
  text,
  texts,
  whole,
} from '../bodies.ts'
import { del, get, patch, post, put, type AuthCall } from '../call.ts'
import { noSuch, paramMissing, refusal } from '../errors.ts'
import { deleted, json } from '../json/answer.ts'
import { membershipJson, withPublicOrganization } from '../json/organization.ts'
import { userJson } from '../json/user.ts'
import { listed, paginated } from '../pagination.ts'
import { uploadedImage } from '../rules/images.ts'
import { usersOf } from '../rules/users/list-users.ts'
import { mergeMetadata, requireSize } from '../rules/metadata.ts'
import { hashPassword, importedDigest, isUsersPassword, requirePassword } from '../rules/users/passwords.ts'
import { isTotpCode, isTotpSecret } from '../rules/users/totp.ts'
import {
  addEmailAddress,
  addPhoneNumber,
  addUser,
  deleteUser,
  disableMfa,
  findUser,
  requireFreeNames,
  requireOwnVerified,
  revokeSessions,
  setBanned,
  setLocked,
  updateUser,
  VERIFIED_BY_ADMIN,
} from '../rules/users/users.ts'
import { settingsOf } from '../rules/settings.ts'
import { requireAllowed } from '../rules/users/restrictions.ts'
import { viewOfIndex, viewOfRows } from '../../../core/list-view.ts'
import type { PasswordDigest, User } from '../schema/people.ts'
import { stamp } from '../stamp.ts'
import { emit } from '../webhooks.ts'

const common = {
  external_id: maybeText,
  first_name: maybe(v.pipe(text, v.maxLength(256))),
  last_name: maybe(v.pipe(text, v.maxLength(256))),
  locale: maybeText,
  username: maybe(v.pipe(text, v.maxLength(256))),
  password: maybeText,
  password_digest: maybeText,
  password_hasher: maybeText,
  skip_password_checks: maybeFlag,
  totp_secret: maybeText,
  backup_codes: maybe(texts),
  public_metadata: maybeMetadata,
  private_metadata: maybeMetadata,
  unsafe_metadata: maybeMetadata,
  delete_self_enabled: maybeFlag,
  create_organization_enabled: maybeFlag,
  create_organizations_limit: maybe(whole(0, 1_000_000)),
  legal_accepted_at: maybe(moment),
  skip_legal_checks: maybeFlag,
  created_at: maybe(moment),
  bypass_client_trust: maybeFlag,
}

const statuses = maybe(v.array(v.picklist(['verified', 'reserved'])))

const CreateUser = v.strictObject({
  ...common,
  email_address: maybe(v.array(emailAddress)),
  email_address_identification_status: statuses,
  phone_number: maybe(v.array(phoneNumber)),
  phone_number_identification_status: statuses,
  web3_wallet: maybe(v.array(text)),
  skip_password_requirement: maybeFlag,
  skip_user_requirement: maybeFlag,
  banned: maybeFlag,
  locked: maybeFlag,
})

const UpdateUser = v.strictObject({
  ...common,
  primary_email_address_id: maybeText,
  notify_primary_email_address_changed: maybeFlag,
  primary_phone_number_id: maybeText,
  primary_web3_wallet_id: maybeText,
  profile_image_id: maybeText,
  sign_out_of_other_sessions: maybeFlag,
})

type CommonBody = v.InferOutput<v.StrictObjectSchema<typeof common, undefined>>

const Metadata = v.strictObject({
  public_metadata: v.optional(metadata),
  private_metadata: v.optional(metadata),
  unsafe_metadata: v.optional(metadata),
})

/** Adds the user that the path names. */
const loadUser = (call: AuthCall): { readonly user: User } => ({
  user: findUser(call, call.params['user_id'] ?? ''),
})

/** Returns the password of a body; undefined when it names none. Throws 422 for a short one and for a wrong digest. */
function passwordOf(call: AuthCall, given: CommonBody): PasswordDigest | null | undefined {
  const { password, password_digest: digest, password_hasher: hasher } = given
  if (digest !== null && digest !== undefined) {
    if (hasher === null || hasher === undefined) throw paramMissing('password_hasher')
    return importedDigest(digest, hasher)
  }
  if (password === undefined || password === null) return undefined
  if (given.skip_password_checks !== true) requirePassword(call, password)
  return hashPassword(call, password)
}

/** Throws 400 for a social provider that the vendor does not have, 404 for one that the instance does not have. */
function requireProvider({ rows }: AuthCall, provider: string, isUsed: boolean): void {
  if (isUsed || settingsOf(rows).socialProviders.includes(`oauth_${provider}`)) return
  if (!PROVIDERS.includes(provider) && !provider.startsWith('custom_')) {
    const sentence = `The provider oauth_${provider} is not supported.`
    throw refusal(400, 'oauth_unsupported_provider', 'Unsupported provider', sentence)
  }
  const sentence = `The provider oauth_${provider} is not enabled for this instance.`
  throw refusal(404, 'oauth_token_provider_not_enabled', 'Provider not enabled', sentence)
}

/** The vendor's social providers. https://clerk.com/docs/guides/configure/auth-strategies/social-connections/overview */
const PROVIDERS: readonly string[] = [
  'apple atlassian bitbucket box coinbase discord dropbox enstall facebook github gitlab google hubspot huggingface instagram',
  'line linear linkedin linkedin_oidc microsoft notion slack spotify tiktok twitch twitter vercel x xero',
].flatMap((line) => line.split(' '))

function totpOf({ totp_secret: secret }: CommonBody): string | null | undefined {
  if (secret === null || secret === undefined || isTotpSecret(secret)) return secret
  const sentence = 'totp_secret must be a valid base32 secret.'
  throw refusal(422, 'invalid_totp_secret_code', 'is invalid', sentence, { param_name: 'totp_secret' })
}

/** Returns the members of a body that creations and changes share, in the form of a user. */
function fieldsOf(call: AuthCall, given: CommonBody): Partial<User> {
  const totpSecret = totpOf(given)
  const password = passwordOf(call, given)
  const { clock } = call
  return defined({
    externalId: given.external_id,
    firstName: given.first_name,
    lastName: given.last_name,
    locale: given.locale,
    username: given.username === '' ? null : given.username?.toLowerCase(),
    password,
    ...(password === undefined ? {} : { passwordUpdatedAt: clock.now(), passwordCompromised: false }),
    ...(totpSecret === undefined
      ? {}
      : { totpSecret, totpVerified: totpSecret !== null, mfaEnabledAt: totpSecret === null ? null : clock.now() }),
    backupCodes: given.backup_codes ?? undefined,
    publicMetadata:
      given.public_metadata === undefined ? undefined : requireSize(given.public_metadata ?? {}, 'public_metadata'),
    privateMetadata:
      given.private_metadata === undefined ? undefined : requireSize(given.private_metadata ?? {}, 'private_metadata'),
    unsafeMetadata:
      given.unsafe_metadata === undefined ? undefined : requireSize(given.unsafe_metadata ?? {}, 'unsafe_metadata'),
    deleteSelfEnabled: given.delete_self_enabled ?? undefined,
    createOrganizationEnabled: given.create_organization_enabled ?? undefined,
    createOrganizationsLimit: given.create_organizations_limit,
    legalAcceptedAt:
      given.legal_accepted_at === null ? null : notFuture(given.legal_accepted_at, clock.now(), 'legal_accepted_at'),
    createdAt: notFuture(given.created_at, clock.now(), 'created_at'),
    bypassClientTrust: given.bypass_client_trust ?? undefined,
  })
}

/** Throws 422 for a user that nobody could sign in as. */
function requireIdentifier({ body: given }: { readonly body: v.InferOutput<typeof CreateUser> }): void {
  const lists = [given.email_address, given.phone_number, given.web3_wallet]
  const has = lists.some((list) => (list?.length ?? 0) > 0) || (given.username ?? '') !== ''
  if (has || given.skip_user_requirement === true) return
  const sentence = 'At least one identifier is required: email_address, phone_number, web3_wallet or username.'
  throw refusal(422, 'form_data_missing', 'missing data', sentence, {
    param_names: ['email_address', 'phone_number', 'username'],
  })
}

/** Throws 422 for an identifier that comes twice, and for statuses that are not as many as their identifiers. */
function requireLists({ body: given }: { readonly body: v.InferOutput<typeof CreateUser> }): void {
  for (const name of ['email_address', 'phone_number'] as const) {
    const [list, status] = [given[name] ?? [], given[`${name}_identification_status`]]
    if (new Set(list).size < list.length) {
      throw refusal(422, 'form_param_duplicate', 'is duplicate', `${name} has a value twice.`, { param_name: name })
    }
    if (status === null || status === undefined || status.length === list.length) continue
    const sentence = `${name}_identification_status must have as many values as ${name}.`
    const meta = { param_name: `${name}_identification_status` }
    throw refusal(422, 'form_param_array_length_mismatch', 'length mismatch', sentence, meta)
  }
}

/** Throws 422 for a password that is one of the user's own identifiers. */
function requireOtherPassword({ body: given }: { readonly body: v.InferOutput<typeof CreateUser> }): void {
  const { password, skip_password_checks: skips } = given
  if (password === null || password === undefined || skips === true) return
  const own = [...(given.email_address ?? []), ...(given.phone_number ?? []), given.username ?? '']
  if (!own.includes(password.toLowerCase())) return
  const sentence = 'Password cannot match your email address, phone number or username.'
  throw refusal(422, 'form_password_matches_identifier', sentence, sentence, { param_name: 'password' })
}

function statusOf(list: readonly string[] | null | undefined, at: number): { reserved: boolean; verified: boolean } {
  const reserved = list?.[at] === 'reserved'
  return { reserved, verified: !reserved }
}

export const usersRoutes: readonly Route[] = [
  get('GetUserList', '/v1/users', (call) => listed(call, usersOf(call), (user) => userJson(call, user))),

  get('GetUsersCount', '/v1/users/count', (call) => json({ object: 'total_count', total_count: usersOf(call).total })),

  post('CreateUser', '/v1/users', body(CreateUser), requireIdentifier, requireLists, requireOtherPassword, (call) => {
    const { body: given, rows } = call
    for (const identifier of [...(given.email_address ?? []), ...(given.phone_number ?? [])]) {
      requireAllowed(call, identifier)
    }
    const { id } = addUser(call, {
      ...fieldsOf(call, given),
      banned: given.banned ?? false,
      locked: given.locked ?? false,
    })
    for (const [at, address] of (given.email_address ?? []).entries()) {
      const { reserved } = statusOf(given.email_address_identification_status, at)
      addEmailAddress(call, id, address, { verification: VERIFIED_BY_ADMIN, reserved, primary: at === 0 })
    }
    for (const [at, number] of (given.phone_number ?? []).entries()) {
      const { reserved } = statusOf(given.phone_number_identification_status, at)
      addPhoneNumber(call, id, number, { verification: VERIFIED_BY_ADMIN, reserved, primary: at === 0 })
    }
    for (const wallet of given.web3_wallet ?? []) {
      const row = rows.web3Wallets.insert({
        ...stamp(call, 'idn'),
        userId: id,
        web3Wallet: wallet,
        verification: VERIFIED_BY_ADMIN,
      })
      if (rows.users.require(id).primaryWeb3WalletId === null) rows.users.update(id, { primaryWeb3WalletId: row.id })
    }
    const user = rows.users.require(id)
    emit(call, 'user.created', () => userJson(call, user))
    return json(userJson(call, user))
  }),

  get('GetUser', '/v1/users/:user_id', loadUser, (call) => json(userJson(call, call.user))),

  patch('UpdateUser', '/v1/users/:user_id', loadUser, body(UpdateUser), (call) => {
    const { body: given, user, rows } = call
    const changes = fieldsOf(call, given)
    requireFreeNames(call, changes, user.id)
    if (given.primary_email_address_id !== undefined && given.primary_email_address_id !== null) {
      requireOwnVerified(rows.emailAddresses.get(given.primary_email_address_id), user.id, 'primary_email_address_id')
    }
    if (given.primary_phone_number_id !== undefined && given.primary_phone_number_id !== null) {
      requireOwnVerified(rows.phoneNumbers.get(given.primary_phone_number_id), user.id, 'primary_phone_number_id')
    }
    const changed = updateUser(call, user.id, {
      ...changes,
      ...defined({
        primaryEmailAddressId: given.primary_email_address_id,
        primaryPhoneNumberId: given.primary_phone_number_id,
        primaryWeb3WalletId: given.primary_web3_wallet_id,
      }),
    })
    if (given.sign_out_of_other_sessions === true) revokeSessions(call, user.id)
    return json(userJson(call, changed))
  }),

  del('DeleteUser', '/v1/users/:user_id', loadUser, (call) => {
    const { id, externalId } = call.user
    deleteUser(call, call.user)
    return deleted('user', id, externalId === null ? {} : { external_id: externalId })
  }),

  post('BanUser', '/v1/users/:user_id/ban', loadUser, (call) =>
    json(userJson(call, setBanned(call, call.user.id, true))),
  ),
  post('UnbanUser', '/v1/users/:user_id/unban', loadUser, (call) =>
    json(userJson(call, setBanned(call, call.user.id, false))),
  ),
  post('LockUser', '/v1/users/:user_id/lock', loadUser, (call) =>
    json(userJson(call, setLocked(call, call.user.id, true))),
  ),
  post('UnlockUser', '/v1/users/:user_id/unlock', loadUser, (call) =>
    json(userJson(call, setLocked(call, call.user.id, false))),
  ),

  patch('UpdateUserMetadata', '/v1/users/:user_id/metadata', loadUser, body(Metadata), (call) => {
    const { user, body: given } = call
    const changed = updateUser(call, user.id, {
      publicMetadata: mergeMetadata(user.publicMetadata, given.public_metadata, 'public_metadata'),
      privateMetadata: mergeMetadata(user.privateMetadata, given.private_metadata, 'private_metadata'),
      unsafeMetadata: mergeMetadata(user.unsafeMetadata, given.unsafe_metadata, 'unsafe_metadata'),
    })
    return json(userJson(call, changed))
  }),

  put('ReplaceUserMetadata', '/v1/users/:user_id/metadata', loadUser, body(Metadata), (call) => {
    const { user, body: given } = call
    const changed = updateUser(call, user.id, {
      publicMetadata: requireSize(given.public_metadata ?? user.publicMetadata, 'public_metadata'),
      privateMetadata: requireSize(given.private_metadata ?? user.privateMetadata, 'private_metadata'),
      unsafeMetadata: requireSize(given.unsafe_metadata ?? user.unsafeMetadata, 'unsafe_metadata'),
    })
    return json(userJson(call, changed))
  }),

  post(
    'VerifyPassword',
    '/v1/users/:user_id/verify_password',
    loadUser,
    body(v.strictObject({ password: text })),
    (call) => {
      const { user, body: given } = call
      if (user.password === null) {
        throw refusal(
          400,
          'no_password_set',
          'no password set',
          'The user does not have a password set for their account.',
        )
      }
      if (isUsersPassword(call, user, given.password)) return json({ verified: true })
      const sentence = 'The provided password is incorrect.'
      throw refusal(422, 'incorrect_password', 'incorrect password', sentence, { param_name: 'password' })
    },
  ),

  post('VerifyTOTP', '/v1/users/:user_id/verify_totp', loadUser, body(v.strictObject({ code: text })), (call) => {
    const { user, body: given, rows } = call
    if (user.backupCodes.includes(given.code)) {
      rows.users.update(user.id, { backupCodes: user.backupCodes.filter((code) => code !== given.code) })
      return json({ verified: true, code_type: 'backup_code' })
    }
    if (user.totpSecret === null || !user.totpVerified) {
      throw refusal(400, 'totp_disabled', 'totp disabled', 'TOTP is not enabled for this user.')
    }
    if (!/^[0-9a-z]{6,8}$/.test(given.code)) {
      const sentence = 'The code must have six digits, or be a backup code.'
      throw refusal(422, 'totp_invalid_length', 'invalid length', sentence, { param_name: 'code' })
    }
    if (!isTotpCode(call, user.totpSecret, given.code)) {
      throw refusal(422, 'totp_incorrect_code', 'incorrect code', 'Incorrect code', { param_name: 'code' })
    }
    return json({ verified: true, code_type: 'totp' })
  }),

  del('DisableMFA', '/v1/users/:user_id/mfa', loadUser, (call) => {
    disableMfa(call, call.user.id)
    return json({ user_id: call.user.id })
  }),

  del('DeleteTOTP', '/v1/users/:user_id/totp', loadUser, (call) => {
    updateUser(call, call.user.id, { totpSecret: null, totpVerified: false })
    return json({ user_id: call.user.id })
  }),

  del('DeleteBackupCode', '/v1/users/:user_id/backup_code', loadUser, (call) => {
    updateUser(call, call.user.id, { backupCodes: [] })
    return json({ user_id: call.user.id })
  }),

  post('SetPasswordCompromised', '/v1/users/:user_id/password/set_compromised', loadUser, (call) => {
    const changed = updateUser(call, call.user.id, { passwordCompromised: true })
    const given = call.json() as { readonly revoke_all_sessions?: unknown } | undefined // checked where it is read
    if (given?.revoke_all_sessions === true) revokeSessions(call, call.user.id)
    return json(userJson(call, changed))
  }),

  post('UnsetPasswordCompromised', '/v1/users/:user_id/password/unset_compromised', loadUser, (call) =>
    json(userJson(call, updateUser(call, call.user.id, { passwordCompromised: false }))),
  ),

  post('RemovePassword', '/v1/users/:user_id/remove_password', loadUser, (call) =>
    json(userJson(call, updateUser(call, call.user.id, { password: null, passwordUpdatedAt: call.clock.now() }))),
  ),

  get('GetOAuthAccessToken', '/v1/users/:user_id/oauth_access_tokens/:provider', loadUser, (call) => {
    const { user, rows, params } = call
    const provider = params.provider.replace(/^oauth_/, '')
    const accounts = rows.externalAccounts.referring('userId', user.id).filter((each) => each.provider === provider)
    requireProvider(call, provider, accounts.length > 0)
    return listed(call, viewOfRows(accounts), (account) => ({
      object: 'oauth_access_token',
      external_account_id: account.id,
      provider_user_id: account.providerUserId,
      token: account.accessToken,
      expires_at: account.tokenExpiresAt === null ? null : Math.floor(account.tokenExpiresAt / 1000),
      provider: `oauth_${account.provider}`,
      public_metadata: account.publicMetadata,
      label: account.label,
      scopes: account.approvedScopes.split(' ').filter((scope) => scope !== ''),
    }))
  }),

  get('UsersGetOrganizationMemberships', '/v1/users/:user_id/organization_memberships', loadUser, (call) => {
    const memberships = viewOfIndex(call.rows.memberships, 'ofUser', [call.user.id], { descending: true })
    return paginated(call, memberships, (row) => membershipJson(call, row))
  }),

  get('UsersGetOrganizationInvitations', '/v1/users/:user_id/organization_invitations', loadUser, (call) => {
    const { rows, user, query, clock } = call
    const statuses = query.getAll('status')
    const own = rows.emailAddresses
      .referring('userId', user.id)
      .filter(({ verification }) => verification?.status === 'verified')
      .flatMap(({ emailAddress: address }) => rows.organizationInvitations.list('emailAddress', address))
      .map((row) =>
        row.status === 'pending' && row.expiresAt <= clock.now() ? { ...row, status: 'expired' as const } : row,
      )
      .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
    return paginated(call, viewOfRows(own.toReversed()), (row) => withPublicOrganization(call, row))
  }),

  post('SetUserProfileImage', '/v1/users/:user_id/profile_image', uploadedImage, loadUser, (call) => {
    const { user, image, rows } = call
    rows.imageBytes.set(image.bytes, user.id)
    rows.imageTypes.set(image.type, user.id)
    return json(userJson(call, updateUser(call, user.id, { hasImage: true })))
  }),

  del('DeleteUserProfileImage', '/v1/users/:user_id/profile_image', loadUser, (call) => {
    const { user, rows } = call
    if (!user.hasImage) {
      throw refusal(404, 'image_not_found', 'Image not found', 'The user does not have a profile image.')
    }
    rows.imageBytes.delete(user.id)
    rows.imageTypes.delete(user.id)
    return json(userJson(call, updateUser(call, user.id, { hasImage: false })))
  }),

  del('DeleteExternalAccount', '/v1/users/:user_id/external_accounts/:external_account_id', loadUser, (call) => {
    const { rows, params, user } = call
    const account = rows.externalAccounts.get(params.external_account_id)
    if (account === undefined || account.userId !== user.id) {
      const sentence = 'The External Account was not found.'
      throw refusal(404, 'external_account_not_found', 'Invalid external account', sentence)
    }
    rows.externalAccounts.delete(account.id)
    updateUser(call, user.id, {})
    return deleted('external_account', account.id)
  }),

  del('DeleteWeb3Wallet', '/v1/users/:user_id/web3_wallets/:wallet_id', loadUser, (call) => {
    const { rows, params, user } = call
    const wallet = rows.web3Wallets.get(params.wallet_id)
    if (wallet === undefined || wallet.userId !== user.id) throw noSuch('web3 wallet', params.wallet_id)
    rows.web3Wallets.delete(wallet.id)
    updateUser(call, user.id, user.primaryWeb3WalletId === wallet.id ? { primaryWeb3WalletId: null } : {})
    return deleted('web3_wallet', wallet.id)
  }),
]
