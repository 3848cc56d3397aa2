import { describe, expect } from 'vitest'
import { clerkOf, people, authSaasTest, type RunningAuthSaas } from '#auth-saas/auth-saas.fixture.ts'
import { signedIn, type FrontendBrowser } from './frontend.fixture.ts'

let admin: FrontendBrowser
let member: FrontendBrowser

const it = authSaasTest({ seed: { 'auth-saas': people } })

it.beforeEach(({ authSaas }) => {
  admin = signedIn(authSaas, 'ada@example.com', 'acme')
  member = signedIn(authSaas, 'grace@example.com', 'acme')
})

const acme = '/organizations/org_acme'
const dataOf = ({ response }: { response: Record<string, unknown> }) => response['data'] as Record<string, unknown>[] // a page

describe('an organization in the frontend API', () => {
  it('is created, read, changed and deleted by its administrator', async () => {
    const created = await admin.call('POST', '/organizations', { name: 'Beta Works' })
    expect(created.response).toMatchObject({ object: 'organization', slug: 'beta-works', members_count: 1 })
    const path = `/organizations/${String(created.response['id'])}`
    expect((await admin.call('PATCH', path, { name: 'Gamma', slug: 'gamma' })).response).toMatchObject({
      slug: 'gamma',
    })
    expect((await admin.call('GET', path)).response).toMatchObject({ name: 'Gamma' })
    expect((await member.call('GET', path)).code).toBe('not_a_member_in_organization')
    expect((await admin.call('DELETE', path)).response).toMatchObject({ deleted: true })
    expect((await admin.call('GET', path)).code).toBe('resource_not_found')
  })

  it("is read at a path that the backend API shares, by what each API's clients send", async ({ authSaas }) => {
    const { cookies, token } = authSaas.signIn({ user: 'ada@example.com' })
    const cookie = `__client=${cookies.find(({ name }) => name === '__client')?.value}`
    const key = `Bearer ${authSaas.env['CLERK_SECRET_KEY']}`
    const statusOf = async (headers: Record<string, string>, init: RequestInit = {}) => {
      const answer = await fetch(`${authSaas.url}/v1${acme}`, { ...init, headers })
      const json = (await answer.json()) as { object?: string; response?: object; errors?: { code: string }[] }
      return json.errors?.[0]?.code ?? (json.response === undefined ? 'backend' : 'frontend')
    }
    expect(await statusOf({ cookie })).toBe('frontend')
    expect(await statusOf({ authorization: key })).toBe('backend')
    expect(await statusOf({ authorization: key, origin: 'http://localhost:3000' })).toBe('backend')
    expect(await statusOf({ origin: 'http://localhost:3000' })).toBe('signed_out')
    expect(await statusOf({ authorization: `Bearer ${token}` })).toBe('signed_out')
    expect(await statusOf({})).toBe('authentication_invalid')
    const form = { method: 'PATCH', body: new URLSearchParams({ name: 'Acme' }) }
    expect(await statusOf({ cookie }, form)).toBe('frontend')
  })

  it('gets a logo, and loses it', async () => {
    const form = new FormData()
    form.set('file', new Blob([Buffer.from('iVBORw0KGgo=', 'base64')], { type: 'image/png' }), 'logo.png')
    const changed = await admin.call('PUT', `${acme}/logo`, form)
    expect(changed.response).toMatchObject({ has_image: true })
    const image = await fetch(String(changed.response['image_url']))
    expect(image.headers.get('content-type')).toBe('image/png')
    expect((await admin.call('DELETE', `${acme}/logo`)).response).toMatchObject({ has_image: false })
    expect((await member.call('DELETE', `${acme}/logo`)).code).toBe('missing_organization_permission')
  })

  it('has members, whom an administrator adds, changes and removes', async () => {
    const added = await admin.call('POST', `${acme}/memberships`, { user_id: 'user_linus', role: 'org:member' })
    expect(added.response).toMatchObject({ role: 'org:member', public_user_data: { user_id: 'user_linus' } })
    expect(dataOf(await member.call('GET', `${acme}/memberships?role=org:member`))).toHaveLength(2)
    const changed = await admin.call('PATCH', `${acme}/memberships/user_linus`, { role: 'org:admin' })
    expect(changed.response).toMatchObject({ role: 'org:admin' })
    await admin.call('DELETE', `${acme}/memberships/user_linus`)
    expect(dataOf(await admin.call('GET', `${acme}/memberships`))).toHaveLength(2)
    expect((await member.call('DELETE', `${acme}/memberships/user_ada`)).code).toBe('missing_organization_permission')
    expect(dataOf(await member.call('GET', `${acme}/roles`)).map(({ key }) => key)).toContain('org:admin')
    await member.call('DELETE', '/me/organization_memberships/org_acme')
    expect(dataOf(await admin.call('GET', `${acme}/memberships`))).toHaveLength(1)
  })

  it('invites people, who accept in their own browser', async ({ authSaas }) => {
    const invited = await admin.call('POST', `${acme}/invitations`, {
      email_address: 'linus@example.com',
      role: 'org:member',
    })
    expect(invited.response).toMatchObject({ status: 'pending' })
    const linus = signedIn(authSaas, 'linus@example.com')
    const [own] = dataOf(await linus.call('GET', '/me/organization_invitations?status=pending'))
    expect(own).toMatchObject({ public_organization_data: { slug: 'acme' } })
    const accepted = await linus.call('POST', `/me/organization_invitations/${String(own?.['id'])}/accept`)
    expect(accepted.response).toMatchObject({ status: 'accepted' })
    const many = await admin.call('POST', `${acme}/invitations/bulk`, {
      email_address: 'x@example.com',
      role: 'org:member',
    })
    const [first] = many.response as unknown as { id: string }[] // a list
    await admin.call('POST', `${acme}/invitations/${first?.id}/revoke`)
    expect(dataOf(await admin.call('GET', `${acme}/invitations?status=revoked`))).toHaveLength(1)
  })

  it('lists an expired invitation as expired, not as pending', async ({ authSaas }) => {
    const form = { email_address: 'linus@example.com', role: 'org:member' }
    await admin.call('POST', `${acme}/invitations`, form)
    const pending = `${acme}/invitations?status=pending`
    expect(dataOf(await admin.call('GET', pending))).toHaveLength(1)
    authSaas.clock.advance('31d')
    const later = signedIn(authSaas, 'ada@example.com', 'acme')
    expect(dataOf(await later.call('GET', pending))).toEqual([])
    expect(dataOf(await later.call('GET', `${acme}/invitations?status=expired`))).toMatchObject([{ status: 'expired' }])
    const linus = signedIn(authSaas, 'linus@example.com')
    expect(dataOf(await linus.call('GET', '/me/organization_invitations?status=pending'))).toEqual([])
    expect(dataOf(await linus.call('GET', '/me/organization_invitations?status=expired'))).toHaveLength(1)
  })

  it.for(['email_address', 'role'])('counts an empty %s of an invitation as missing', async (name) => {
    const form = { email_address: 'linus@example.com', role: 'org:member', [name]: '' }
    const { status, code } = await admin.call('POST', `${acme}/invitations`, form)
    expect([status, code]).toEqual([422, 'form_param_missing'])
  })

  it('becomes the active one of a session, in whose tokens it is', async ({ authSaas }) => {
    const ada = authSaas.signIn({ user: 'ada@example.com' })
    const session = (await admin.call('GET', '/client')).response['last_active_session_id']
    const touched = await admin.call('POST', `/client/sessions/${String(session)}/touch`, {
      active_organization_id: '',
    })
    expect(touched.response).toMatchObject({ last_active_organization_id: null })
    const none = await admin.call('POST', `/client/sessions/${String(session)}/touch`, {
      active_organization_id: 'org_x',
    })
    expect(none.code).toBe('organization_not_found_or_unauthorized')
    expect((await admin.call('GET', `/client/sessions/${ada.sessionId}`)).code).toBe('resource_not_found')
  })
})

