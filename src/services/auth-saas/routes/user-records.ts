import { deletePasskey, findPasskey } from '#auth-saas/rules/passkeys/passkeys.ts'
import { invitationStatus } from '#auth-saas/rules/invitation-lifetime.ts'
import { viewOfIndex, viewOfRows } from '#core/list-view.ts'
import type { Route } from '#core/routes.ts'
import { type AuthCall, del, get, post } from '#auth-saas/call.ts'
import { noSuch, clerkFailure } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { membershipJson, withPublicOrganization } from '#auth-saas/json/organization.ts'
import { userJson } from '#auth-saas/json/user.ts'
import { answerPlainPage, answerPage } from '#auth-saas/json/page.ts'
import { loadUploadedImage } from '#auth-saas/steps/images.ts'
import { storeImage, deleteImage } from '#auth-saas/rules/images.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import { trustedDeviceJson } from '#auth-saas/json/trusted-device.ts'
import { devicesOf, findDevice, revokeDevice } from '#auth-saas/rules/users/trusted-devices.ts'
import { updateUser } from '#auth-saas/rules/users/users.ts'
import { loadUser } from '#auth-saas/steps/users.ts'

/** @throws 400 for a social provider that the vendor does not have, 404 for one that the instance does not have. */
function requireProvider({ rows }: AuthCall, provider: string, isUsed: boolean): void {
  if (isUsed || settingsOf(rows).socialProviders.includes(`oauth_${provider}`)) return
  if (!PROVIDERS.includes(provider) && !provider.startsWith('custom_')) {
    const sentence = `The provider oauth_${provider} is not supported.`
    throw clerkFailure(400, 'oauth_unsupported_provider', 'Unsupported provider', sentence)
  }
  const sentence = `The provider oauth_${provider} is not enabled for this instance.`
  throw clerkFailure(404, 'oauth_token_provider_not_enabled', 'Provider not enabled', sentence)
}

/**
 * The vendor's social providers. https://clerk.com/docs/guides/configure/auth-strategies/social-connections/overview
 */
const PROVIDERS: readonly string[] = [
  'apple atlassian bitbucket box coinbase discord dropbox enstall facebook github gitlab google hubspot huggingface instagram',
  'line linear linkedin linkedin_oidc microsoft notion slack spotify tiktok twitch twitter vercel x xero',
].flatMap((line) => line.split(' '))

/** The operations about the accounts, memberships, invitations and the image of a user. */
export const userRecordsRoutes: readonly Route[] = [
  get('GetOAuthAccessToken', '/v1/users/:user_id/oauth_access_tokens/:provider', loadUser, (call) => {
    const { user, rows, params } = call
    const provider = params.provider.replace(/^oauth_/, '')
    const accounts = rows.externalAccounts.referring('userId', user.id).filter((each) => each.provider === provider)
    requireProvider(call, provider, accounts.length > 0)
    return answerPlainPage(call, viewOfRows(accounts), (account) => ({
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

  get('ListUserTrustedDevices', '/v1/users/:user_id/trusted_devices', loadUser, (call) => {
    const data = devicesOf(call, call.user.id).map(trustedDeviceJson)
    return json({ data, total_count: data.length })
  }),

  del('RevokeUserTrustedDevice', '/v1/users/:user_id/trusted_devices/:trusted_device_id', loadUser, (call) =>
    json(trustedDeviceJson(revokeDevice(call, findDevice(call, call.user.id, call.params.trusted_device_id)))),
  ),

  get('UsersGetOrganizationMemberships', '/v1/users/:user_id/organization_memberships', loadUser, (call) => {
    const memberships = viewOfIndex(call.rows.memberships, 'ofUser', [call.user.id], { descending: true })
    return answerPage(call, memberships, (row) => membershipJson(call, row))
  }),

  get('UsersGetOrganizationInvitations', '/v1/users/:user_id/organization_invitations', loadUser, (call) => {
    const { rows, user, query } = call
    const statuses = query.getAll('status')
    const own = rows.emailAddresses
      .referring('userId', user.id)
      .filter(({ verification }) => verification?.status === 'verified')
      .flatMap(({ emailAddress: address }) => rows.organizationInvitations.list('emailAddress', address))
      .filter((row) => statuses.length === 0 || statuses.includes(invitationStatus(call, row)))
    return answerPage(call, viewOfRows(own.toReversed()), (row) => withPublicOrganization(call, row))
  }),

  post('SetUserProfileImage', '/v1/users/:user_id/profile_image', loadUploadedImage, loadUser, (call) => {
    const { user, image } = call
    storeImage(call, user.id, image)
    return json(userJson(call, updateUser(call, user.id, { hasImage: true })))
  }),

  del('DeleteUserProfileImage', '/v1/users/:user_id/profile_image', loadUser, (call) => {
    const { user } = call
    if (!user.hasImage) {
      throw clerkFailure(404, 'image_not_found', 'Image not found', 'The user does not have a profile image.')
    }
    deleteImage(call, user.id)
    return json(userJson(call, updateUser(call, user.id, { hasImage: false })))
  }),

  del('DeleteExternalAccount', '/v1/users/:user_id/external_accounts/:external_account_id', loadUser, (call) => {
    const { rows, params, user } = call
    const account = rows.externalAccounts.get(params.external_account_id)
    if (account === undefined || account.userId !== user.id) {
      const sentence = 'The External Account was not found.'
      throw clerkFailure(404, 'external_account_not_found', 'Invalid external account', sentence)
    }
    rows.externalAccounts.delete(account.id)
    updateUser(call, user.id, {})
    return deleted('external_account', account.id)
  }),

  del('DeletePasskey', '/v1/users/:user_id/passkeys/:passkey_id', loadUser, (call) => {
    const { params, user } = call
    deletePasskey(call, findPasskey(call, user.id, params.passkey_id).id)
    updateUser(call, user.id, {})
    return deleted('passkey', params.passkey_id)
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
