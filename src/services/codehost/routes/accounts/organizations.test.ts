import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(
  (receiver) => ({
    tokens: {
      owner: { login: 'octocat', scopes: ['admin:org', 'user'] },
      member: { login: 'hubber', scopes: ['read:org', 'user'] },
      worker: { login: 'hubber', scopes: ['admin:org'] },
      guest: { login: 'guest', scopes: ['user'] },
      reader: { login: 'hubber', scopes: [] },
      maker: { login: 'hubber', scopes: ['repo'] },
      boss: { login: 'octocat', scopes: ['repo'] },
      stranger: { login: 'lurker', scopes: ['admin:org', 'user'] },
    },
    codehost: {
      users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'guest' }, { login: 'lurker' }],
      orgs: [
        {
          login: 'acme',
          name: 'Acme',
          description: 'Anvils',
          members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }],
          teams: [{ name: 'Builders', members: ['hubber'] }],
          webhooks: [{ url: receiver.url, events: ['organization', 'membership'] }],
        },
        { login: 'globex', members: [{ login: 'lurker', role: 'admin' }] },
      ],
    },
  }),
  'owner',
)
const { it, octokit, stranger, events } = site

const org = 'acme'
const status = (code: number) => ({ status: code })
const logins = (list: readonly { login: string }[]) => list.map(({ login }) => login)

