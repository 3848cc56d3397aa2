import { describe, expect } from 'vitest'
import { accountsTest } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

describe('teams', () => {
  it('sets how long the deployments of its new projects are kept', async ({ at }) => {
    const { vercel } = at.as('ada')
    const requestBody = { defaultExpirationSettings: { expiration: '1d' as const } }
    const team = await vercel.teams.patchTeam({ teamId: 'acme', requestBody })
    const days = { expirationDays: 1, expirationDaysProduction: 365 }
    expect(team.defaultExpirationSettings).toMatchObject(days)
    const project = await vercel.projects.createProject({ slug: 'acme', requestBody: { name: 'engine' } })
    expect(project.deploymentExpiration).toMatchObject(days)
    const { body: earlier } = await at.call('GET', '/v9/projects/website?slug=acme')
    expect(earlier.deploymentExpiration).toMatchObject({ expirationDays: 30 })
  })

  it('are listed for their members, newest first', async ({ at }) => {
    const { vercel } = at.as('ada')
    await vercel.teams.createTeam({ slug: 'second', name: 'Second' })
    const { teams, pagination } = await vercel.teams.getTeams({})
    expect(teams.map(({ slug }) => slug)).toEqual(['second', 'acme'])
    expect(pagination).toMatchObject({ count: 2, next: null })
    expect((await at.as('zoe').vercel.teams.getTeams({})).teams.map(({ slug }) => slug)).toEqual(['zoo'])
  })

  it('are read by id and by slug, by their members only', async ({ at }) => {
    const { vercel } = at.as('ada')
    const bySlug = await vercel.teams.getTeam({ teamId: 'acme' })
    expect(bySlug).toMatchObject({ slug: 'acme', name: 'Acme', membership: { role: 'OWNER', confirmed: true } })
    expect(await vercel.teams.getTeam({ teamId: bySlug.id })).toEqual(bySlug)
    const { status, body } = await at.call('GET', '/v2/teams/acme', { token: 'zoe' })
    expect([status, body.error.code]).toEqual([403, 'forbidden'])
    expect(body.error.message).toContain('Trying to access resource under scope "acme"')
    expect(await at.call('GET', '/v2/teams/nowhere')).toEqual({
      status: 404,
      body: { error: { code: 'not_found', message: 'Team not found.' } },
    })
  })

  it('show their invite code to owners only', async ({ at }) => {
    expect((await at.call('GET', '/v2/teams/acme')).body.inviteCode).toHaveLength(20)
    expect((await at.call('GET', '/v2/teams/acme', { token: 'grace' })).body).not.toHaveProperty('inviteCode')
  })

  it('are created at both paths, with their creator as owner', async ({ at }) => {
    const { id } = await at.as('grace').vercel.teams.createTeam({ slug: 'new-team', name: 'New' })
    expect(id).toMatch(/^team_[A-Za-z0-9]{24}$/)
    const { body } = await at.call('POST', '/v2/teams', { token: 'grace', body: { slug: 'other', name: 'Other' } })
    expect(body).toMatchObject({ slug: 'other', name: 'Other', membership: { role: 'OWNER' } })
    const { members } = await at.as('grace').vercel.teams.getTeamMembers({ teamId: id })
    expect(members.map(({ username, role }) => [username, role])).toEqual([['grace', 'OWNER']])
  })

  it('refuse a slug that is taken, missing or malformed', async ({ at }) => {
    const make = async (body: unknown) => at.call('POST', '/v1/teams', { body })
    expect(await make({ slug: 'acme' })).toMatchObject({
      status: 409,
      body: { error: { code: 'team_slug_already_in_use' } },
    })
    expect((await make({ slug: 'grace' })).status).toBe(409)
    expect((await make({ name: 'x' })).body.error).toEqual({
      code: 'bad_request',
      message: 'Invalid request: missing required property `slug`.',
    })
    expect((await make({ slug: 'No Good' })).body.error.message).toContain('`slug` should match pattern')
  })

  it('are updated member by member', async ({ at }) => {
    const { vercel } = at.as('ada')
    const before = await vercel.teams.getTeam({ teamId: 'acme' })
    const after = await vercel.teams.patchTeam({
      teamId: 'acme',
      requestBody: { name: 'Acme Inc', slug: 'acme-inc', hideIpAddresses: true, remoteCaching: { enabled: true } },
    })
    expect(after).toMatchObject({ id: before.id, name: 'Acme Inc', slug: 'acme-inc', hideIpAddresses: true })
    expect((await at.call('PATCH', '/v2/teams/acme-inc', { body: { description: 'Us' } })).body).toMatchObject({
      name: 'Acme Inc',
      description: 'Us',
      hideIpAddresses: true,
    })
    const codes = [
      after.inviteCode,
      (await at.call('PATCH', '/v2/teams/acme-inc', { body: { regenerateInviteCode: true } })).body.inviteCode,
    ]
    expect(new Set(codes).size).toBe(2)
  })

  it('are changed and deleted by owners with the scope admin:org only', async ({ at }) => {
    for (const token of ['grace', 'vera', 'zoe', 'reader']) {
      expect((await at.call('PATCH', '/v2/teams/acme', { token, body: { name: 'X' } })).status).toBe(403)
      expect((await at.call('DELETE', '/v1/teams/acme', { token })).status).toBe(403)
    }
    expect((await at.call('GET', '/v2/teams/acme')).body.name).toBe('Acme')
  })

  it('are deleted with everything in them', async ({ at }) => {
    const { vercel } = at.as('ada')
    const { id } = await vercel.teams.getTeam({ teamId: 'acme' })
    expect(await vercel.teams.deleteTeam({ teamId: id, requestBody: {} })).toEqual({ id })
    expect((await at.call('GET', '/v2/teams/acme')).status).toBe(404)
    expect((await at.call('GET', '/v9/projects/website?slug=acme')).status).toBe(403)
    expect((await vercel.teams.getTeams({})).teams).toEqual([])
  })
})

