import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ClerkClient } from '@clerk/backend'
import { verifyWebhook } from '@clerk/backend/webhooks'
import { Webhook } from 'svix'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clerkTypeProblems } from '#testkit/clerk-types.ts'
import {
  backend,
  clerkOf,
  people,
  receiveEvents,
  startAuthSaas,
  type RunningAuthSaas,
  type WebhookReceiver,
} from './auth-saas.fixture.ts'
import { signedIn, visitor } from './routes/frontend/frontend.fixture.ts'
import { EVENT_TYPES } from './schema/events.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`

/** The events that never come, with the reason. */
const NEVER: Readonly<Record<string, RegExp>> = {
  'the client names no event that a payer is late with, or that a period ends by the clock':
    /^subscription\.(?:active|pastDue)$|^subscriptionItem\.(?:created|abandoned|incomplete|pastDue|freeTrialEnding)$/,
  'tasks of sessions are in tasks.test.ts': /^session\.pending$/,
}

const acme = 'org_acme'

/** The changes that each event follows. */
const CAUSES: Readonly<Record<string, (clerk: ClerkClient, auth: RunningAuthSaas) => Promise<unknown>>> = {
  'user.created': (clerk) => clerk.users.createUser({ emailAddress: ['new@example.com'] }),
  'user.updated': (clerk) => clerk.users.updateUser('user_ada', { firstName: 'Augusta' }),
  'user.deleted': (clerk) => clerk.users.deleteUser('user_linus'),
  'session.created': (clerk) => clerk.sessions.createSession({ userId: 'user_ada' }),
  'session.ended': async (_clerk, auth) => {
    const browser = signedIn(auth, 'ada@example.com')
    const id = (await browser.call('GET', '/client')).response['last_active_session_id']
    return browser.call('POST', `/client/sessions/${String(id)}/end`)
  },
  'session.removed': async (_clerk, auth) => {
    const browser = signedIn(auth, 'ada@example.com')
    const id = (await browser.call('GET', '/client')).response['last_active_session_id']
    return browser.call('POST', `/client/sessions/${String(id)}/remove`)
  },
  'session.revoked': async (clerk) =>
    clerk.sessions.revokeSession((await clerk.sessions.createSession({ userId: 'user_ada' })).id),
  'organization.created': (clerk) => clerk.organizations.createOrganization({ name: 'Beta', createdBy: 'user_ada' }),
  'organization.updated': (clerk) => clerk.organizations.updateOrganization(acme, { name: 'Acme 2' }),
  'organization.deleted': (clerk) => clerk.organizations.deleteOrganization(acme),
  'organizationMembership.created': (clerk) => clerk.organizations.createOrganizationMembership(linus),
  'organizationMembership.updated': (clerk) =>
    clerk.organizations.updateOrganizationMembership({ ...linus, userId: 'user_grace', role: 'org:admin' }),
  'organizationMembership.deleted': (clerk) =>
    clerk.organizations.deleteOrganizationMembership({ organizationId: acme, userId: 'user_grace' }),
  'organizationInvitation.created': (clerk) => clerk.organizations.createOrganizationInvitation(invited),
  'organizationInvitation.revoked': async (clerk) => {
    const { id: invitationId } = await clerk.organizations.createOrganizationInvitation(invited)
    return clerk.organizations.revokeOrganizationInvitation({ organizationId: acme, invitationId })
  },
  'organizationInvitation.accepted': async (clerk, auth) => {
    const { id } = await clerk.organizations.createOrganizationInvitation(invited)
    return signedIn(auth, 'linus@example.com').call('POST', `/me/organization_invitations/${id}/accept`)
  },
  'organizationDomain.created': (clerk) => clerk.organizations.createOrganizationDomain(domain),
  'organizationDomain.updated': async (clerk) => {
    const { id: domainId } = await clerk.organizations.createOrganizationDomain(domain)
    return clerk.organizations.updateOrganizationDomain({ organizationId: acme, domainId, verified: true })
  },
  'organizationDomain.deleted': async (clerk) => {
    const { id: domainId } = await clerk.organizations.createOrganizationDomain(domain)
    return clerk.organizations.deleteOrganizationDomain({ organizationId: acme, domainId })
  },
  'invitation.created': (clerk) => clerk.invitations.createInvitation({ emailAddress: 'new@example.com' }),
  'invitation.revoked': async (clerk) => {
    const { id } = await clerk.invitations.createInvitation({ emailAddress: 'new@example.com' })
    return clerk.invitations.revokeInvitation(id)
  },
  'invitation.accepted': async (clerk, auth) => {
    const { url } = await clerk.invitations.createInvitation({ emailAddress: 'new@example.com' })
    const ticket = new URL(url ?? '').searchParams.get('ticket') ?? ''
    const person = { ticket, strategy: 'ticket', password: 'correct-horse-battery' }
    return (await visitor(auth)).call('POST', '/client/sign_ups', person)
  },
  'role.created': (clerk) => clerk.organizationRoles.createOrganizationRole({ name: 'B', key: 'org:b' }),
  'role.updated': async (clerk) => {
    const { id } = await clerk.organizationRoles.createOrganizationRole({ name: 'B', key: 'org:b' })
    return clerk.organizationRoles.updateOrganizationRole({ organizationRoleId: id, name: 'C' })
  },
  'role.deleted': async (clerk) => {
    const { id } = await clerk.organizationRoles.createOrganizationRole({ name: 'B', key: 'org:b' })
    return clerk.organizationRoles.deleteOrganizationRole(id)
  },
  'permission.created': (clerk) => clerk.organizationPermissions.createOrganizationPermission(permission),
  'permission.updated': async (clerk) => {
    const { id } = await clerk.organizationPermissions.createOrganizationPermission(permission)
    return clerk.organizationPermissions.updateOrganizationPermission({ permissionId: id, name: 'Q' })
  },
  'permission.deleted': async (clerk) => {
    const { id } = await clerk.organizationPermissions.createOrganizationPermission(permission)
    return clerk.organizationPermissions.deleteOrganizationPermission(id)
  },
  'waitlistEntry.created': (clerk) => clerk.waitlistEntries.create({ emailAddress: 'w@example.com' }),
  'waitlistEntry.updated': async (clerk) =>
    clerk.waitlistEntries.reject((await clerk.waitlistEntries.create({ emailAddress: 'w@example.com' })).id),
  'subscription.created': (_clerk, auth) => subscribed(auth),
  'subscription.updated': cancelled,
  'subscriptionItem.active': (_clerk, auth) => subscribed(auth),
  'subscriptionItem.canceled': cancelled,
  'subscriptionItem.updated': async (clerk, auth) => {
    const itemId = await subscribed(auth, 'cplan_trial')
    const extendTo = new Date(auth.clock.now() + 30 * 86_400_000)
    return clerk.billing.extendSubscriptionItemFreeTrial(itemId, { extendTo })
  },
  'subscriptionItem.ended': async (clerk, auth) =>
    clerk.billing.cancelSubscriptionItem(await subscribed(auth), { endNow: true }),
  'subscriptionItem.upcoming': async (_clerk, auth) => {
    const itemId = await subscribed(auth)
    const prices = { from_price_id: 'cprice_pro', to_price_id: 'cprice_small' }
    return backend(auth, 'POST', `/billing/subscription_items/${itemId}/price_transition`, prices)
  },
  'paymentAttempt.created': (_clerk, auth) => subscribed(auth),
  'paymentAttempt.updated': (_clerk, auth) => subscribed(auth),
  'email.created': (clerk) => clerk.invitations.createInvitation({ emailAddress: 'new@example.com' }),
  'sms.created': async (_clerk, auth) => {
    const form = { identifier: '+15555550100', strategy: 'phone_code' }
    return (await visitor(auth)).call('POST', '/client/sign_ins', form)
  },
}