describe('organizations', () => {
  it('are public, with all members for owners with a fitting token', async () => {
    const { data } = await stranger().orgs.get({ org: 'ACME' })
    expect(data).toMatchObject({ login: 'acme', name: 'Acme', description: 'Anvils', type: 'Organization' })
    expect(data).not.toHaveProperty('default_repository_permission')
    expect((await octokit().orgs.get({ org })).data).toMatchObject({ default_repository_permission: 'read' })
    expect((await octokit('member').orgs.get({ org })).data).not.toHaveProperty('billing_email')
    await expect(stranger().orgs.get({ org: 'octocat' })).rejects.toMatchObject(status(404))
  })

  it('are deleted by an owner, with their repositories, and tell their webhooks first', async () => {
    const { data: repo } = await octokit('boss').repos.createInOrg({ org, name: 'anvils' })
    await expect(octokit('worker').orgs.delete({ org })).rejects.toMatchObject(status(403))
    expect((await octokit().orgs.delete({ org })).status).toBe(202)
    expect(await events()).toEqual(['organization.deleted'])
    await expect(octokit().orgs.get({ org })).rejects.toMatchObject(status(404))
    await expect(octokit('boss').repos.get({ owner: org, repo: repo.name })).rejects.toMatchObject(status(404))
    expect(logins((await octokit().orgs.listForAuthenticatedUser()).data)).toEqual([])
  })

  it('show owners the number of filled seats, without pending invitations', async () => {
    const filled = async () => (await octokit().orgs.get({ org })).data.plan?.filled_seats
    expect(await filled()).toBe(2)
    await octokit().orgs.setMembershipForUser({ org, username: 'lurker' })
    expect(await filled()).toBe(2)
    await octokit().orgs.removeMember({ org, username: 'hubber' })
    expect(await filled()).toBe(1)
  })

  it('are listed in the order of creation, paged by id', async () => {
    const all = await stranger().paginate(stranger().orgs.list, { per_page: 1 })
    expect(logins(all)).toEqual(['acme', 'globex'])
    expect(logins((await stranger().orgs.list({ since: all[0]?.id ?? 0 })).data)).toEqual(['globex'])
  })

  it('cannot be changed by members who are not owners, whatever their token permits', async () => {
    const { orgs } = octokit('worker')
    const changes = [
      () => orgs.update({ org, name: 'Mine' }),
      () => orgs.setMembershipForUser({ org, username: 'guest', role: 'admin' }),
      () => orgs.removeMember({ org, username: 'octocat' }),
      () => orgs.listAppInstallations({ org }),
    ]
    for (const change of changes) {
      await expect(change()).rejects.toMatchObject({
        status: 403,
        response: { data: { message: 'You must be an admin to do that.' } },
      })
    }
    await expect(orgs.createInvitation({ org, email: 'guest@example.com' })).rejects.toMatchObject({
      status: 403,
      response: { data: { message: 'You must be an admin to create an invitation to an organization.' } },
    })
    expect((await octokit().orgs.get({ org })).data.name).toBe('Acme')
  })

  it('are changed by owners, and keep members that the change leaves out', async () => {
    const { data } = await octokit().orgs.update({
      org,
      billing_email: 'bills@acme.test',
      blog: 'https://acme.test',
      default_repository_permission: 'write',
      members_allowed_repository_creation_type: 'none',
    })
    expect(data).toMatchObject({
      name: 'Acme',
      billing_email: 'bills@acme.test',
      default_repository_permission: 'write',
      members_can_create_repositories: false,
    })
    await expect(octokit('member').orgs.update({ org, name: 'x' })).rejects.toMatchObject(status(403))
    await expect(octokit('stranger').orgs.update({ org, name: 'x' })).rejects.toMatchObject(status(404))
    await expect(octokit().orgs.update({ org, default_repository_permission: 'all' as never })).rejects.toMatchObject(
      status(422),
    )
  })

  it('keep every setting that owners change, and derive the general ones from the specific ones', async () => {
    const settings = {
      has_organization_projects: false,
      has_repository_projects: false,
      members_can_create_public_repositories: false,
      members_can_create_private_repositories: true,
      members_can_create_public_pages: false,
      members_can_create_private_pages: false,
      members_can_fork_private_repositories: true,
      web_commit_signoff_required: true,
      dependency_graph_enabled_for_new_repositories: true,
      secret_scanning_push_protection_custom_link_enabled: true,
      secret_scanning_push_protection_custom_link: 'https://acme.test/secrets',
      deploy_keys_enabled_for_repositories: false,
    }
    await octokit().orgs.update({ org, ...settings })
    expect((await octokit().orgs.get({ org })).data).toMatchObject({
      ...settings,
      members_can_create_repositories: true,
      members_can_create_pages: false,
      members_allowed_repository_creation_type: 'private',
    })
    expect((await stranger().orgs.get({ org })).data).toMatchObject({ has_organization_projects: false })
    const all = await octokit().orgs.update({ org, members_can_create_repositories: true })
    expect(all.data).toMatchObject({
      members_allowed_repository_creation_type: 'all',
      web_commit_signoff_required: true,
    })
  })

  it('let members create repositories of the kinds in the settings, and owners any', async () => {
    const make = (token: string, name: string, hidden: boolean) =>
      octokit(token).repos.createInOrg({ org, name, private: hidden })
    await octokit().orgs.update({ org, members_allowed_repository_creation_type: 'private' })
    await expect(make('maker', 'open', false)).rejects.toMatchObject(status(403))
    expect((await make('maker', 'closed', true)).status).toBe(201)
    await octokit().orgs.update({ org, members_can_create_private_repositories: false })
    await expect(make('maker', 'closed-too', true)).rejects.toMatchObject(status(403))
    expect((await make('boss', 'open', false)).status).toBe(201)
  })

  it('of the authenticated user are listed with a fitting scope, with the vendor’s own refusal', async () => {
    expect(logins((await octokit('member').orgs.listForAuthenticatedUser()).data)).toEqual(['acme'])
    await expect(octokit('reader').orgs.listForAuthenticatedUser()).rejects.toMatchObject({
      status: 403,
      response: {
        data: { message: 'You need at least read:org scope or user scope to list your organizations.' },
        headers: { 'x-accepted-oauth-scopes': 'admin:org, read:org, repo, user, write:org' },
      },
    })
  })
})

