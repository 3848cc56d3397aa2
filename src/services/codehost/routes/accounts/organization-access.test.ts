import { describe, expect } from 'vitest'
import { DAY } from '#core/duration.ts'
import { teamsSite } from '../teams/teams.fixture.ts'

const site = await teamsSite()
const { it, octokit, events } = site

const org = 'acme'
const walls = { owner: org, repo: 'walls' }
const refused = (status: number) => ({ status })
const logins = (list: readonly { login: string }[]) => list.map(({ login }) => login)

describe('a role of an organization', () => {
  it('is one of the vendor’s, and gives a user or a team access to all repositories', async () => {
    const { orgs } = octokit()
    const { data } = await orgs.listOrgRoles({ org })
    const roleId = (name: string) => data.roles?.find((role) => role.name === name)?.id ?? 0
    const write = { org, role_id: roleId('all_repo_write') }
    expect((await orgs.getOrgRole(write)).data).toMatchObject({ base_role: 'write', source: 'Predefined' })
    const level = async (username: string) =>
      (await octokit().repos.getCollaboratorPermissionLevel({ ...walls, username })).data.role_name
    expect([await level('lead'), await level('hubber')]).toEqual(['read', 'read'])
    await orgs.assignUserToOrgRole({ ...write, username: 'lead' })
    await orgs.assignTeamToOrgRole({ ...write, team_slug: 'masons' })
    await orgs.assignTeamToOrgRole({ ...write, team_slug: 'masons' })
    expect([await level('lead'), await level('hubber')]).toEqual(['write', 'write'])
    const { data: users } = await orgs.listOrgRoleUsers(write)
    expect(users.map(({ login, assignment }) => [login, assignment])).toEqual([
      ['lead', 'direct'],
      ['hubber', 'indirect'],
    ])
    expect((await orgs.listOrgRoleTeams(write)).data.map(({ slug }) => slug)).toEqual(['masons'])
    await orgs.revokeOrgRoleUser({ ...write, username: 'lead' })
    await orgs.revokeAllOrgRolesTeam({ org, team_slug: 'masons' })
    expect([await level('lead'), await level('hubber')]).toEqual(['read', 'read'])
    expect((await orgs.listOrgRoleUsers(write)).data).toEqual([])
  })

  it('makes a team security managers, and is changed by owners only', async () => {
    const { orgs } = octokit()
    const managers = (route: string) => octokit().request(route, { org, team_slug: 'builders' })
    await managers('PUT /orgs/{org}/security-managers/teams/{team_slug}')
    expect((await managers('GET /orgs/{org}/security-managers')).data).toMatchObject([{ slug: 'builders' }])
    expect((await orgs.listOrgRoleTeams({ org, role_id: 138 })).data).toHaveLength(1)
    await managers('DELETE /orgs/{org}/security-managers/teams/{team_slug}')
    expect((await managers('GET /orgs/{org}/security-managers')).data).toEqual([])
    await expect(octokit('member').orgs.listOrgRoles({ org })).rejects.toMatchObject(refused(403))
    await expect(orgs.getOrgRole({ org, role_id: 1 })).rejects.toMatchObject(refused(404))
    await expect(orgs.assignUserToOrgRole({ org, role_id: 138, username: 'lurker' })).rejects.toMatchObject(
      refused(404),
    )
    const { data } = await orgs.listOrganizationFineGrainedPermissions({ org })
    expect(data.map(({ name }) => name)).toContain('read_audit_logs')
    await orgs.assignUserToOrgRole({ org, role_id: 138, username: 'lead' })
    await orgs.revokeAllOrgRolesUser({ org, username: 'lead' })
    await orgs.assignTeamToOrgRole({ org, role_id: 138, team_slug: 'masons' })
    await orgs.revokeOrgRoleTeam({ org, role_id: 138, team_slug: 'masons' })
    expect((await orgs.listOrgRoleUsers({ org, role_id: 138 })).data).toEqual([])
  })
})

