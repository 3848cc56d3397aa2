import { verifyWebhook } from '@clerk/backend/webhooks'
import { Webhook } from 'svix'
import { describe, expect, it } from 'vitest'
import { clerkOf, people, receiveEvents, startAuthSaas } from './auth-saas.fixture.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`

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