describe('members', () => {
  it('are all listed for members, and only public ones for strangers', async () => {
    expect(logins((await octokit('member').orgs.listMembers({ org })).data)).toEqual(['octocat', 'hubber'])
    for (const client of [stranger(), octokit('stranger'), octokit('reader')]) {
      expect((await client.orgs.listMembers({ org })).data).toEqual([])
    }
    await octokit('member').orgs.setPublicMembershipForAuthenticatedUser({ org, username: 'hubber' })
    expect(logins((await stranger().orgs.listMembers({ org })).data)).toEqual(['hubber'])
    expect((await stranger().orgs.listMembers({ org, role: 'admin' })).data).toEqual([])
    expect(logins((await stranger().orgs.listPublicMembers({ org })).data)).toEqual(['hubber'])
    expect(logins((await stranger().orgs.listForUser({ username: 'hubber' })).data)).toEqual(['acme'])
    await octokit('member').orgs.removePublicMembershipForAuthenticatedUser({ org, username: 'hubber' })
    expect((await stranger().orgs.listForUser({ username: 'hubber' })).data).toEqual([])
  })

  it('are listed by role, in pages; some filters are for owners', async () => {
    expect(logins((await octokit().orgs.listMembers({ org, role: 'admin' })).data)).toEqual(['octocat'])
    expect(logins((await octokit().orgs.listMembers({ org, role: 'member' })).data)).toEqual(['hubber'])
    const { data, headers } = await octokit().orgs.listMembers({ org, per_page: 1 })
    expect(data).toHaveLength(1)
    expect(headers.link).toContain('rel="next"')
    expect((await octokit().orgs.listMembers({ org, filter: '2fa_disabled' })).data).toHaveLength(2)
    await expect(octokit('member').orgs.listMembers({ org, filter: '2fa_disabled' })).rejects.toMatchObject(status(422))
  })

  it('are checked: 204 and 404 for members, a redirect to the public ones for strangers', async () => {
    expect((await octokit().orgs.checkMembershipForUser({ org, username: 'hubber' })).status).toBe(204)
    const message = 'User does not exist or is not a member of the organization'
    for (const username of ['lurker', 'nobody-at-all']) {
      await expect(octokit().orgs.checkMembershipForUser({ org, username })).rejects.toMatchObject({
        status: 404,
        response: { data: { message } },
      })
    }
    const response = await site.codehost.fetch('http://localhost/orgs/acme/members/hubber', { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`${site.codehost.url}/orgs/acme/public_members/hubber`)
    for (const username of ['hubber', 'nobody']) {
      await expect(stranger().orgs.checkPublicMembershipForUser({ org, username })).rejects.toMatchObject({
        status: 404,
        response: { data: { message: 'User does not exist or is not a public member of the organization' } },
      })
    }
    await octokit('member').orgs.setPublicMembershipForAuthenticatedUser({ org, username: 'hubber' })
    expect((await stranger().orgs.checkPublicMembershipForUser({ org, username: 'hubber' })).status).toBe(204)
  })

  it('publicize and conceal only their own membership', async () => {
    await expect(
      octokit().orgs.setPublicMembershipForAuthenticatedUser({ org, username: 'hubber' }),
    ).rejects.toMatchObject({
      status: 403,
      response: { data: { message: 'Only the user can publicize their membership' } },
    })
    await expect(
      octokit('guest').orgs.setPublicMembershipForAuthenticatedUser({ org, username: 'guest' }),
    ).rejects.toMatchObject(status(404))
    await expect(
      stranger().orgs.removePublicMembershipForAuthenticatedUser({ org, username: 'hubber' }),
    ).rejects.toMatchObject(status(401))
  })

  it('are removed by owners, and from their teams', async () => {
    expect((await octokit().orgs.removeMember({ org, username: 'hubber' })).status).toBe(204)
    await expect(octokit().orgs.removeMember({ org, username: 'hubber' })).rejects.toMatchObject(status(404))
    const team = { org, team_slug: 'builders' }
    expect((await octokit().teams.listMembersInOrg(team)).data).toEqual([])
    await expect(octokit('member').teams.list({ org })).rejects.toMatchObject(status(404))
    await expect(octokit('member').orgs.removeMember({ org, username: 'octocat' })).rejects.toMatchObject(status(403))
    expect(await events()).toEqual(['organization.member_removed', 'membership.removed'])
  })

  it('always include an owner', async () => {
    await expect(octokit().orgs.removeMember({ org, username: 'octocat' })).rejects.toMatchObject(status(403))
    await expect(
      octokit().orgs.setMembershipForUser({ org, username: 'octocat', role: 'member' }),
    ).rejects.toMatchObject(status(403))
  })
})

describe('memberships', () => {
  it('begin as an invitation, which the user accepts', async () => {
    const { data } = await octokit().orgs.setMembershipForUser({ org, username: 'guest' })
    expect(data).toMatchObject({ state: 'pending', role: 'member', user: { login: 'guest' } })
    const { data: same } = await octokit().orgs.setMembershipForUser({ org, username: 'guest', role: 'admin' })
    expect(same).toMatchObject({ state: 'pending', role: 'admin' })
    expect(logins((await octokit().orgs.listMembers({ org })).data)).toEqual(['octocat', 'hubber'])
    const { data: own } = await octokit('guest').orgs.listMembershipsForAuthenticatedUser({ state: 'pending' })
    expect(own.map(({ organization }) => organization.login)).toEqual(['acme'])
    expect((await octokit('guest').orgs.listForAuthenticatedUser()).data).toEqual([])
    const accepted = await octokit('guest').orgs.updateMembershipForAuthenticatedUser({ org, state: 'active' })
    expect(accepted.data).toMatchObject({ state: 'active', role: 'admin' })
    await octokit('guest').orgs.updateMembershipForAuthenticatedUser({ org, state: 'active' })
    expect(logins((await octokit().orgs.listMembers({ org })).data)).toEqual(['octocat', 'hubber', 'guest'])
    expect(await events()).toEqual(['organization.member_invited', 'organization.member_added'])
  })

  it('are changed by owners: a member becomes an owner, without an event', async () => {
    const { data } = await octokit().orgs.setMembershipForUser({ org, username: 'hubber', role: 'admin' })
    expect(data).toMatchObject({ state: 'active', role: 'admin' })
    await octokit().orgs.setMembershipForUser({ org, username: 'hubber', role: 'member' })
    expect(await events()).toEqual([])
  })

  it('are shown to members, and refused to others in the words of the vendor', async () => {
    const shown = await octokit('member').orgs.getMembershipForUser({ org, username: 'octocat' })
    expect(shown.data).toMatchObject({ state: 'active', role: 'admin', organization: { login: 'acme' } })
    await expect(octokit('stranger').orgs.getMembershipForUser({ org, username: 'octocat' })).rejects.toMatchObject({
      status: 403,
      response: { data: { message: 'You must be a member of acme to see membership information for octocat.' } },
    })
    await expect(octokit().orgs.getMembershipForUser({ org, username: 'lurker' })).rejects.toMatchObject(status(404))
    await expect(stranger().orgs.getMembershipForUser({ org, username: 'octocat' })).rejects.toMatchObject(status(401))
  })

  it('are deleted, invitations too, the latter without an event', async () => {
    await octokit().orgs.setMembershipForUser({ org, username: 'guest' })
    expect((await octokit().orgs.removeMembershipForUser({ org, username: 'guest' })).status).toBe(204)
    await expect(
      octokit('guest').orgs.updateMembershipForAuthenticatedUser({ org, state: 'active' }),
    ).rejects.toMatchObject(status(404))
    expect((await octokit().orgs.removeMembershipForUser({ org, username: 'hubber' })).status).toBe(204)
    await expect(octokit().orgs.removeMembershipForUser({ org, username: 'hubber' })).rejects.toMatchObject(status(404))
    expect(await events()).toEqual(['organization.member_invited', 'organization.member_removed', 'membership.removed'])
  })

  it('of the authenticated user are shown and listed', async () => {
    expect((await octokit('member').orgs.getMembershipForAuthenticatedUser({ org })).data.role).toBe('member')
    await expect(octokit('guest').orgs.getMembershipForAuthenticatedUser({ org })).rejects.toMatchObject(status(404))
    expect((await octokit('member').orgs.listMembershipsForAuthenticatedUser()).data).toHaveLength(1)
    await expect(
      octokit('member').orgs.listMembershipsForAuthenticatedUser({ state: 'gone' as never }),
    ).rejects.toMatchObject(status(422))
    await expect(
      octokit('member').orgs.updateMembershipForAuthenticatedUser({ org, state: 'pending' as never }),
    ).rejects.toMatchObject(status(422))
  })

  it('are for users: an organization cannot be a member', async () => {
    await expect(octokit().orgs.setMembershipForUser({ org, username: 'globex' })).rejects.toMatchObject(status(422))
    await expect(octokit().orgs.setMembershipForUser({ org, username: 'nobody' })).rejects.toMatchObject(status(404))
    await expect(octokit('member').orgs.setMembershipForUser({ org, username: 'guest' })).rejects.toMatchObject(
      status(403),
    )
  })
})
