import { describe, expect } from 'vitest'
import { accountsTest, type Accounts } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

describe('projects', () => {
  it('are created with variables and a repository', async ({ at }) => {
    const { vercel, last } = at.as('ada')
    const project = await vercel.projects.createProject({
      slug: 'acme',
      requestBody: {
        name: 'Engine',
        framework: 'nextjs',
        buildCommand: 'make',
        gitRepository: { type: 'github', repo: 'acme/engine' },
        environmentVariables: [
          { key: 'MODE', value: 'fast', target: 'production', type: 'plain' },
          { key: 'KEY', value: 'sesame', target: ['preview', 'development'] },
        ],
      },
    })
    expect(project.id).toMatch(/^prj_[A-Za-z0-9]{28}$/)
    expect(project).toMatchObject({ name: 'engine', framework: 'nextjs', buildCommand: 'make' })
    expect(project.link).toMatchObject({ type: 'github', org: 'acme', repo: 'engine', productionBranch: 'main' })
    const { env, accountId } = last().json as { env: object[]; accountId: string }
    expect(accountId).toBe((await vercel.teams.getTeam({ teamId: 'acme' })).id)
    expect(env).toMatchObject([
      { key: 'MODE', value: 'fast', type: 'plain', target: ['production'] },
      { key: 'KEY', type: 'encrypted', target: ['preview', 'development'] },
    ])
    expect(JSON.stringify(env)).not.toContain('sesame')
  })

  it.for(['gitlab', 'bitbucket', 'vercel', 'cursor-origin', 'github-limited'] as const)(
    'have a link as repositories at %s have it',
    async (type, { at }) => {
      const { vercel } = at.as('ada')
      const requestBody = { name: `on-${type}`, gitRepository: { type, repo: 'acme/engine' } }
      expect((await vercel.projects.createProject({ requestBody })).link).toMatchObject({ type })
    },
  )

  it('are answered at both paths of an operation', async ({ at }) => {
    expect((await at.call('POST', '/v9/projects', { body: { name: 'nine' } })).body.name).toBe('nine')
    expect((await at.call('POST', '/v11/projects', { body: { name: 'eleven' } })).body.name).toBe('eleven')
    for (const path of ['/v9/projects', '/v10/projects']) {
      const { body } = await at.call('GET', path)
      expect(body.projects.map(({ name }: { name: string }) => name)).toEqual(['eleven', 'nine', 'blog'])
    }
  })

  it('have unique names in an account', async ({ at }) => {
    const { status, body } = await at.call('POST', '/v11/projects', { body: { name: 'blog' } })
    expect([status, body.error]).toEqual([
      409,
      { code: 'conflict', message: 'Project "blog" already exists, please use a new name.' },
    ])
    expect((await at.call('POST', '/v11/projects?slug=acme', { body: { name: 'blog' } })).status).toBe(200)
  })

  it('refuse an invalid body, naming the member', async ({ at }) => {
    const message = async (body: unknown) => (await at.call('POST', '/v11/projects', { body })).body.error.message
    expect(await message({})).toBe('Invalid request: missing required property `name`.')
    expect(await message({ name: 'x', framework: 'nope' })).toContain(
      'Invalid request: `framework` should be equal to one of',
    )
    expect(await message({ name: 'x', nodeVersion: '22.x' })).toBe(
      'Invalid request: should NOT have additional property `nodeVersion`.',
    )
    expect(await message({ name: 'x', environmentVariables: [{ key: 'A', target: 'production' }] })).toBe(
      'Invalid request: `environmentVariables[0]` missing required property `value`.',
    )
    expect(await message({ name: 'a---b' })).toContain("cannot contain the sequence '---'")
  })

  it('are not created when one of their variables is refused', async ({ at }) => {
    const environmentVariables = [
      { key: 'A', value: '1', target: 'production' },
      { key: 'A', value: '2', target: 'production' },
    ]
    const { status } = await at.call('POST', '/v11/projects', { body: { name: 'half', environmentVariables } })
    expect(status).toBe(400)
    expect((await at.call('GET', '/v9/projects/half')).status).toBe(404)
  })

  it('are read by id and by name, with their variables', async ({ at }) => {
    const { vercel } = at.as('grace')
    const byName = await vercel.projects.getProject({ idOrName: 'website', slug: 'acme' })
    expect(byName.env?.map(({ key }) => key)).toEqual(['API_URL', 'TOKEN'])
    expect(byName.alias?.map(({ domain }) => domain)).toEqual(['www.example.com'])
    const { id: teamId } = await vercel.teams.getTeam({ teamId: 'acme' })
    expect(await vercel.projects.getProject({ idOrName: byName.id, teamId })).toEqual(byName)
  })

  it('are not found in another account', async ({ at }) => {
    const missing = { status: 404, body: { error: { code: 'not_found', message: 'Project not found.' } } }
    expect(await at.call('GET', '/v9/projects/website')).toEqual(missing)
    expect(await at.call('GET', '/v9/projects/blog', { token: 'grace' })).toEqual(missing)
    const { id } = (await at.call('GET', '/v9/projects/blog')).body
    expect(await at.call('GET', `/v9/projects/${id}`, { token: 'grace' })).toEqual(missing)
    for (const path of ['/v9/projects/website?slug=acme', '/v10/projects?slug=acme', '/v10/projects?teamId=team_x']) {
      const { status, body } = await at.call('GET', path, { token: 'zoe' })
      expect([status, body.error.code], path).toEqual([403, 'forbidden'])
    }
  })

  it('are updated member by member', async ({ at }) => {
    const { vercel } = at.as('grace')
    const update = (requestBody: object) =>
      vercel.projects.updateProject({ idOrName: 'website', slug: 'acme', requestBody })
    expect(await update({ framework: 'astro', buildCommand: 'make' })).toMatchObject({
      framework: 'astro',
      buildCommand: 'make',
    })
    const renamed = await update({ name: 'site', nodeVersion: '22.x', buildCommand: null })
    expect(renamed).toMatchObject({ name: 'site', framework: 'astro', nodeVersion: '22.x', buildCommand: null })
    expect((await at.call('GET', '/v9/projects/website?slug=acme')).status).toBe(404)
    await at.call('POST', '/v11/projects?slug=acme', { body: { name: 'other' } })
    expect((await at.call('PATCH', '/v9/projects/site?slug=acme', { body: { name: 'other' } })).status).toBe(409)
    expect(
      (await at.call('PATCH', '/v9/projects/site?slug=acme', { body: { gitRepository: {} } })).body.error.message,
    ).toBe('Invalid request: should NOT have additional property `gitRepository`.')
  })

  it('need the role and the scope repo to be changed', async ({ at }) => {
    for (const [token, path] of [
      ['vera', '/v9/projects/website?slug=acme'],
      ['reader', '/v9/projects/blog'],
    ] as const) {
      expect((await at.call('GET', path, { token })).status).toBe(200)
      expect((await at.call('PATCH', path, { token, body: { framework: null } })).status).toBe(403)
      expect((await at.call('DELETE', path, { token })).status).toBe(403)
    }
    expect((await at.call('POST', '/v11/projects?slug=acme', { token: 'vera', body: { name: 'x' } })).status).toBe(403)
    expect(
      (await at.call('POST', '/v11/projects', { token: 'reader', body: { name: 'x' } })).body.error.message,
    ).toContain('"repo"')
  })

  it('are deleted with their variables, domains and deployments', async ({ at }) => {
    const { vercel, last } = at.as('ada')
    await vercel.projects.deleteProject({ idOrName: 'website', slug: 'acme' })
    expect((await at.call('GET', '/v9/projects/website/env?slug=acme')).status).toBe(404)
    const again = await at.call('POST', '/v11/projects?slug=acme', { body: { name: 'website' } })
    expect(again.body).toMatchObject({ env: [], alias: [], latestDeployments: [] })
    expect((await vercel.projects.getProjectDomains({ idOrName: 'website', slug: 'acme' })).domains).toEqual([])
    expect(last().status).toBe(200)
  })

  it('are found by a part of their name, in pages', async ({ at }) => {
    at.deployhost.clock.freeze()
    for (let count = 1; count <= 7; count++) await at.call('POST', '/v11/projects', { body: { name: `app-${count}` } })
    await at.call('POST', '/v11/projects', { body: { name: 'other' } })
    const { vercel } = at.as('ada')
    const names: string[] = []
    for (let from: string | undefined; ;) {
      const answer = await vercel.projects.getProjects({
        search: 'app',
        limit: '3',
        ...(from === undefined ? {} : { from }),
      })
      if (!('projects' in answer)) throw new Error('not a page of projects')
      names.push(...answer.projects.map(({ name }) => name))
      if (answer.pagination.next === null) break
      from = String(answer.pagination.next)
    }
    expect(names).toEqual(['app-7', 'app-6', 'app-5', 'app-4', 'app-3', 'app-2', 'app-1'])
  })

  it('are listed by their last change, the latest first, in pages', async ({ at }) => {
    at.deployhost.clock.freeze()
    for (const name of ['one', 'two', 'three']) await at.call('POST', '/v11/projects', { body: { name } })
    await at.call('PATCH', '/v9/projects/blog', { body: { framework: 'nextjs' } })
    at.deployhost.clock.advance('1s')
    const files = [{ file: 'a.txt', data: 'a' }]
    await at.call('POST', '/v13/deployments', { body: { name: 'one', files } })
    const names: string[] = []
    for (let from: number | null = 0; from !== null;) {
      const { body } = await at.call('GET', `/v10/projects?limit=1${from === 0 ? '' : `&from=${from}`}`)
      names.push(...body.projects.map(({ name }: { name: string }) => name))
      from = body.pagination.next
    }
    expect(names).toEqual(['one', 'blog', 'three', 'two'])
  })

  it('are found by their repository', async ({ at }) => {
    const named = async (query: string) =>
      (await at.call('GET', `/v10/projects?slug=acme&${query}`)).body.projects.map(({ name }: { name: string }) => name)
    await at.call('POST', '/v11/projects?slug=acme', { body: { name: 'bare' } })
    expect(await named('repo=acme/website')).toEqual(['website'])
    expect(await named('repoUrl=https://github.com/acme/website')).toEqual(['website'])
    expect(await named('excludeRepos=1')).toEqual(['bare'])
  })

  it('are paused and resumed', async ({ at }) => {
    const { vercel } = at.as('ada')
    const { id } = await vercel.projects.getProject({ idOrName: 'blog' })
    await vercel.projects.pauseProject({ projectId: id })
    expect((await vercel.projects.getProject({ idOrName: id })).paused).toBe(true)
    await vercel.projects.unpauseProject({ projectId: id })
    expect((await vercel.projects.getProject({ idOrName: id })).paused).toBeUndefined()
  })
})