describe('members', () => {
  it('are listed with their roles, filtered by role and search', async ({ at }) => {
    const { vercel } = at.as('grace')
    const { members, pagination } = await vercel.teams.getTeamMembers({ teamId: 'acme' })
    expect(members.map(({ username, role, confirmed }) => [username, role, confirmed])).toEqual([
      ['vera', 'VIEWER', true],
      ['grace', 'MEMBER', true],
      ['ada', 'OWNER', true],
    ])
    expect(pagination).toMatchObject({ count: 3, hasNext: false, next: null })
    const owners = await vercel.teams.getTeamMembers({ teamId: 'acme', role: 'OWNER' })
    expect(owners.members.map(({ username }) => username)).toEqual(['ada'])
    const found = await vercel.teams.getTeamMembers({ teamId: 'acme', search: 'lovelace' })
    expect(found.members.map(({ username }) => username)).toEqual(['ada'])
    expect((await at.call('GET', '/v2/teams/acme/members', { token: 'zoe' })).status).toBe(403)
  })

  it('are listed in pages even when all joined in one millisecond', async ({ at }) => {
    const { vercel } = at.as('ada')
    const seen: string[] = []
    for (let until: number | undefined, page = 0; page < 5; page++) {
      const answer = await vercel.teams.getTeamMembers({
        teamId: 'acme',
        limit: 1,
        ...(until === undefined ? {} : { until }),
      })
      seen.push(...answer.members.map(({ username }) => username))
      if (answer.pagination.next === null) break
      until = answer.pagination.next
    }
    expect(seen).toEqual(['vera', 'grace', 'ada'])
  })

  it('are invited by their address, and become members when they accept', async ({ at }) => {
    const invited = await at.as('ada').vercel.teams.inviteUserToTeam({
      teamId: 'acme',
      requestBody: [{ email: 'zoe@example.com', role: 'DEVELOPER' }],
    })
    expect(invited).toMatchObject({ username: 'zoe', email: 'zoe@example.com', role: 'DEVELOPER' })
    expect((await at.call('GET', '/v2/teams/acme', { token: 'zoe' })).status).toBe(403)
    const { members } = await at.as('ada').vercel.teams.getTeamMembers({ teamId: 'acme' })
    expect(members[0]).toMatchObject({ username: 'zoe', confirmed: false })
    const joined = await at.call('POST', '/v1/teams/acme/members/teams/join', { token: 'zoe', body: {} })
    expect(joined).toMatchObject({ status: 200, body: { slug: 'acme', name: 'Acme' } })
    expect((await at.call('GET', '/v2/teams/acme', { token: 'zoe' })).body.membership.role).toBe('DEVELOPER')
  })

  it('join with the invite code only', async ({ at }) => {
    const { inviteCode } = (await at.call('GET', '/v2/teams/acme')).body
    expect((await at.call('POST', '/v1/teams/acme/members/teams/join', { token: 'zoe', body: {} })).status).toBe(403)
    await at.call('POST', '/v1/teams/acme/members/teams/join', { token: 'zoe', body: { inviteCode } })
    expect((await at.call('GET', '/v2/teams/acme', { token: 'zoe' })).status).toBe(200)
  })

  it('may be invited without having an account', async ({ at }) => {
    const { body } = await at.call('POST', '/v1/teams/acme/members', { body: { email: 'new.one@example.com' } })
    expect(body).toMatchObject({ username: 'new-one', email: 'new.one@example.com', role: 'MEMBER' })
    const again = await at.call('POST', '/v1/teams/acme/members', { body: { email: 'new.one@example.com' } })
    expect([again.status, again.body.error.code]).toEqual([400, 'bad_request'])
  })

  it('have their role changed by an owner', async ({ at }) => {
    const { vercel } = at.as('ada')
    const { id, members } = {
      ...(await vercel.teams.getTeam({ teamId: 'acme' })),
      ...(await vercel.teams.getTeamMembers({ teamId: 'acme' })),
    }
    const grace = members.find(({ username }) => username === 'grace')
    const uid = grace?.uid ?? ''
    expect(await vercel.teams.updateTeamMember({ teamId: id, uid, requestBody: { role: 'VIEWER' } })).toEqual({ id })
    expect((await at.call('GET', '/v2/teams/acme', { token: 'grace' })).body.membership.role).toBe('VIEWER')
    expect(
      (await at.call('PATCH', `/v1/teams/acme/members/${uid}`, { token: 'grace', body: { role: 'OWNER' } })).status,
    ).toBe(403)
  })

  it('may leave, and are removed by owners, except the last owner', async ({ at }) => {
    const { vercel } = at.as('ada')
    const { members } = await vercel.teams.getTeamMembers({ teamId: 'acme' })
    const uid = (name: string): string => members.find(({ username }) => username === name)?.uid ?? ''
    expect((await at.call('DELETE', `/v1/teams/acme/members/${uid('vera')}`, { token: 'grace' })).status).toBe(403)
    expect((await at.call('DELETE', `/v1/teams/acme/members/${uid('grace')}`, { token: 'grace' })).status).toBe(200)
    const { id } = await vercel.teams.removeTeamMember({ teamId: 'acme', uid: uid('vera') })
    expect(id).toMatch(/^team_/)
    expect((await at.call('GET', '/v2/teams/acme', { token: 'vera' })).status).toBe(403)
    expect((await at.call('DELETE', `/v1/teams/acme/members/${uid('ada')}`)).status).toBe(403)
    expect((await at.call('DELETE', `/v1/teams/acme/members/${uid('zoe')}x`)).status).toBe(404)
  })
})

it('creates and names a team and invites to it as the vendor’s command line does', async ({ at }) => {
  const created = await at.call('POST', '/teams', { body: { slug: 'made' } })
  expect([created.status, created.body.slug]).toEqual([200, 'made'])
  const named = await at.call('PATCH', `/teams/${created.body.id}`, { body: { name: 'Made' } })
  expect(named.body.name).toBe('Made')
  const invited = await at.call('POST', `/teams/${created.body.id}/members`, { body: { email: 'new@example.com' } })
  expect(invited.body).toMatchObject({ email: 'new@example.com', role: 'MEMBER' })
})
