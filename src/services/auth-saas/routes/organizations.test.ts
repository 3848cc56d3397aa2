import type { ClerkClient } from '@clerk/backend'
import { describe, expect } from 'vitest'
import { clients, clerkOf, codeOf, refusalOf, authSaasTest } from '#auth-saas/auth-saas.fixture.ts'

const it = authSaasTest()

const organizationId = 'org_acme'

describe.each(clients)('organizations with %s', (_name, clientOf) => {
  let clerk: ClerkClient
  it.beforeEach(({ authSaas }) => {
    clerk = clientOf(authSaas)
  })

  it('creates one, whose creator becomes the administrator', async () => {
    const organization = await clerk.organizations.createOrganization({
      name: 'New Things!',
      createdBy: 'user_linus',
      publicMetadata: { a: 1 },
      maxAllowedMemberships: 10,
    })
    expect(organization).toMatchObject({
      name: 'New Things!',
      slug: 'new-things',
      maxAllowedMemberships: 10,
      publicMetadata: { a: 1 },
    })
    const { data } = await clerk.organizations.getOrganizationMembershipList({ organizationId: organization.id })
    expect(data.map(({ role, publicUserData }) => [role, publicUserData?.userId])).toEqual([
      ['org:admin', 'user_linus'],
    ])
    const taken = clerk.organizations.createOrganization({ name: 'Other', slug: 'acme', createdBy: 'user_linus' })
    expect(await codeOf(taken)).toBe('form_identifier_exists')
    const nobody = clerk.organizations.createOrganization({ name: 'Other', createdBy: 'user_x' })
    expect(await codeOf(nobody)).toBe('organization_creator_not_found')
    expect(await codeOf(clerk.organizations.createOrganization({} as never))).toBe('form_param_missing')
  })

  it('reads it by id and slug, lists, changes and deletes it', async ({ authSaas }) => {
    expect((await clerk.organizations.getOrganization({ organizationId })).slug).toBe('acme')
    const counted = await clerk.organizations.getOrganization({ slug: 'acme', includeMembersCount: true })
    expect(counted.membersCount).toBe(2)
    expect(await codeOf(clerk.organizations.getOrganization({ slug: 'none' }))).toBe('resource_not_found')
    await clerk.organizations.createOrganization({ name: 'Zeta', createdBy: 'user_ada' })
    const names = async (filter: object): Promise<string[]> =>
      (await clerk.organizations.getOrganizationList(filter)).data.map(({ name }) => name)
    expect(await names({ orderBy: '+name' })).toEqual(['Acme', 'Zeta'])
    expect(await names({ orderBy: '-members_count' })).toEqual(['Acme', 'Zeta'])
    expect(await names({ query: 'zet' })).toEqual(['Zeta'])
    expect(await names({ userId: ['user_grace'] })).toEqual(['Acme'])
    const changed = await clerk.organizations.updateOrganization(organizationId, { name: 'Acme Inc', slug: 'acme-inc' })
    expect(changed).toMatchObject({ name: 'Acme Inc', slug: 'acme-inc' })
    const { sessionId } = authSaas.signIn({ user: 'ada@example.com', organization: 'acme-inc' })
    await clerk.organizations.deleteOrganization(organizationId)
    expect(await codeOf(clerk.organizations.getOrganization({ organizationId }))).toBe('resource_not_found')
    expect((await clerk.sessions.getSession(sessionId)).lastActiveOrganizationId).toBe(null)
  })

  it('merges metadata, and keeps and removes a logo', async () => {
    const params = { publicMetadata: { one: { two: 2 } }, privateMetadata: { secret: 1 } }
    await clerk.organizations.updateOrganizationMetadata(organizationId, params)
    const merged = await clerk.organizations.updateOrganizationMetadata(organizationId, {
      publicMetadata: { one: { three: 3 } },
    })
    expect(merged).toMatchObject({ publicMetadata: { one: { two: 2, three: 3 } }, privateMetadata: { secret: 1 } })
    const file = new Blob([Buffer.from('ffd8ffe000104a464946', 'hex')], { type: 'image/jpeg' })
    expect((await clerk.organizations.updateOrganizationLogo(organizationId, { file })).hasImage).toBe(true)
    expect((await clerk.organizations.deleteOrganizationLogo(organizationId)).hasImage).toBe(false)
    expect(await codeOf(clerk.organizations.deleteOrganizationLogo(organizationId))).toBe('image_not_found')
  })

  it('adds, changes, lists and removes members, but not the last administrator', async () => {
    const added = await clerk.organizations.createOrganizationMembership({
      organizationId,
      userId: 'user_linus',
      role: 'org:member',
    })
    expect(added).toMatchObject({
      role: 'org:member',
      permissions: expect.arrayContaining(['org:sys_memberships:read']) as string[],
    })
    const again = clerk.organizations.createOrganizationMembership({
      organizationId,
      userId: 'user_linus',
      role: 'org:member',
    })
    expect(await codeOf(again)).toBe('already_a_member_in_organization')
    const unknown = clerk.organizations.createOrganizationMembership({
      organizationId,
      userId: 'user_linus',
      role: 'org:king',
    })
    expect(await codeOf(unknown)).toBe('resource_not_found')
    const demoted = clerk.organizations.updateOrganizationMembership({
      organizationId,
      userId: 'user_ada',
      role: 'org:member',
    })
    expect(await codeOf(demoted)).toBe('organization_minimum_permissions_needed')
    const removed = clerk.organizations.deleteOrganizationMembership({ organizationId, userId: 'user_ada' })
    expect(await codeOf(removed)).toBe('organization_minimum_permissions_needed')
    await clerk.organizations.updateOrganizationMembership({ organizationId, userId: 'user_grace', role: 'org:admin' })
    await clerk.organizations.deleteOrganizationMembership({ organizationId, userId: 'user_ada' })
    const roles = await clerk.organizations.getOrganizationMembershipList({ organizationId, role: ['org:member'] })
    expect(roles.data.map(({ publicUserData }) => publicUserData?.userId)).toEqual(['user_linus'])
    const found = await clerk.organizations.getOrganizationMembershipList({ organizationId, query: 'hopper' })
    expect(found.data.map(({ publicUserData }) => publicUserData?.identifier)).toEqual(['grace@example.com'])
    expect((await clerk.organizations.getInstanceOrganizationMembershipList({})).totalCount).toBe(2)
    const withMetadata = await clerk.organizations.updateOrganizationMembershipMetadata({
      organizationId,
      userId: 'user_grace',
      publicMetadata: { team: 'core' },
    })
    expect(withMetadata.publicMetadata).toEqual({ team: 'core' })
  })

  it('refuses members beyond the limit', async () => {
    await clerk.organizations.updateOrganization(organizationId, { maxAllowedMemberships: 2 })
    const full = clerk.organizations.createOrganizationMembership({
      organizationId,
      userId: 'user_linus',
      role: 'org:member',
    })
    expect(await codeOf(full)).toBe('organization_membership_quota_exceeded')
  })

  it('invites people, one and many, and revokes an invitation', async ({ authSaas }) => {
    const params = { organizationId, emailAddress: 'new@example.com', role: 'org:member', inviterUserId: 'user_ada' }
    const invitation = await clerk.organizations.createOrganizationInvitation({ ...params, publicMetadata: { a: 1 } })
    expect(invitation).toMatchObject({ emailAddress: 'new@example.com', status: 'pending', publicMetadata: { a: 1 } })
    expect(await codeOf(clerk.organizations.createOrganizationInvitation(params))).toBe('duplicate_record')
    const member = clerk.organizations.createOrganizationInvitation({ ...params, emailAddress: 'grace@example.com' })
    expect(await codeOf(member)).toBe('already_a_member_in_organization')
    const many = ['one@example.com', 'two@example.com'].map((emailAddress) => ({ emailAddress, role: 'org:member' }))
    await clerk.organizations.createOrganizationInvitationBulk(organizationId, many)
    const list = await clerk.organizations.getOrganizationInvitationList({ organizationId, status: ['pending'] })
    expect(list.totalCount).toBe(3)
    const pending = await fetch(`${authSaas.url}/v1/organizations/${organizationId}/invitations/pending?limit=2`, {
      headers: { authorization: 'Bearer sk_test_backlot' },
    })
    expect(await pending.json()).toMatchObject({ data: [{ status: 'pending' }, {}], total_count: 3 })
    const { id: invitationId } = invitation
    expect((await clerk.organizations.getOrganizationInvitation({ organizationId, invitationId })).id).toBe(
      invitationId,
    )
    const revoked = await clerk.organizations.revokeOrganizationInvitation({
      organizationId,
      invitationId,
      requestingUserId: 'user_ada',
    })
    expect(revoked.status).toBe('revoked')
    const again = clerk.organizations.revokeOrganizationInvitation({
      organizationId,
      invitationId,
      requestingUserId: 'user_ada',
    })
    expect(await codeOf(again)).toBe('organization_invitation_not_pending')
  })

  it('lists the domains of all organizations, and confirms the ownership of one', async ({ authSaas }) => {
    const add = (name: string) =>
      clerk.organizations.createOrganizationDomain({
        organizationId,
        name,
        enrollmentMode: 'manual_invitation',
        verified: true,
      })
    const { id } = await add('acme.test')
    await add('acme.example')
    const send = async (method: string, path: string) => {
      const headers = { authorization: 'Bearer sk_test_backlot' }
      return (await (await fetch(`${authSaas.url}/v1${path}`, { method, headers })).json()) as object
    }
    const verify = `/organizations/${organizationId}/domains/${id}/verify_ownership`
    const owned = { ownership_verification: { status: 'verified', strategy: 'manual_override' } }
    expect(await send('POST', verify)).toMatchObject(owned)
    expect(await send('POST', verify)).toMatchObject(owned)
    expect(await send('GET', '/organization_domains?query=test')).toMatchObject({ data: [owned], total_count: 1 })
    expect(await send('GET', '/organization_domains?enrollment_mode=-manual_invitation')).toMatchObject({
      total_count: 0,
    })
    expect(await send('GET', '/organization_domains?order_by=name')).toMatchObject({
      data: [{ name: 'acme.example' }, { name: 'acme.test' }],
    })
  })

  it('creates none of many invitations when one is wrong', async () => {
    const many = ['one@example.com', 'grace@example.com'].map((emailAddress) => ({ emailAddress, role: 'org:member' }))
    expect(await codeOf(clerk.organizations.createOrganizationInvitationBulk(organizationId, many))).toBe(
      'already_a_member_in_organization',
    )
    expect((await clerk.organizations.getOrganizationInvitationList({ organizationId })).totalCount).toBe(0)
  })

  it('adds, changes, lists and removes domains', async () => {
    const domain = await clerk.organizations.createOrganizationDomain({
      organizationId,
      name: 'Acme.com',
      enrollmentMode: 'automatic_invitation',
    })
    expect(domain).toMatchObject({
      name: 'acme.com',
      enrollment_mode: 'automatic_invitation',
      verification: { status: 'verified' },
    })
    const again = clerk.organizations.createOrganizationDomain({
      organizationId,
      name: 'acme.com',
      enrollmentMode: 'manual_invitation',
    })
    expect(await codeOf(again)).toBe('organization_domain_already_exists_same_organization')
    const common = clerk.organizations.createOrganizationDomain({
      organizationId,
      name: 'gmail.com',
      enrollmentMode: 'manual_invitation',
    })
    expect(await codeOf(common)).toBe('organization_domain_common')
    const domainId = domain.id
    const changed = await clerk.organizations.updateOrganizationDomain({
      organizationId,
      domainId,
      enrollmentMode: 'manual_invitation',
    })
    expect(changed).toMatchObject({ enrollment_mode: 'manual_invitation' })
    expect((await clerk.organizations.getOrganizationDomainList({ organizationId })).totalCount).toBe(1)
    await clerk.organizations.deleteOrganizationDomain({ organizationId, domainId })
    expect((await clerk.organizations.getOrganizationDomainList({ organizationId })).totalCount).toBe(0)
  })

  it('refuses organizations where the instance has none', async () => {
    await clerk.instance.updateOrganizationSettings({ enabled: false })
    expect(await codeOf(clerk.organizations.getOrganizationList())).toBe('organization_not_enabled_in_instance')
  })
})

