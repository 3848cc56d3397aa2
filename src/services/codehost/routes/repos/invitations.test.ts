import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'admin:org'] },
    guest: { login: 'guest', scopes: ['repo', 'user', 'admin:org'] },
    other: { login: 'other', scopes: ['repo'] },
  },
  codehost: {
    users: [
      { login: 'octocat' },
      { login: 'guest', email: 'guest@example.com' },
      { login: 'other' },
      { login: 'member' },
      { login: 'seeded' },
    ],
    orgs: [
      {
        login: 'acme',
        members: [{ login: 'octocat', role: 'admin' }, { login: 'member' }],
        teams: [{ name: 'Core' }],
        webhooks: [{ url: receiver.url, events: ['*'] }],
      },
    ],
    repos: [
      {
        owner: 'octocat',
        name: 'diary',
        private: true,
        auto_init: true,
        collaborators: [{ login: 'seeded', permission: 'push' }],
        webhooks: [{ url: receiver.url, events: ['*'] }],
      },
      { owner: 'acme', name: 'website', private: true, auto_init: true },
    ],
  },
}))

const { it, octokit } = site
const repo = { owner: 'octocat', repo: 'diary' }
const org = 'acme'

const invite = async (permission: 'pull' | 'push' | 'admin' = 'push') =>
  (await octokit().repos.addCollaborator({ ...repo, username: 'guest', permission })).data

describe('an invitation to a repository', () => {
  it('gives no access until it is accepted, and then emits member.added', async () => {
    const { status, data } = await octokit().repos.addCollaborator({ ...repo, username: 'guest', permission: 'push' })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      repository: { full_name: 'octocat/diary' },
      invitee: { login: 'guest' },
      inviter: { login: 'octocat' },
      permissions: 'write',
      expired: false,
      url: `${site.codehost.url}/user/repository_invitations/${data.id}`,
    })
    const guest = octokit('guest').repos
    await expect(guest.get(repo)).rejects.toMatchObject({ status: 404 })
    await expect(octokit().repos.checkCollaborator({ ...repo, username: 'guest' })).rejects.toMatchObject({
      status: 404,
    })
    expect(await site.events()).toEqual([])
    expect((await guest.listInvitationsForAuthenticatedUser()).data).toEqual([data])
    expect((await guest.acceptInvitationForAuthenticatedUser({ invitation_id: data.id })).status).toBe(204)
    expect((await guest.get(repo)).data.permissions).toMatchObject({ push: true, admin: false })
    expect((await guest.listInvitationsForAuthenticatedUser()).data).toEqual([])
    expect(await site.events()).toEqual(['member.added'])
    expect(site.receiver.received[0]?.payload).toMatchObject({
      member: { login: 'guest' },
      sender: { login: 'guest' },
      changes: { permission: { to: 'write' } },
    })
  })

  it('is declined by the invited user, and by no other', async () => {
    const { id } = await invite()
    for (const token of ['other', 'octocat']) {
      const { repos } = octokit(token)
      await expect(repos.acceptInvitationForAuthenticatedUser({ invitation_id: id })).rejects.toMatchObject({
        status: 404,
      })
      await expect(repos.declineInvitationForAuthenticatedUser({ invitation_id: id })).rejects.toMatchObject({
        status: 404,
      })
    }
    const guest = octokit('guest').repos
    expect((await guest.declineInvitationForAuthenticatedUser({ invitation_id: id })).status).toBe(204)
    await expect(guest.acceptInvitationForAuthenticatedUser({ invitation_id: id })).rejects.toMatchObject({
      status: 404,
    })
    expect((await octokit().repos.listInvitations(repo)).data).toEqual([])
    expect(await site.events()).toEqual([])
  })

  it('is listed, updated and deleted by administrators', async () => {
    const { id } = await invite()
    const { repos } = octokit()
    expect((await repos.listInvitations(repo)).data).toMatchObject([{ id, permissions: 'write' }])
    expect((await invite('pull')).id).toBe(id)
    const at = { ...repo, invitation_id: id }
    for (const permissions of ['maintain', 'write', 'read', 'triage', 'admin'] as const) {
      expect((await repos.updateInvitation({ ...at, permissions })).data).toMatchObject({ id, permissions })
    }
    await expect(octokit('guest').repos.listInvitations(repo)).rejects.toMatchObject({ status: 404 })
    expect((await repos.deleteInvitation(at)).status).toBe(204)
    await expect(repos.deleteInvitation(at)).rejects.toMatchObject({ status: 404 })
    expect((await octokit('guest').repos.listInvitationsForAuthenticatedUser()).data).toEqual([])
  })

  it('expires after seven days, and is then replaced by a new one', async () => {
    const { id } = await invite()
    site.codehost.clock.advance('7d')
    expect((await octokit().repos.listInvitations(repo)).data).toMatchObject([{ id, expired: true }])
    const guest = octokit('guest').repos
    expect((await guest.listInvitationsForAuthenticatedUser()).data).toEqual([])
    await expect(guest.acceptInvitationForAuthenticatedUser({ invitation_id: id })).rejects.toMatchObject({
      status: 404,
    })
    expect((await invite()).id).not.toBe(id)
  })

  it('is not needed for seeded collaborators and for members of the organization', async () => {
    const { repos } = octokit()
    expect((await repos.checkCollaborator({ ...repo, username: 'seeded' })).status).toBe(204)
    const added = await repos.addCollaborator({ owner: org, repo: 'website', username: 'member', permission: 'admin' })
    expect(added.status).toBe(204)
    expect((await repos.listInvitations({ owner: org, repo: 'website' })).data).toEqual([])
    expect(await site.events()).toEqual(['member.added'])
  })
})