describe('an outside collaborator', () => {
  it('was a member, keeps what the teams gave, and loses all with one call', async () => {
    const { orgs, repos } = octokit()
    expect((await orgs.listOutsideCollaborators({ org })).data).toEqual([])
    await orgs.convertMemberToOutsideCollaborator({ org, username: 'hubber' })
    expect(await events()).toEqual(['organization.member_removed', 'membership.removed'])
    expect(logins((await orgs.listOutsideCollaborators({ org })).data)).toEqual(['hubber'])
    const level = async (repo: string) =>
      (await repos.getCollaboratorPermissionLevel({ owner: org, repo, username: 'hubber' })).data.role_name
    expect([await level('website'), await level('walls')]).toEqual(['write', 'read'])
    await orgs.removeOutsideCollaborator({ org, username: 'hubber' })
    expect((await orgs.listOutsideCollaborators({ org })).data).toEqual([])
    expect(await level('walls')).toBe('none')
  })

  it('is no member; the last owner stays one', async () => {
    const { orgs } = octokit()
    const convert = (username: string) => orgs.convertMemberToOutsideCollaborator({ org, username })
    await expect(convert('octocat')).rejects.toMatchObject(refused(403))
    await expect(convert('lurker')).rejects.toMatchObject(refused(403))
    await expect(orgs.removeOutsideCollaborator({ org, username: 'lead' })).rejects.toMatchObject(refused(422))
    const asynchronous = await orgs.convertMemberToOutsideCollaborator({ org, username: 'lead', async: true })
    expect(asynchronous.status).toBe(202)
  })
})

describe('an invitation', () => {
  it('is pending for seven days, also in its teams, and then has failed', async () => {
    const { orgs, teams } = octokit()
    const team_slug = 'masons'
    await teams.addOrUpdateMembershipForUserInOrg({ org, team_slug, username: 'lurker' })
    expect((await teams.listPendingInvitationsInOrg({ org, team_slug })).data).toMatchObject([
      { login: 'lurker', created_at: expect.stringMatching(/\.000Z$/) },
    ])
    expect((await orgs.listFailedInvitations({ org })).data).toEqual([])
    site.codehost.clock.advance(7 * DAY)
    expect((await orgs.listPendingInvitations({ org })).data).toEqual([])
    expect((await orgs.listFailedInvitations({ org })).data).toMatchObject([
      { login: 'lurker', failed_reason: expect.stringContaining('expired') },
    ])
  })
})

describe('a team under its oldest path', () => {
  it('is the same team', async () => {
    const client = octokit()
    const { data: team } = await client.teams.getByName({ org, team_slug: 'masons' })
    const request = (route: string, more: object = {}) =>
      client.request(route, { team_id: team.id, username: 'lead', ...walls, ...more })
    expect((await request('GET /teams/{team_id}')).data).toMatchObject({ slug: 'masons', members_count: 1 })
    expect((await request('PATCH /teams/{team_id}', { name: 'Masons', description: 'Stone' })).data).toMatchObject({
      description: 'Stone',
    })
    await expect(request('GET /teams/{team_id}/members/{username}')).rejects.toMatchObject(refused(404))
    await request('PUT /teams/{team_id}/members/{username}')
    await request('GET /teams/{team_id}/members/{username}')
    expect((await request('GET /teams/{team_id}/members')).data).toHaveLength(2)
    await request('DELETE /teams/{team_id}/members/{username}')
    await expect(request('PUT /teams/{team_id}/members/{username}', { username: 'lurker' })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'TeamMember', field: 'user', code: 'unaffiliated' }] } },
    })
    expect((await request('PUT /teams/{team_id}/memberships/{username}')).data).toMatchObject({ state: 'active' })
    expect((await request('GET /teams/{team_id}/memberships/{username}')).data).toMatchObject({ role: 'member' })
    await request('DELETE /teams/{team_id}/memberships/{username}')
    expect((await request('GET /teams/{team_id}/invitations')).data).toEqual([])
    expect((await request('GET /teams/{team_id}/repos')).data).toHaveLength(2)
    await request('GET /teams/{team_id}/repos/{owner}/{repo}')
    await request('PUT /teams/{team_id}/repos/{owner}/{repo}', { permission: 'push' })
    await request('DELETE /teams/{team_id}/repos/{owner}/{repo}')
    expect((await request('GET /teams/{team_id}/teams')).data).toEqual([])
    await request('DELETE /teams/{team_id}')
    await expect(request('GET /teams/{team_id}')).rejects.toMatchObject(refused(404))
  })
})
