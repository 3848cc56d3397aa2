import { settingsOf } from '#auth-saas/rules/settings.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import type { AuthEvent, BillingEvent, MessageEvent } from '#auth-saas/schema/events.ts'
import { billingEventJson } from './billing-event.ts'
import { invitationJson, waitlistEntryJson } from './instance.ts'
import {
  membershipJson,
  organizationDomainJson,
  organizationInvitationJson,
  organizationJson,
  permissionJson,
  roleJson,
} from './organization.ts'
import { sessionEventJson } from './session.ts'
import { userJson } from './user.ts'

/** Returns `data` of an event: the record that it is about. */
export function eventDataJson(context: AuthContext, event: AuthEvent) {
  switch (event.event) {
    case 'user.deleted': {
      const { id, externalId } = event.user
      return { ...deletedJson(id, 'user'), ...(externalId === null ? {} : { external_id: externalId }) }
    }
    case 'organization.deleted': {
      const { id, slug } = event.organization
      return { id, slug, object: 'organization', deleted: true }
    }
    case 'organizationDomain.deleted':
      return deletedJson(event.domain.id, 'organization_domain')
    case 'role.deleted':
      return deletedJson(event.role.id, 'role')
    case 'permission.deleted':
      return deletedJson(event.permission.id, 'permission')
    case 'organizationInvitation.accepted':
      return { ...organizationInvitationJson(context, event.invitation), user_id: event.userId }
    case 'organizationInvitation.created':
    case 'organizationInvitation.revoked':
      return organizationInvitationJson(context, event.invitation)
    case 'email.created':
    case 'sms.created':
      return messageJson(context, event)
    default:
      if ('item' in event || 'payment' in event || 'payerId' in event) return billingEventJson(context, event)
      return recordJson(context, event)
  }
}

function recordJson(
  context: AuthContext,
  event: Exclude<AuthEvent, MessageEvent | BillingEvent | { readonly event: `organizationInvitation.${string}` }>,
) {
  if ('user' in event) return userJson(context, event.user)
  if ('session' in event) return sessionEventJson(context, event.session)
  if ('organization' in event) return organizationJson(context, event.organization)
  if ('membership' in event) return membershipJson(context, event.membership)
  if ('domain' in event) return organizationDomainJson(context, event.domain)
  if ('invitation' in event) return invitationJson(context, event.invitation)
  if ('role' in event) return roleJson(context, event.role)
  if ('permission' in event) return permissionJson(event.permission)
  return waitlistEntryJson(context, event.waitlistEntry)
}

function deletedJson(id: string, object: string) {
  return { id, object, deleted: true }
}

function messageJson(context: AuthContext, { event, message, subject, text, userId, addressId }: MessageEvent) {
  const data = {
    otp_code: message.code,
    ...(message.url === null ? {} : { action_url: message.url }),
    app: { name: 'backlot', domain_name: context.origin },
  }
  const template = context.rows.messageTemplates.find('slug', message.channel, message.slug)
  const isDelivered = template?.deliveredByClerk ?? true
  if (event === 'email.created') {
    return {
      object: 'email',
      id: `ema_${context.ids.base62(27)}`,
      slug: message.slug,
      from_email_name: settingsOf(context.rows).fromEmailAddress,
      to_email_address: message.to,
      email_address_id: addressId,
      user_id: userId,
      subject,
      body: /<\w/.test(text) ? text : `<p>${text}</p>`,
      body_plain: text.replaceAll(/<[^>]*>/g, ''),
      status: 'queued',
      data,
      delivered_by_clerk: isDelivered,
    }
  }
  return {
    object: 'sms_message',
    id: `sms_${context.ids.base62(27)}`,
    slug: message.slug,
    from_phone_number: '+15555550199',
    to_phone_number: message.to,
    phone_number_id: addressId,
    ...(userId === null ? {} : { user_id: userId }),
    message: text,
    status: 'queued',
    data,
    delivered_by_clerk: isDelivered,
  }
}
