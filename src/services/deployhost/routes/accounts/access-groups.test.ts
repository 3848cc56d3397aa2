import { describe, expect } from 'vitest'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'
import { checkedVercel } from '#testkit/vercel.ts'

const it = deployhostTest({
  seed: {
    deployhost: {
      users: [
        { username: 'ada', tokens: ['ada'] },
        { username: 'grace', name: 'Grace', tokens: ['grace'] },
        { username: 'zoe' },
      ],
      teams: [
        {
          slug: 'acme',
          members: [
            { username: 'ada', role: 'OWNER' as const },
            { username: 'grace', role: 'CONTRIBUTOR' as const },
          ],
        },
      ],
      projects: [
        { name: 'website', team: 'acme' },
        { name: 'blog', team: 'acme' },
      ],
    },
  },
}).extend('at', ({ deployhost }) => {
  const call = async (
    method: string,
    path: string,
    { token = 'ada', body }: { token?: string; body?: object } = {},
  ) => {
    const response = await deployhost.fetch(`${deployhost.url}${path}${path.includes('?') ? '&' : '?'}slug=acme`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  return {
    call,
    groups: checkedVercel(deployhost, 'ada').vercel.accessGroups,
    userId: async (username: string) => {
      const { members } = (await call('GET', '/v2/teams/acme/members')).body
      return (members as { uid: string; username: string }[]).find((each) => each.username === username)?.uid ?? ''
    },
    projectId: async (name: string) => (await call('GET', `/v9/projects/${name}`)).body.id as string,
  }
})

const slug = 'acme'

describe('an access group', () => {
  it('is created with members and projects, read, renamed and deleted', async ({ at }) => {
    const [grace, website] = [await at.userId('grace'), await at.projectId('website')]
    const requestBody = {
      name: 'Writers',
      membersToAdd: [grace],
      projects: [{ projectId: website, role: 'ADMIN' as const }],
    }
    const created = await at.groups.createAccessGroup({ slug, requestBody })
    expect(created).toMatchObject({ name: 'Writers', membersCount: 1, projectsCount: 1 })
    const idOrName = created.accessGroupId
    expect(await at.groups.readAccessGroup({ slug, idOrName: 'Writers' })).toMatchObject({ accessGroupId: idOrName })
    const changed = await at.groups.updateAccessGroup({
      slug,
      idOrName,
      requestBody: { name: 'Editors', membersToRemove: [grace], projects: [{ projectId: website, role: null }] },
    })
    expect(changed).toMatchObject({ name: 'Editors', membersCount: 0, projectsCount: 0 })
    await at.groups.deleteAccessGroup({ slug, idOrName })
    expect((await at.call('GET', `/v1/access-groups/${idOrName}`)).status).toBe(404)
  })

  it('has a name that no other of the team has, members of the team only, and is changed by owners only', async ({
    at,
  }) => {
    await at.call('POST', '/v1/access-groups', { body: { name: 'Writers' } })
    expect((await at.call('POST', '/v1/access-groups', { body: { name: 'Writers' } })).status).toBe(409)
    const stranger = { name: 'Others', membersToAdd: ['nobody'] }
    expect((await at.call('POST', '/v1/access-groups', { body: stranger })).status).toBe(400)
    const other = { token: 'grace', body: { name: 'Mine' } }
    expect((await at.call('POST', '/v1/access-groups', other)).status).toBe(403)
    expect((await at.call('GET', '/v1/access-groups', { token: 'grace' })).body.accessGroups).toHaveLength(1)
  })

  it('is listed by its name and its projects, in pages', async ({ at }) => {
    const website = await at.projectId('website')
    for (const name of ['Writers', 'Editors', 'Readers']) {
      const projects = name === 'Editors' ? [{ projectId: website, role: 'ADMIN' }] : []
      await at.call('POST', '/v1/access-groups', { body: { name, projects } })
    }
    const names = async (query: string) => {
      const { accessGroups, pagination } = (await at.call('GET', `/v1/access-groups${query}`)).body
      return [(accessGroups as { name: string }[]).map(({ name }) => name), pagination.next]
    }
    expect(await names('?search=ers')).toEqual([['Writers', 'Readers'], null])
    expect(await names(`?projectId=${website}`)).toEqual([['Editors'], null])
    const [first, next] = await names('?limit=2')
    expect([first, await names(`?limit=2&next=${next}`)]).toEqual([
      ['Writers', 'Editors'],
      [['Readers'], null],
    ])
    expect(await at.groups.listAccessGroups({ slug })).toMatchObject({ pagination: { count: 3 } })
  })

  it('lists its members and projects, whose roles can be changed', async ({ at }) => {
    const [grace, website] = [await at.userId('grace'), await at.projectId('website')]
    const requestBody = { name: 'Writers', membersToAdd: [grace] }
    const { accessGroupId: accessGroupIdOrName } = await at.groups.createAccessGroup({ slug, requestBody })
    const place = { slug, accessGroupIdOrName }
    const viewer = { projectId: website, role: 'PROJECT_VIEWER' as const }
    await at.groups.createAccessGroupProject({ ...place, requestBody: viewer })
    const changes = { role: 'PROJECT_DEVELOPER' as const }
    await at.groups.updateAccessGroupProject({ ...place, projectId: website, requestBody: changes })
    expect(await at.groups.readAccessGroupProject({ ...place, projectId: website })).toMatchObject(changes)
    const { projects } = await at.groups.listAccessGroupProjects({ slug, idOrName: accessGroupIdOrName })
    expect(projects).toMatchObject([{ projectId: website, ...changes, project: { name: 'website' } }])
    const { members } = await at.groups.listAccessGroupMembers({ slug, idOrName: accessGroupIdOrName })
    expect(members).toMatchObject([{ username: 'grace', teamRole: 'CONTRIBUTOR' }])
    await at.groups.deleteAccessGroupProject({ ...place, projectId: website })
    expect((await at.groups.listAccessGroupProjects({ slug, idOrName: accessGroupIdOrName })).projects).toEqual([])
  })

  it('lets its members change its projects', async ({ at }) => {
    const [grace, website] = [await at.userId('grace'), await at.projectId('website')]
    const rename = () => at.call('PATCH', '/v9/projects/website', { token: 'grace', body: { framework: 'astro' } })
    expect((await rename()).status).toBe(403)
    const group = {
      name: 'Writers',
      membersToAdd: [grace],
      projects: [{ projectId: website, role: 'PROJECT_DEVELOPER' }],
    }
    await at.call('POST', '/v1/access-groups', { body: group })
    expect((await rename()).status).toBe(200)
    const other = { token: 'grace', body: { framework: 'astro' } }
    expect((await at.call('PATCH', '/v9/projects/blog', other)).status).toBe(403)
  })
})
