import { describe, expect } from 'vitest'
import { teamsSite } from './teams.fixture.ts'

const { it, octokit, events } = await teamsSite()

const org = 'acme'
const builders = { org, team_slug: 'builders' }
const masons = { org, team_slug: 'masons' }
const status = (code: number) => ({ status: code })
const logins = (list: readonly { login: string }[]) => list.map(({ login }) => login)

describe('team members', () => {
  it('include those of child teams, as inherited members', async () => {
    const { data } = await octokit().teams.listMembersInOrg(builders)
    expect(data).toMatchObject([
      { login: 'lead', role: 'maintainer', inherited: false },
      { login: 'hubber', role: 'member', inherited: true },
    ])
    expect(logins((await octokit().teams.listMembersInOrg({ ...builders, role: 'maintainer' })).data)).toEqual(['lead'])
    const inherited = await octokit().teams.getMembershipForUserInOrg({ ...builders, username: 'hubber' })
    expect(inherited.data).toMatchObject({ role: 'member', state: 'active' })
    await expect(octokit().teams.getMembershipForUserInOrg({ ...masons, username: 'lead' })).rejects.toMatchObject(
      status(404),
    )
  })

  it('are added, change their role and are removed', async () => {
    const place = { ...builders, username: 'hubber' }
    const { data } = await octokit('maintainer').teams.addOrUpdateMembershipForUserInOrg(place)
    expect(data).toMatchObject({ role: 'member', state: 'active' })
    const promoted = await octokit().teams.addOrUpdateMembershipForUserInOrg({ ...place, role: 'maintainer' })
    expect(promoted.data.role).toBe('maintainer')
    expect((await octokit('maintainer').teams.removeMembershipForUserInOrg(place)).status).toBe(204)
    await expect(octokit().teams.removeMembershipForUserInOrg(place)).rejects.toMatchObject(status(404))
    expect(await events()).toEqual(['membership.added', 'membership.removed'])
  })

  it('who own the organization maintain the teams they are in', async () => {
    const joined = await octokit().teams.addOrUpdateMembershipForUserInOrg({ ...masons, username: 'octocat' })
    expect(joined.data.role).toBe('maintainer')
  })

  it('from outside are invited by owners, and join when they accept', async () => {
    const place = { ...masons, username: 'lurker' }
    await expect(
      octokit('maintainer').teams.addOrUpdateMembershipForUserInOrg({ ...builders, username: 'lurker' }),
    ).rejects.toMatchObject(status(403))
    const { data } = await octokit().teams.addOrUpdateMembershipForUserInOrg(place)
    expect(data).toMatchObject({ role: 'member', state: 'pending' })
    expect(logins((await octokit().teams.listMembersInOrg(masons)).data)).toEqual(['hubber'])
    await octokit('stranger').orgs.updateMembershipForAuthenticatedUser({ org, state: 'active' })
    expect((await octokit().teams.getMembershipForUserInOrg(place)).data.state).toBe('active')
    expect(await events()).toEqual(['organization.member_invited', 'organization.member_added', 'membership.added'])
  })

  it('are users, added by owners and maintainers', async () => {
    const add = (token: string, username: string) =>
      octokit(token).teams.addOrUpdateMembershipForUserInOrg({ ...masons, username })
    await expect(add('member', 'lead')).rejects.toMatchObject(status(403))
    await expect(add('owner', 'acme')).rejects.toMatchObject(status(422))
    await expect(add('owner', 'nobody')).rejects.toMatchObject(status(404))
    await expect(
      octokit().teams.addOrUpdateMembershipForUserInOrg({ ...masons, username: 'lead', role: 'boss' as never }),
    ).rejects.toMatchObject(status(422))
  })
})
