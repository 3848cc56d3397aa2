import * as v from 'valibot'
import { empty, type Answer } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfRows } from '#core/list-view.ts'
import type { Route } from '#core/routes.ts'
import { emailAddress, maybe, maybeFlag, maybeText, text, whole } from '#auth-saas/rules/body-parts.ts'
import { del, get, patch, post, put, type AuthCall } from '#auth-saas/call.ts'
import { notFound, paramInvalid, clerkFailure } from '#auth-saas/errors.ts'
import { INSTANCE_ID } from '#auth-saas/rules/instance-keys.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { domainJson, organizationSettingsJson, redirectUrlJson, restrictionsJson } from '#auth-saas/json/instance.ts'
import { answerPlainPage, answerPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import { isCreatorEligible } from '#auth-saas/rules/organizations/roles.ts'
import { changeSettings, settingsOf } from '#auth-saas/rules/settings.ts'
import type { InstanceDomain } from '#auth-saas/schema/instance.ts'
import { commonFields } from '#auth-saas/rules/common-fields.ts'
import { PRIMARY_DOMAIN, loadInstanceDomain, loadProxyHealth, loadRedirectUrl } from '#auth-saas/steps/instance.ts'

const InstanceChanges = v.strictObject({
  test_mode: maybeFlag,
  hibp: maybeFlag,
  support_email: maybe(v.union([v.literal(''), emailAddress])),
  clerk_js_version: maybeText,
  development_origin: maybeText,
  allowed_origins: maybe(v.array(text)),
  cookieless_dev: maybeFlag,
  url_based_session_syncing: maybeFlag,
  enhanced_email_deliverability: maybeFlag,
  preferred_sign_in_strategy_when_password_required: maybe(v.picklist(['password', 'otp', ''])),
})

const RestrictionsChanges = v.strictObject({
  allowlist: maybeFlag,
  blocklist: maybeFlag,
  allowlist_blocklist_disabled_on_sign_in: maybeFlag,
  block_email_subaddresses: maybeFlag,
  block_disposable_email_domains: maybeFlag,
  ignore_dots_for_gmail_addresses: maybeFlag,
})

const OrganizationSettingsChanges = v.strictObject({
  enabled: maybeFlag,
  max_allowed_memberships: maybe(whole(0, 1_000_000)),
  admin_delete_enabled: maybeFlag,
  domains_enabled: maybeFlag,
  domains_enrollment_modes: maybe(
    v.array(v.picklist(['manual_invitation', 'automatic_invitation', 'automatic_suggestion'])),
  ),
  creator_role_id: maybeText,
  domains_default_role_id: maybeText,
  slug_disabled: maybeFlag,
})

const InstanceDomainInput = v.strictObject({ name: text, is_satellite: v.boolean(), proxy_url: maybeText })
const InstanceDomainChanges = v.strictObject({ name: maybeText, proxy_url: maybeText, is_secondary: maybeFlag })

/** @throws 422 for an origin that is none. */
function requireOrigins(origins: readonly string[]): void {
  const wrong = origins.find((origin) => !/^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*$/i.test(origin))
  if (wrong === undefined) return
  const sentence = `${wrong} is not a valid origin.`
  throw clerkFailure(422, 'form_invalid_origin', 'is invalid', sentence, { param_name: 'allowed_origins' })
}

/** @throws 422 for a role with which the creator of an organization could not run it. */
function requireCreatorRole({ rows }: AuthCall, key: string | undefined): void {
  const role = key === undefined ? undefined : rows.roles.find('key', key)
  if (role === undefined || isCreatorEligible(role)) return
  const sentence = 'The creator role must have the permissions to manage the organization and its members.'
  const meta = { param_name: 'creator_role_id' }
  throw clerkFailure(422, 'organization_missing_creator_role_permissions', 'missing permissions', sentence, meta)
}

/**
 * Returns the key of the role that an id or a key names.
 *
 * @throws 404 for an unknown one.
 */
function roleOf({ rows }: AuthCall, idOrKey: string | null | undefined): string | undefined {
  if (idOrKey === null || idOrKey === undefined) return undefined
  const role = rows.roles.get(idOrKey) ?? rows.roles.find('key', idOrKey)
  if (role === undefined) throw notFound('Organization role not found')
  return role.key
}

const DomainChange = v.strictObject({ home_url: maybeText, is_secondary: maybeFlag })

const ProxyCheckInput = v.strictObject({ domain_id: text, proxy_url: text })

/** Changes the URL of the application, which the vendor's pages lead to. */
function changeHome(call: AuthCall, homeUrl: string | null | undefined): Answer {
  if (!homeUrl || !URL.canParse(homeUrl)) throw paramInvalid('home_url', 'home_url must be a valid url.')
  changeSettings(call.rows, { homeUrl })
  return empty(202)
}

/** The operations about the instance: its settings, domains, redirect URLs and its account at Svix. */
export const instanceRoutes: readonly Route[] = [
  get('GetInstance', '/v1/instance', (call) =>
    json({
      object: 'instance',
      id: INSTANCE_ID,
      environment_type: 'development',
      allowed_origins: settingsOf(call.rows).allowedOrigins,
      workspace_id: null,
    }),
  ),

  patch('UpdateInstance', '/v1/instance', body(InstanceChanges), (call) => {
    const { body: input, rows } = call
    const before = settingsOf(rows)
    requireOrigins(input.allowed_origins ?? [])
    changeSettings(rows, {
      testMode: input.test_mode ?? before.testMode,
      hibp: input.hibp ?? before.hibp,
      supportEmail: input.support_email ?? before.supportEmail,
      clerkJsVersion: input.clerk_js_version ?? before.clerkJsVersion,
      developmentOrigin: input.development_origin ?? before.developmentOrigin,
      allowedOrigins: input.allowed_origins ?? before.allowedOrigins,
      urlBasedSessionSyncing: input.url_based_session_syncing ?? before.urlBasedSessionSyncing,
    })
    return empty()
  }),

  patch('UpdateInstanceRestrictions', '/v1/instance/restrictions', body(RestrictionsChanges), (call) => {
    const { body: input, rows } = call
    const before = settingsOf(rows)
    const settings = changeSettings(rows, {
      allowlist: input.allowlist ?? before.allowlist,
      blocklist: input.blocklist ?? before.blocklist,
      listsSkippedAtSignIn: input.allowlist_blocklist_disabled_on_sign_in ?? before.listsSkippedAtSignIn,
      blockEmailSubaddresses: input.block_email_subaddresses ?? before.blockEmailSubaddresses,
      blockDisposableEmailDomains: input.block_disposable_email_domains ?? before.blockDisposableEmailDomains,
      ignoreDotsForGmailAddresses: input.ignore_dots_for_gmail_addresses ?? before.ignoreDotsForGmailAddresses,
    })
    return json(restrictionsJson(settings))
  }),

  get('GetInstanceOrganizationSettings', '/v1/instance/organization_settings', (call) =>
    json(organizationSettingsJson(settingsOf(call.rows))),
  ),

  patch(
    'UpdateInstanceOrganizationSettings',
    '/v1/instance/organization_settings',
    body(OrganizationSettingsChanges),
    (call) => {
      const { body: input, rows } = call
      const before = settingsOf(rows)
      const creatorRole = roleOf(call, input.creator_role_id)
      requireCreatorRole(call, creatorRole)
      const settings = changeSettings(rows, {
        organizationsEnabled: input.enabled ?? before.organizationsEnabled,
        maxAllowedMemberships: input.max_allowed_memberships ?? before.maxAllowedMemberships,
        adminDeleteEnabled: input.admin_delete_enabled ?? before.adminDeleteEnabled,
        domainsEnabled: input.domains_enabled ?? before.domainsEnabled,
        domainsEnrollmentModes: input.domains_enrollment_modes ?? before.domainsEnrollmentModes,
        creatorRole: creatorRole ?? before.creatorRole,
        domainsDefaultRole: roleOf(call, input.domains_default_role_id) ?? before.domainsDefaultRole,
        slugDisabled: input.slug_disabled ?? before.slugDisabled,
      })
      return json(organizationSettingsJson(settings))
    },
  ),

  get('ListDomains', '/v1/domains', (call) => {
    const { rows, origin } = call
    const own: InstanceDomain = {
      id: PRIMARY_DOMAIN,
      number: 0,
      createdAt: 0,
      updatedAt: 0,
      name: new URL(origin).host,
      isSatellite: false,
      proxyUrl: null,
    }
    return answerPage(call, viewOfRows([own, ...rows.instanceDomains.all()]), (row) => domainJson(call, row))
  }),

  post('AddDomain', '/v1/domains', body(InstanceDomainInput), (call) => {
    const { rows, body: input } = call
    if (!input.is_satellite) {
      const sentence = 'The instance already has a primary domain.'
      throw clerkFailure(422, 'primary_domain_already_exists', 'already exists', sentence, {
        param_name: 'is_satellite',
      })
    }
    if (rows.instanceDomains.find('name', input.name) !== undefined) throw paramInvalid('name', 'The domain is taken.')
    const domain = rows.instanceDomains.insert({
      name: input.name,
      isSatellite: true,
      proxyUrl: input.proxy_url ?? null,
      ...commonFields(call, 'dmn'),
    })
    return json(domainJson(call, domain))
  }),

  patch('UpdateDomain', '/v1/domains/:domain_id', loadInstanceDomain, body(InstanceDomainChanges), (call) => {
    const { rows, domain, body: input } = call
    const name = input.name ?? domain.name
    const proxyUrl = input.proxy_url === undefined ? domain.proxyUrl : input.proxy_url
    return json(domainJson(call, rows.instanceDomains.update(domain.id, { name, proxyUrl })))
  }),

  del('DeleteDomain', '/v1/domains/:domain_id', loadInstanceDomain, (call) => {
    call.rows.instanceDomains.delete(call.domain.id)
    return deleted('domain', call.domain.id)
  }),

  post('ChangeProductionInstanceDomain', '/v1/instance/change_domain', body(DomainChange), (call) =>
    changeHome(call, call.body.home_url),
  ),
  // The path of the vendor's client.
  post('ChangeBetaDomain', '/v1/beta_features/change_domain', body(DomainChange), (call) =>
    changeHome(call, call.body.home_url),
  ),
  put('UpdateProductionInstanceDomain', '/v1/beta_features/domain', body(DomainChange), (call) =>
    changeHome(call, call.body.home_url),
  ),

  post('VerifyDomainProxy', '/v1/proxy_checks', body(ProxyCheckInput), loadProxyHealth, (call) => {
    const { body: input, clock, isHealthy } = call
    const common = commonFields(call, 'prxchk')
    return json({
      object: 'proxy_check',
      id: common.id,
      domain_id: input.domain_id,
      last_run_at: clock.now(),
      proxy_url: input.proxy_url,
      successful: isHealthy,
      created_at: common.createdAt,
      updated_at: common.updatedAt,
    })
  }),

  get('ListRedirectURLs', '/v1/redirect_urls', (call) =>
    answerPlainPage(call, rowsOf(call, call.rows.redirectUrls), redirectUrlJson),
  ),

  post('CreateRedirectURL', '/v1/redirect_urls', body(v.strictObject({ url: text })), (call) => {
    const { rows, body: input } = call
    if (!URL.canParse(input.url)) throw paramInvalid('url', 'url must be a valid URL.')
    if (rows.redirectUrls.find('url', input.url) !== undefined) {
      throw clerkFailure(400, 'duplicate_record', 'duplicate record', 'The redirect URL already exists.', {
        param_name: 'url',
      })
    }
    return json(redirectUrlJson(rows.redirectUrls.insert({ ...commonFields(call, 'ru'), url: input.url })))
  }),

  get('GetRedirectURL', '/v1/redirect_urls/:id', loadRedirectUrl, (call) => json(redirectUrlJson(call.redirectUrl))),

  del('DeleteRedirectURL', '/v1/redirect_urls/:id', loadRedirectUrl, (call) => {
    call.rows.redirectUrls.delete(call.redirectUrl.id)
    return deleted('redirect_url', call.redirectUrl.id)
  }),

  post('CreateSvixApp', '/v1/webhooks/svix', (call) => {
    if (call.rows.svixEnabled.get()) {
      throw clerkFailure(
        400,
        'svix_app_exists',
        'Svix app already exists',
        'The instance already has a Svix app associated with it.',
      )
    }
    call.rows.svixEnabled.set(true)
    return json({ svix_url: svixUrl(call) })
  }),

  post('GenerateSvixAuthURL', '/v1/webhooks/svix_url', (call) => {
    requireSvix(call)
    return json({ svix_url: svixUrl(call) })
  }),

  del('DeleteSvixApp', '/v1/webhooks/svix', (call) => {
    requireSvix(call)
    call.rows.svixEnabled.set(false)
    return empty()
  }),
]

function requireSvix({ rows }: AuthCall): void {
  if (rows.svixEnabled.get()) return
  const sentence = 'The instance does not have a Svix app associated with it.'
  throw clerkFailure(400, 'svix_app_missing', 'Svix app missing', sentence)
}

/** The inspector of this instance stands in for the vendor's page about webhooks. */
function svixUrl({ origin }: AuthCall): string {
  return `${origin}/_backlot/webhooks`
}