describe('protection bypass', () => {
  const change = async (at: Accounts, requestBody: object) => {
    const { protectionBypass = {} } = await at
      .as('ada')
      .vercel.projects.updateProjectProtectionBypass({ idOrName: 'blog', requestBody })
    return protectionBypass
  }

  it('is generated, with a new or a given secret', async ({ at }) => {
    const [first] = Object.entries(await change(at, {}))
    expect(first?.[0]).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(first?.[1]).toMatchObject({ scope: 'automation-bypass', isEnvVar: true })
    const secret = 'a'.repeat(32)
    const both = await change(at, { generate: { secret, note: 'ci' } })
    expect(both[secret]).toMatchObject({ isEnvVar: false, note: 'ci' })
    expect(Object.keys(both)).toHaveLength(2)
    expect((await at.call('GET', '/v9/projects/blog')).body.protectionBypass).toHaveProperty(secret)
    const again = await at.call('PATCH', '/v1/projects/blog/protection-bypass', { body: { generate: { secret } } })
    expect(again.status).toBe(409)
  })

  it('is revoked, and regenerated on request', async ({ at }) => {
    const [secret = ''] = Object.keys(await change(at, {}))
    const replaced = Object.keys(await change(at, { revoke: { secret, regenerate: true } }))
    expect(replaced).toHaveLength(1)
    expect(replaced).not.toContain(secret)
    expect(await change(at, { revoke: { secret: replaced[0], regenerate: false } })).toEqual({})
    const { status } = await at.call('PATCH', '/v1/projects/blog/protection-bypass', {
      body: { revoke: { secret, regenerate: false } },
    })
    expect(status).toBe(404)
    await change(at, {})
    const all = await at.call('PATCH', '/v1/projects/blog/protection-bypass', { body: { revoke: true } })
    expect(all).toEqual({ status: 200, body: { protectionBypass: {} } })
  })

  it('has one secret for deployments', async ({ at }) => {
    const [first = ''] = Object.keys(await change(at, {}))
    const second = 'b'.repeat(32)
    await change(at, { generate: { secret: second } })
    const changed = await change(at, { update: { secret: second, isEnvVar: true, note: 'new' } })
    expect(changed[second]).toMatchObject({ isEnvVar: true, note: 'new' })
    expect(changed[first]).toMatchObject({ isEnvVar: false })
  })
})