/** Adds a domain as an administrator and verifies it with the code sent to an address of it. */
async function verifiedDomain(authSaas: RunningAuthSaas, name: string, mode: string): Promise<string> {
  const { response } = await admin.call('POST', `${acme}/domains`, { name })
  const path = `${acme}/domains/${String(response['id'])}`
  const to = `owner@${name}`
  const prepared = await admin.call('POST', `${path}/prepare_affiliation_verification`, {
    affiliation_email_address: to,
  })
  expect(prepared.response).toMatchObject({ verification: { status: 'unverified', strategy: 'email_code' } })
  const { code } = await authSaas.codes.next({ to })
  const wrong = code === '000000' ? '111111' : '000000'
  expect((await admin.call('POST', `${path}/attempt_affiliation_verification`, { code: wrong })).code).toBe(
    'form_code_incorrect',
  )
  const verified = await admin.call('POST', `${path}/attempt_affiliation_verification`, { code })
  expect(verified.response).toMatchObject({ verification: { status: 'verified' }, affiliation_email_address: to })
  await admin.call('POST', `${path}/update_enrollment_mode`, { enrollment_mode: mode })
  return path
}

describe('a verified domain of an organization', () => {
  it('invites users who have an address of it, before and after', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    await clerk.users.createUser({ emailAddress: ['early@corp.test'] })
    const path = await verifiedDomain(authSaas, 'corp.test', 'automatic_invitation')
    await clerk.users.createUser({ emailAddress: ['late@corp.test'] })
    await clerk.users.createUser({ emailAddress: ['late@other.test'] })
    expect((await admin.call('GET', path)).response).toMatchObject({ total_pending_invitations: 2 })
    const late = signedIn(authSaas, 'late@corp.test')
    const [own] = dataOf(await late.call('GET', '/me/organization_invitations'))
    expect(own).toMatchObject({ status: 'pending', role: 'org:member', public_organization_data: { slug: 'acme' } })
    await late.call('POST', `/me/organization_invitations/${String(own?.['id'])}/accept`)
    expect(dataOf(await late.call('GET', '/me/organization_memberships'))).toHaveLength(1)
    expect((await admin.call('GET', path)).response).toMatchObject({ total_pending_invitations: 1 })
  })

  it('is suggested to users who have an address of it; the request of one is accepted, that of another rejected', async ({
    authSaas,
  }) => {
    const path = await verifiedDomain(authSaas, 'corp.test', 'automatic_suggestion')
    for (const emailAddress of ['one@corp.test', 'two@corp.test']) {
      await clerkOf(authSaas).users.createUser({ emailAddress: [emailAddress] })
      const user = signedIn(authSaas, emailAddress)
      const [suggestion] = dataOf(await user.call('GET', '/me/organization_suggestions?status=pending'))
      expect(suggestion).toMatchObject({
        object: 'organization_suggestion',
        public_organization_data: { slug: 'acme' },
      })
      await user.call('POST', `/me/organization_suggestions/${String(suggestion?.['id'])}/accept`)
    }
    expect((await admin.call('GET', path)).response).toMatchObject({ total_pending_suggestions: 0 })
    const requests = `${acme}/membership_requests`
    expect((await member.call('GET', requests)).code).toBe('missing_organization_permission')
    const [one, two] = dataOf(await admin.call('GET', `${requests}?status=pending`))
    expect(one).toMatchObject({ public_user_data: { identifier: 'one@corp.test' } })
    expect((await admin.call('POST', `${requests}/${String(one?.['id'])}/accept`)).response).toMatchObject({
      status: 'accepted',
    })
    expect((await admin.call('POST', `${requests}/${String(two?.['id'])}/reject`)).response).toMatchObject({
      status: 'rejected',
    })
    expect((await admin.call('POST', `${requests}/${String(two?.['id'])}/accept`)).status).toBe(400)
    const identifiers = dataOf(await admin.call('GET', `${acme}/memberships`)).map(
      (row) => (row['public_user_data'] as { identifier: string }).identifier,
    )
    expect(identifiers).toContain('one@corp.test')
    expect(identifiers).not.toContain('two@corp.test')
  })

  it('enrolls nobody before it is verified, and takes its invitations back when its mode changes or it is deleted', async ({
    authSaas,
  }) => {
    const clerk = clerkOf(authSaas)
    const organizationId = 'org_acme'
    const { id: domainId } = await clerk.organizations.createOrganizationDomain({
      organizationId,
      name: 'corp.test',
      enrollmentMode: 'automatic_invitation',
      verified: false,
    })
    const user = await clerk.users.createUser({ emailAddress: ['one@corp.test'] })
    const statuses = async () => {
      const { data } = await clerk.users.getOrganizationInvitationList({ userId: user.id })
      return data.map(({ status }) => status)
    }
    expect(await statuses()).toEqual([])
    await clerk.organizations.updateOrganizationDomain({ organizationId, domainId, verified: true })
    expect(await statuses()).toEqual(['pending'])
    const form = { enrollment_mode: 'manual_invitation', delete_pending: 'true' }
    await admin.call('POST', `${acme}/domains/${domainId}/update_enrollment_mode`, form)
    expect(await statuses()).toEqual(['revoked'])
    await clerk.organizations.updateOrganizationDomain({
      organizationId,
      domainId,
      enrollmentMode: 'automatic_invitation',
    })
    await admin.call('DELETE', `${acme}/domains/${domainId}`)
    expect((await statuses()).toSorted()).toEqual(['revoked', 'revoked'])
  })

  it('is not verified by an address of another domain, nor with a mode that does not exist', async () => {
    const { response } = await admin.call('POST', `${acme}/domains`, { name: 'corp.test' })
    const path = `${acme}/domains/${String(response['id'])}`
    const form = { affiliation_email_address: 'ada@example.com' }
    expect((await admin.call('POST', `${path}/prepare_affiliation_verification`, form)).code).toBe(
      'form_param_value_invalid',
    )
    expect((await admin.call('POST', `${path}/attempt_affiliation_verification`, { code: '1' })).code).toBe(
      'verification_not_sent',
    )
    expect((await admin.call('POST', `${path}/update_enrollment_mode`, { enrollment_mode: 'x' })).code).toBe(
      'form_param_value_invalid',
    )
  })
})