describe('operations that no method of both clients has', () => {
  it('replace the metadata of an organization', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    await clerk.organizations.updateOrganizationMetadata(organizationId, {
      publicMetadata: { a: 1 },
      privateMetadata: { b: 2 },
    })
    const replaced = await clerk.organizations.replaceOrganizationMetadata(organizationId, { publicMetadata: { c: 3 } })
    expect(replaced).toMatchObject({ publicMetadata: { c: 3 }, privateMetadata: { b: 2 } })
    expect(replaced.publicMetadata).not.toHaveProperty('a')
  })

  it('list the invitations of all organizations, with the organization of each', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    await clerk.organizations.createOrganizationInvitation({
      organizationId,
      emailAddress: 'new@example.com',
      role: 'org:member',
    })
    const headers = { authorization: 'Bearer sk_test_backlot' }
    const answer = await fetch(`${authSaas.url}/v1/organization_invitations?status=pending`, { headers })
    expect(await answer.json()).toMatchObject({
      total_count: 1,
      data: [{ email_address: 'new@example.com', public_organization_data: { slug: 'acme' } }],
    })
  })
})

describe('roles and permissions', () => {
  it('are created, read, changed, assigned and removed', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const permission = await clerk.organizationPermissions.createOrganizationPermission({
      name: 'Create invoices',
      key: 'org:invoices:create',
    })
    expect(permission).toMatchObject({ key: 'org:invoices:create' })
    const role = await clerk.organizationRoles.createOrganizationRole({
      name: 'Billing',
      key: 'org:billing',
      permissions: [permission.id],
    })
    expect(role.permissions.map(({ key }) => key)).toEqual(['org:invoices:create'])
    const organizationRoleId = role.id
    expect((await clerk.organizationRoles.getOrganizationRole(organizationRoleId)).key).toBe('org:billing')
    expect((await clerk.organizationRoles.getOrganizationRoleList({ query: 'bill' })).totalCount).toBe(1)
    expect((await clerk.organizationRoles.updateOrganizationRole({ organizationRoleId, name: 'Invoices' })).name).toBe(
      'Invoices',
    )
    const changed = { permissionId: permission.id, name: 'Write invoices' }
    expect((await clerk.organizationPermissions.updateOrganizationPermission(changed)).name).toBe('Write invoices')
    expect((await clerk.organizationPermissions.getOrganizationPermission(permission.id)).name).toBe('Write invoices')
    expect((await clerk.organizationPermissions.getOrganizationPermissionList({ query: 'invoices' })).totalCount).toBe(
      1,
    )
    const pair = { organizationRoleId, permissionId: permission.id }
    expect(await codeOf(clerk.organizationRoles.assignPermissionToOrganizationRole(pair))).toBe(
      'organization_role_permission_association_exists',
    )
    expect((await clerk.organizationRoles.removePermissionFromOrganizationRole(pair)).permissions).toEqual([])
    expect((await clerk.organizationRoles.assignPermissionToOrganizationRole(pair)).permissions).toHaveLength(1)
    await clerk.organizationPermissions.deleteOrganizationPermission(permission.id)
    await clerk.organizationRoles.deleteOrganizationRole(organizationRoleId)
    expect(await codeOf(clerk.organizationRoles.getOrganizationRole(organizationRoleId))).toBe('resource_not_found')
  })

  it('keep roles that are in use, and permissions of the system', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const { data: roles } = await clerk.organizationRoles.getOrganizationRoleList({ orderBy: '+key' })
    const member = roles.find(({ key }) => key === 'org:member')
    expect((await refusalOf(clerk.organizationRoles.deleteOrganizationRole(member?.id ?? ''))).status).toBe(422)
    const { data: permissions } = await clerk.organizationPermissions.getOrganizationPermissionList({
      query: 'sys_profile',
    })
    const deletion = clerk.organizationPermissions.deleteOrganizationPermission(permissions[0]?.id ?? '')
    expect(await codeOf(deletion)).toBe('organization_system_permission_not_modifiable')
  })

  it('belong to role sets', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const set = await clerk.roleSets.createRoleSet({
      name: 'Small',
      defaultRoleKey: 'org:member',
      creatorRoleKey: 'org:admin',
      roles: ['org:admin', 'org:member'],
    })
    expect(set.roles.map(({ key }) => key)).toEqual(['org:admin', 'org:member'])
    const roleSetKeyOrId = set.key
    expect((await clerk.roleSets.getRoleSet(roleSetKeyOrId)).id).toBe(set.id)
    expect((await clerk.roleSets.getRoleSetList()).totalCount).toBe(2)
    expect((await clerk.roleSets.updateRoleSet({ roleSetKeyOrId, name: 'Tiny' })).name).toBe('Tiny')
    await clerk.organizationRoles.createOrganizationRole({ name: 'Guest', key: 'org:guest' })
    expect((await clerk.roleSets.addRolesToRoleSet({ roleSetKeyOrId, roleKeys: ['org:guest'] })).roles).toHaveLength(3)
    const swapped = await clerk.roleSets.replaceRoleInRoleSet({
      roleSetKeyOrId,
      roleKey: 'org:guest',
      toRoleKey: 'org:member',
    })
    expect(swapped.roles.map(({ key }) => key)).toEqual(['org:admin', 'org:member'])
    await clerk.roleSets.replaceRoleSet({ roleSetKeyOrId, destRoleSetKey: 'role_set:default' })
    expect(await codeOf(clerk.roleSets.getRoleSet(roleSetKeyOrId))).toBe('resource_not_found')
  })
})