const linus = { organizationId: acme, userId: 'user_linus', role: 'org:member' }
const invited = { organizationId: acme, emailAddress: 'linus@example.com', role: 'org:member' }
const domain = {
  organizationId: acme,
  name: 'acme.test',
  enrollmentMode: 'manual_invitation' as const,
  verified: false,
}
const permission = { name: 'P', key: 'org:a:b' }

/** Subscribes Ada to a plan at a checkout, and returns the id of the subscription item. */
async function subscribed(auth: RunningAuthSaas, plan = 'cplan_pro'): Promise<string> {
  const ada = signedIn(auth, 'ada@example.com')
  const begun = await ada.call('POST', '/me/billing/checkouts', { plan_id: plan, plan_period: 'month' })
  const path = `/me/billing/checkouts/${String(begun.response['id'])}/confirm`
  const { response } = await ada.call('PATCH', path, { gateway: 'stripe', use_test_card: 'true' })
  return (response['subscription_item'] as { id: string }).id // the vendor's checkout
}

/** Subscribes Ada to a plan, and cancels the subscription for the end of its period. */
async function cancelled(clerk: ClerkClient, auth: RunningAuthSaas): Promise<unknown> {
  return clerk.billing.cancelSubscriptionItem(await subscribed(auth))
}

/**
 * The members of the events of billing, which have the `object` of other interfaces of the client.
 * https://github.com/clerk/openapi-specs/blob/main/webhooks/2025-04-15.yml
 */
