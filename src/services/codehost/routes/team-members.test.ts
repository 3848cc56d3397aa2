import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../../emulator.ts'
import { checkedOctokit, receiveWebhooks, type Receiver } from '../../../testkit/octokit.ts'

let codehost: Emulator<'codehost'>
let receiver: Receiver

const EVENTS = ['organization', 'membership', 'team', 'team_add']

beforeAll(async () => {
  receiver = await receiveWebhooks()
  codehost = await createEmulator({
    service: 'codehost',
    port: 0,
    seed: {
      tokens: {
        owner: { login: 'octocat', scopes: ['admin:org', 'repo'] },
        maintainer: { login: 'lead', scopes: ['admin:org', 'repo'] },
        member: { login: 'hubber', scopes: ['admin:org', 'repo'] },
        reader: { login: 'hubber', scopes: ['read:org'] },
        nothing: { login: 'hubber', scopes: [] },
        stranger: { login: 'lurker', scopes: ['admin:org', 'repo'] },
      },
      codehost: {
        users: ['octocat', 'lead', 'hubber', 'lurker'].map((login) => ({ login })),
        orgs: [
          {
            login: 'acme',
            members: [{ login: 'octocat', role: 'admin' }, { login: 'lead' }, { login: 'hubber' }],
            teams: [
              {
                name: 'Builders',
                members: [{ login: 'lead', role: 'maintainer' }],
                repos: [{ name: 'website', permission: 'push' }],
              },
              {
                name: 'Masons',
                parent: 'Builders',
                members: ['hubber'],
                repos: [{ name: 'walls', permission: 'pull' }],
              },
              { name: 'Night Shift', privacy: 'secret', members: ['lead'] },
            ],
            webhooks: [{ url: receiver.url, events: EVENTS }],
          },
        ],
        repos: [
          { owner: 'acme', name: 'website' },
          { owner: 'acme', name: 'walls', private: true },
          { owner: 'acme', name: 'docs', webhooks: [{ url: receiver.url, events: ['team_add'] }] },
          { owner: 'lurker', name: 'own' },
        ],
      },
    },
  })
})
afterAll(async () => {
  await codehost.close()
  await receiver[Symbol.asyncDispose]()
})
beforeEach(() => {
  codehost.reset()
  receiver.received.length = 0
})

const octokit = (token = 'owner') => checkedOctokit(codehost, token)
const org = 'acme'
const builders = { org, team_slug: 'builders' }
const masons = { org, team_slug: 'masons' }
const status = (code: number) => ({ status: code })
const logins = (list: readonly { login: string }[]) => list.map(({ login }) => login)

async function events(): Promise<string[]> {
  await codehost.webhooks.settled()
  expect(receiver.violations()).toEqual([])
  return receiver.received.map(({ event, payload: { action } }) =>
    typeof action === 'string' ? `${event}.${action}` : event,
  )
}

describe('team members', () => {
  it('include those of child teams, by inheritance', async () => {
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

  it('join, change their role and leave', async () => {
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
