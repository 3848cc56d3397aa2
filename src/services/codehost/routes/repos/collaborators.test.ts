import { describe, expect } from 'vitest'
import { helloWorldSite } from './hello-world.fixture.ts'

const site = await helloWorldSite()
const { it, octokit, stranger, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

describe('collaborators', () => {
  it('are listed with their roles, for users with push access', async () => {
    const { data } = await octokit().repos.listCollaborators(repo)
    expect(data.map(({ login, role_name: role }) => [login, role])).toEqual([
      ['octocat', 'admin'],
      ['hubber', 'write'],
    ])
    expect((await octokit().repos.listCollaborators({ ...repo, permission: 'admin' })).data).toHaveLength(1)
    expect((await octokit().repos.listCollaborators({ ...repo, affiliation: 'outside' })).data).toHaveLength(1)
    await expect(octokit('monalisa').repos.listCollaborators(repo)).rejects.toMatchObject({
      status: 403,
      response: { data: { message: 'Must have push access to view repository collaborators.' } },
    })
    await expect(stranger().repos.listCollaborators(repo)).rejects.toMatchObject({ status: 401 })
    await expect(octokit('reader').repos.listCollaborators(repo)).rejects.toMatchObject({ status: 403 })
  })

  it('of an organization include its members, unless only outside collaborators are requested', async () => {
    const website = { owner: 'acme', repo: 'website' }
    expect((await octokit().repos.listCollaborators(website)).data.map(({ login }) => login)).toEqual([
      'octocat',
      'hubber',
    ])
    const invited = await octokit().repos.addCollaborator({ ...website, username: 'monalisa', permission: 'triage' })
    await octokit('monalisa').repos.acceptInvitationForAuthenticatedUser({ invitation_id: invited.data.id })
    const { data } = await octokit().repos.listCollaborators({ ...website, affiliation: 'outside' })
    expect(data.map(({ login, role_name: role }) => [login, role])).toEqual([['monalisa', 'triage']])
  })

  it('are checked with 204 and 404', async () => {
    expect((await octokit().repos.checkCollaborator({ ...repo, username: 'hubber' })).status).toBe(204)
    await expect(octokit().repos.checkCollaborator({ ...repo, username: 'monalisa' })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('are added by administrators, once they accept the invitation', async () => {
    const added = await octokit().repos.addCollaborator({ ...repo, username: 'monalisa', permission: 'maintain' })
    expect(added.status).toBe(201)
    expect(added.data).toMatchObject({ permissions: 'maintain', invitee: { login: 'monalisa' } })
    await octokit('monalisa').repos.acceptInvitationForAuthenticatedUser({ invitation_id: added.data.id })
    expect((await octokit().repos.addCollaborator({ ...repo, username: 'monalisa', permission: 'admin' })).status).toBe(
      204,
    )
    expect((await octokit('monalisa').repos.get(repo)).data.permissions?.admin).toBe(true)
    await expect(octokit('hubber').repos.addCollaborator({ ...repo, username: 'monalisa' })).rejects.toMatchObject({
      status: 403,
    })
    for (const refused of [{ username: 'octocat' }, { username: 'hubber', permission: 'owner' }]) {
      await expect(octokit().repos.addCollaborator({ ...repo, ...refused })).rejects.toMatchObject({ status: 422 })
    }
    await expect(octokit().repos.addCollaborator({ ...repo, username: 'nobody' })).rejects.toMatchObject({
      status: 404,
    })
    expect(await events()).toEqual(['member.added', 'member.edited'])
    expect(site.receiver.received.map(({ payload }) => payload['changes'])).toEqual([
      { permission: { to: 'write' }, role_name: { to: 'maintain' } },
      { permission: { from: 'maintain', to: 'admin' } },
    ])
    expect(site.receiver.violations()).toEqual([])
  })

  it('are removed by administrators, and can remove themselves', async () => {
    await expect(octokit('monalisa').repos.removeCollaborator({ ...repo, username: 'hubber' })).rejects.toMatchObject({
      status: 403,
    })
    expect((await octokit('hubber').repos.removeCollaborator({ ...repo, username: 'hubber' })).status).toBe(204)
    await expect(octokit().repos.checkCollaborator({ ...repo, username: 'hubber' })).rejects.toMatchObject({
      status: 404,
    })
    expect((await octokit().repos.removeCollaborator({ ...repo, username: 'hubber' })).status).toBe(204)
    expect(await events()).toEqual(['member.removed'])
    expect(site.receiver.violations()).toEqual([])
  })

  it('of an archived repository cannot be changed', async () => {
    await octokit().repos.update({ ...repo, archived: true })
    const refusal = { status: 403, response: { data: { message: 'Repository was archived so is read-only.' } } }
    const { repos } = octokit()
    await expect(repos.addCollaborator({ ...repo, username: 'monalisa' })).rejects.toMatchObject(refusal)
    await expect(repos.removeCollaborator({ ...repo, username: 'hubber' })).rejects.toMatchObject(refusal)
    expect((await repos.checkCollaborator({ ...repo, username: 'hubber' })).status).toBe(204)
  })

  it('have a permission, and other users the public one', async () => {
    const level = async (username: string) =>
      (await octokit().repos.getCollaboratorPermissionLevel({ ...repo, username })).data
    expect(await level('hubber')).toMatchObject({ permission: 'write', role_name: 'write', user: { login: 'hubber' } })
    expect(await level('monalisa')).toMatchObject({ permission: 'read', role_name: 'read' })
    const hidden = { owner: 'acme', repo: 'website', username: 'monalisa' }
    const { data } = await octokit().repos.getCollaboratorPermissionLevel(hidden)
    expect(data).toMatchObject({ permission: 'none', role_name: 'none' })
  })
})