describe('members of a project', () => {
  it('are those of its team, with their roles', async ({ at }) => {
    const { body } = await at.call('GET', '/v1/projects/website/members?slug=acme')
    expect(
      body.members.map((each: Record<string, unknown>) => [
        each['username'],
        each['teamRole'],
        each['computedProjectRole'],
      ]),
    ).toEqual([
      ['vera', 'VIEWER', 'PROJECT_VIEWER'],
      ['grace', 'MEMBER', 'ADMIN'],
      ['ada', 'OWNER', 'ADMIN'],
    ])
    const { vercel } = at.as('ada')
    const answer = await vercel.projectMembers.getProjectMembers({ idOrName: 'website', slug: 'acme', search: 'grace' })
    expect(answer).toMatchObject({ members: [{ username: 'grace' }] })
  })

  it('include contributors, who may change the projects of their roles', async ({ at }) => {
    const { id } = (await at.call('GET', '/v9/projects/website?slug=acme')).body
    await at.call('POST', '/v2/teams/acme/members', {
      body: { email: 'zoe@example.com', role: 'CONTRIBUTOR', projects: [{ projectId: id, role: 'PROJECT_DEVELOPER' }] },
    })
    await at.call('POST', '/v1/teams/acme/members/teams/join', { token: 'zoe', body: {} })
    await at.call('POST', '/v11/projects?slug=acme', { body: { name: 'other' } })
    const change = async (name: string) =>
      (await at.call('PATCH', `/v9/projects/${name}?slug=acme`, { token: 'zoe', body: { framework: 'vite' } })).status
    expect(await change('website')).toBe(200)
    expect(await change('other')).toBe(403)
  })

  it('are added, changed and removed one by one and several at once', async ({ at }) => {
    const { vercel } = at.as('ada')
    const idOrName = 'website'
    const members = '/v1/projects/website/members'
    const slug = '?slug=acme'
    const roles = async () => {
      const { body } = await at.call('GET', `${members}${slug}`)
      return Object.fromEntries(body.members.map((each: Record<string, unknown>) => [each['username'], each['role']]))
    }
    const uidOf = async (name: string): Promise<string> => {
      const { body } = await at.call('GET', `${members}${slug}&search=${name}`)
      return body.members[0].uid
    }
    const [vera, grace] = [await uidOf('vera'), await uidOf('grace')]
    const { id } = await vercel.projectMembers.addProjectMember({
      idOrName,
      slug: 'acme',
      requestBody: { username: 'vera', role: 'PROJECT_DEVELOPER' },
    })
    expect(id).toMatch(/^prj_/)
    expect(await roles()).toEqual({ vera: 'PROJECT_DEVELOPER', grace: 'ADMIN', ada: 'ADMIN' })
    await vercel.projectMembers.removeProjectMember({ idOrName, slug: 'acme', uid: vera })
    expect(await roles()).toMatchObject({ vera: 'PROJECT_VIEWER' })

    const batch = [
      { username: 'vera', role: 'ADMIN' },
      { email: 'grace@example.com', role: 'PROJECT_VIEWER' },
    ]
    const added = await at.call('POST', `${members}/batch${slug}`, { body: { members: batch } })
    expect(added.status).toBe(200)
    expect(await roles()).toMatchObject({ vera: 'ADMIN', grace: 'PROJECT_VIEWER' })
    const changes = { members: [{ uid: vera, role: 'PROJECT_VIEWER' }] }
    expect((await at.call('PATCH', `${members}${slug}`, { body: changes })).status).toBe(200)
    expect(await roles()).toMatchObject({ vera: 'PROJECT_VIEWER' })
    const gone = await at.call('DELETE', `${members}/batch${slug}`, { body: { members: [vera, grace] } })
    expect(gone.status).toBe(204)
    expect(await roles()).toMatchObject({ grace: 'ADMIN' })
  })

  it('are refused unless they are of the team, and by users who do not administer the project', async ({ at }) => {
    const members = '/v1/projects/website/members?slug=acme'
    const add = async (member: object, token?: string) =>
      (await at.call('POST', members, { body: { role: 'ADMIN', ...member }, ...(token && { token }) })).status
    expect(await add({ username: 'nobody' })).toBe(404)
    expect(await add({})).toBe(400)
    expect(await add({ username: 'grace' }, 'vera')).toBe(403)
    const { id } = (await at.call('GET', '/v9/projects/website?slug=acme')).body
    const projects = [{ projectId: id, role: 'PROJECT_DEVELOPER' }]
    await at.call('POST', '/v2/teams/acme/members', {
      body: { email: 'zoe@example.com', role: 'CONTRIBUTOR', projects },
    })
    await at.call('POST', '/v1/teams/acme/members/teams/join', { token: 'zoe', body: {} })
    expect(await add({ username: 'grace' }, 'zoe')).toBe(403)
    expect((await at.call('DELETE', '/v1/projects/website/members/nobody?slug=acme')).status).toBe(404)
  })
})