describe('an invitation to an organization', () => {
  it('is pending until the user accepts it, with its teams', async () => {
    const { orgs } = octokit()
    const { data: team } = await octokit().teams.getByName({ org, team_slug: 'core' })
    const { data: user } = await octokit().users.getByUsername({ username: 'guest' })
    const { data, status } = await orgs.createInvitation({ org, invitee_id: user.id, team_ids: [team.id] })
    expect(status).toBe(201)
    expect(data).toMatchObject({ login: 'guest', email: null, role: 'direct_member', team_count: 1 })
    expect((await orgs.listPendingInvitations({ org })).data).toEqual([data])
    const { data: teams } = await orgs.listInvitationTeams({ org, invitation_id: data.id })
    expect(teams).toMatchObject([{ slug: 'core' }])
    const guest = octokit('guest').orgs
    expect((await guest.listMembershipsForAuthenticatedUser({ state: 'pending' })).data).toHaveLength(1)
    await expect(octokit('guest').repos.get({ owner: org, repo: 'website' })).rejects.toMatchObject({ status: 404 })
    await guest.updateMembershipForAuthenticatedUser({ org, state: 'active' })
    expect((await orgs.listPendingInvitations({ org })).data).toEqual([])
    expect((await octokit('guest').repos.get({ owner: org, repo: 'website' })).status).toBe(200)
    expect(await site.events()).toEqual([
      'organization.member_invited',
      'organization.member_added',
      'membership.added',
    ])
  })

  it('is for an e-mail address too, of a user or an unknown one', async () => {
    const { orgs } = octokit()
    const { data: known } = await orgs.createInvitation({ org, email: 'Guest@example.com', role: 'admin' })
    expect(known).toMatchObject({ login: 'guest', role: 'admin' })
    const { data: unknown } = await orgs.createInvitation({ org, email: 'new@example.com' })
    expect(unknown).toMatchObject({ login: null, email: 'new@example.com' })
    expect((await orgs.listPendingInvitations({ org })).data.map(({ id }) => id)).toEqual([known.id, unknown.id])
    expect((await orgs.listPendingInvitations({ org, role: 'admin' })).data).toHaveLength(1)
  })

  it('is cancelled by owners, and refused for members', async () => {
    const { orgs } = octokit()
    const { data } = await orgs.createInvitation({ org, email: 'guest@example.com' })
    await expect(orgs.createInvitation({ org, email: 'guest@example.com' })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ message: 'Invitee is already a part of this org' }] } },
    })
    await expect(orgs.createInvitation({ org })).rejects.toMatchObject({ status: 422 })
    expect((await orgs.cancelInvitation({ org, invitation_id: data.id })).status).toBe(204)
    await expect(orgs.cancelInvitation({ org, invitation_id: data.id })).rejects.toMatchObject({ status: 404 })
    expect((await octokit('guest').orgs.listMembershipsForAuthenticatedUser()).data).toEqual([])
    await expect(octokit('guest').orgs.listPendingInvitations({ org })).rejects.toMatchObject({ status: 404 })
  })
})
