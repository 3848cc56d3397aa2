import type { LogEntity, LogEvent } from '#oidc-d/schema.ts'
import { date } from '#oidc-d/rules/dates.ts'

/** The names that older clients know events by. https://developer.okta.com/docs/reference/api/events/ */
const LEGACY: Readonly<Record<string, string>> = {
  'application.user_membership.add': 'app.generic.provision.assign_user_to_app',
  'application.user_membership.remove': 'app.generic.provision.deactivate_user_from_app',
  'group.user_membership.add': 'core.user_group_member.user_add',
  'group.user_membership.remove': 'core.user_group_member.user_remove',
  'user.authentication.sso': 'app.auth.sso',
  'user.lifecycle.activate': 'core.user.config.user_activated',
  'user.lifecycle.deactivate': 'core.user.config.user_deactivated',
}

/** Returns an entry of the System Log. https://developer.okta.com/docs/api/openapi/okta-management/management/tag/SystemLog/ */
export function logEventJson(event: LogEvent) {
  const { eventType, requestUri, transactionId, ipAddress } = event
  return {
    actor: entityJson(event.actor),
    client: clientJson(event),
    device: null,
    authenticationContext: {
      authenticationProvider: null,
      credentialProvider: null,
      credentialType: null,
      issuer: null,
      interface: null,
      authenticationStep: 0,
      rootSessionId: null,
      externalSessionId: null,
    },
    displayMessage: event.displayMessage,
    eventType,
    outcome: { result: event.result, reason: event.reason },
    published: date(event.published),
    securityContext: { asNumber: null, asOrg: null, isp: null, domain: null, isProxy: null },
    severity: event.severity,
    debugContext: {
      debugData: requestUri === null ? {} : { requestId: transactionId, requestUri, url: `${requestUri}?` },
    },
    legacyEventType: legacyTypeOf(event),
    transaction: { type: requestUri === null ? 'JOB' : 'WEB', id: transactionId, detail: {} },
    uuid: event.uuid,
    version: '0',
    request: {
      ipChain: ipAddress === null ? [] : [{ ip: ipAddress, geographicalContext: null, version: 'V4', source: null }],
    },
    target: event.target.map(entityJson),
  }
}

function legacyTypeOf({ eventType, result }: LogEvent): string | null {
  if (eventType !== 'user.session.start') return LEGACY[eventType] ?? null
  return `core.user_auth.login_${result === 'SUCCESS' ? 'success' : 'failed'}`
}

function entityJson({ id, type, alternateId, displayName }: LogEntity) {
  return { id, type, alternateId, displayName, detailEntry: null }
}

function clientJson({ userAgent, ipAddress }: LogEvent) {
  return {
    userAgent: userAgent === null ? null : { rawUserAgent: userAgent, os: 'Unknown', browser: 'UNKNOWN' },
    zone: null,
    device: userAgent === null ? null : 'Unknown',
    id: null,
    ipAddress,
    geographicalContext: null,
  }
}