const BILLING: Readonly<Record<string, string>> = {
  'subscription.': `object id status active_at canceled_at created_at ended_at past_due_at updated_at \
latest_payment_id payer_id payer payment_source_id items`,
  'subscriptionItem.': `object id status is_free_trial created_at updated_at period_start period_end interval plan_id \
plan payer subscription_id`,
  'paymentAttempt.': `id instance_id payment_id statement_id gateway_external_id status created_at updated_at paid_at \
failed_at failed_reason billing_date charge_type payee payer totals payment_source subscription_items`,
}

/** Plans to subscribe to, of which one costs less. */
const plans = [
  { id: 'cplan_pro', name: 'Pro', slug: 'pro', amount: 1000 },
  { id: 'cplan_small', name: 'Small', slug: 'small', amount: 500 },
  { id: 'cplan_trial', name: 'Trial', slug: 'trial', amount: 2000, trial_days: 7 },
]

describe('every event', () => {
  let auth: RunningAuthSaas
  let receiver: WebhookReceiver
  beforeAll(async () => {
    receiver = await receiveEvents()
    const webhooks = [{ url: receiver.url, secret }]
    auth = await startAuthSaas({ seed: { 'auth-saas': { ...people, plans, webhooks } } })
  })
  afterAll(async () => {
    await auth.close()
    await receiver[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    auth.reset()
    receiver.received.length = 0
  })

  it('of the vendor follows a change, or there is a reason why it never comes', () => {
    const file = createRequire(import.meta.url).resolve('@clerk/backend/package.json')
    const types = readFileSync(join(dirname(file), 'dist/api/resources/Webhooks.d.ts'), 'utf8')
    const published = [...types.matchAll(/'([a-zA-Z]+\.[a-zA-Z]+)'/g)].map(([, type = '']) => type)
    expect(published.length).toBeGreaterThan(40)
    const unexplained = [...published, ...EVENT_TYPES].filter(
      (type) => !Object.hasOwn(CAUSES, type) && !Object.values(NEVER).some((pattern) => pattern.test(type)),
    )
    expect(unexplained).toEqual([])
  })

  it.each(Object.entries(CAUSES))('%s follows its change', async (type, cause) => {
    await cause(clerkOf(auth), auth)
    await auth.webhooks.settled()
    const events = receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: object })
    const event = events.find((each) => each.type === type)
    expect(event).toMatchObject({ object: 'event', instance_id: expect.stringMatching(/^ins_/) as string })
    const ofBilling = Object.entries(BILLING).find(([prefix]) => type.startsWith(prefix))
    if (ofBilling !== undefined) {
      expect(Object.keys(event?.data ?? {})).toEqual(expect.arrayContaining(ofBilling[1].split(' ')))
    } else expect(clerkTypeProblems('@clerk/backend', event?.data)).toEqual([])
    if (type.startsWith('session.')) expect(event?.data).toMatchObject({ user: { id: 'user_ada' } })
    if (type === 'organizationInvitation.accepted') expect(event?.data).toMatchObject({ user_id: 'user_linus' })
  })
})

describe('the events of a checkout', () => {
  it('pay, end what the payer has subscribed to before, and begin the new subscription', async () => {
    await using receiver = await receiveEvents()
    const webhooks = [{ url: receiver.url, secret }]
    await using auth = await startAuthSaas({ seed: { 'auth-saas': { ...people, plans, webhooks } } })
    await subscribed(auth, 'cplan_small')
    await auth.webhooks.settled()
    receiver.received.length = 0
    const itemId = await subscribed(auth)
    await auth.webhooks.settled()
    const events = receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: object })
    const ofBilling = events.filter(({ type }) => /^(?:pay|sub)/.test(type))
    const sent = ofBilling
      .toSorted((one, other) => one.type.localeCompare(other.type))
      .map(({ type, data }) => [type, data])
    const payment = {
      charge_type: 'checkout',
      totals: { grand_total: { amount: 1000 } },
      payment_source: { last4: '4242' },
    }
    expect(sent).toMatchObject([
      ['paymentAttempt.created', { ...payment, status: 'pending', paid_at: null }],
      ['paymentAttempt.updated', { ...payment, status: 'paid', subscription_items: [{ id: itemId }] }],
      ['subscription.updated', { status: 'active', items: [{ id: itemId, plan: { slug: 'pro', amount: 1000 } }] }],
      ['subscriptionItem.active', { id: itemId, interval: 'month', payer: { user_id: 'user_ada' } }],
      ['subscriptionItem.ended', { status: 'ended', plan: { slug: 'small' } }],
    ])
    expect(JSON.stringify(sent)).not.toContain('"organization_id"')
  })
})

describe('webhooks', () => {
  it('are signed so that verifyWebhook and the library of Svix accept them', async () => {
    await using receiver = await receiveEvents()
    const webhooks = [{ url: receiver.url, secret }]
    await using auth = await startAuthSaas({ seed: { 'auth-saas': { ...people, webhooks } } })
    const user = await clerkOf(auth).users.createUser({ emailAddress: ['new@example.com'], password: 'correct-horse' })
    await auth.webhooks.settled()
    const [event] = receiver.received
    const headers = event?.headers as Record<string, string>
    const request = new Request('http://localhost/', { method: 'POST', headers, body: event?.body ?? '' })
    const verified = await verifyWebhook(request, { signingSecret: secret })
    expect([verified.type, verified.data.id, verified.instance_id]).toEqual([
      'user.created',
      user.id,
      expect.stringMatching(/^ins_/),
    ])
    expect(() => new Webhook(secret).verify(event?.body ?? '', headers)).not.toThrow()
    const other = `whsec_${Buffer.from('another secret').toString('base64')}`
    expect(() => new Webhook(other).verify(event?.body ?? '', headers)).toThrow()
  })

  it('hear of users, sessions, organizations, memberships, invitations, e-mails and messages', async () => {
    await using receiver = await receiveEvents()
    const webhooks = [{ url: receiver.url, secret }]
    await using auth = await startAuthSaas({ seed: { 'auth-saas': { ...people, webhooks } } })
    const clerk = clerkOf(auth)
    const organizationId = 'org_acme'
    const { id } = await clerk.users.createUser({ emailAddress: ['new@example.com'] })
    await clerk.users.updateUser(id, { firstName: 'New' })
    const session = await clerk.sessions.createSession({ userId: id })
    await clerk.sessions.revokeSession(session.id)
    const organization = await clerk.organizations.createOrganization({ name: 'Other', createdBy: id })
    await clerk.organizations.updateOrganization(organization.id, { name: 'Else' })
    await clerk.organizations.createOrganizationMembership({ organizationId, userId: id, role: 'org:member' })
    await clerk.organizations.updateOrganizationMembership({ organizationId, userId: id, role: 'org:admin' })
    await clerk.organizations.deleteOrganizationMembership({ organizationId, userId: id })
    await clerk.invitations.createInvitation({ emailAddress: 'invited@example.com' })
    const invitation = await clerk.organizations.createOrganizationInvitation({
      organizationId,
      emailAddress: 'i@example.com',
      role: 'org:member',
      inviterUserId: 'user_ada',
    })
    await clerk.organizations.revokeOrganizationInvitation({
      organizationId,
      invitationId: invitation.id,
      requestingUserId: 'user_ada',
    })
    await clerk.organizations.deleteOrganization(organization.id)
    await clerk.users.deleteUser(id)
    await auth.webhooks.settled()
    const types = receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
    expect(types).toEqual([
      'user.created',
      'user.updated',
      'session.created',
      'session.revoked',
      'organization.created',
      'organizationMembership.created',
      'organization.updated',
      'organizationMembership.created',
      'organizationMembership.updated',
      'organizationMembership.deleted',
      'invitation.created',
      'email.created',
      'organizationInvitation.created',
      'email.created',
      'organizationInvitation.revoked',
      'organization.deleted',
      'user.deleted',
    ])
  })

  it('are sent again after every delay of the vendor, and then no more', async () => {
    await using receiver = await receiveEvents()
    receiver.status = 500
    const webhooks = [{ url: receiver.url, secret, events: ['user.deleted' as const] }]
    await using auth = await startAuthSaas({ seed: { 'auth-saas': { ...people, webhooks } } })
    await clerkOf(auth).users.deleteUser('user_grace')
    await auth.webhooks.settled()
    const counts: number[] = []
    for (const delay of ['5s', '5m', '30m', '2h', '5h', '10h', '10h', '1d'] as const) {
      auth.clock.advance(delay)
      await auth.webhooks.settled()
      counts.push(receiver.received.length)
    }
    expect(counts).toEqual([2, 3, 4, 5, 6, 7, 8, 8])
  })

  it('are sent again on the clock while the receiver fails, to endpoints that want the event', async () => {
    await using receiver = await receiveEvents()
    receiver.status = 500
    const webhooks = [{ url: receiver.url, secret, events: ['user.deleted' as const] }]
    await using auth = await startAuthSaas({ seed: { 'auth-saas': { ...people, webhooks } } })
    const clerk = clerkOf(auth)
    await clerk.users.updateUser('user_grace', { firstName: 'Amazing' })
    await clerk.users.deleteUser('user_grace')
    await auth.webhooks.settled()
    expect(receiver.received).toHaveLength(1)
    receiver.status = 200
    auth.clock.advance('5s')
    await auth.webhooks.settled()
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[1]?.headers['svix-id']).toBe(receiver.received[0]?.headers['svix-id'])
  })
})
