import { describe, expect } from 'vitest'
import { createEmulator, type Emulator } from '#emulator.ts'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'
import { checkedVercel } from '#testkit/vercel.ts'
import { seed } from './deployments.fixture.ts'

const it = deployhostTest({ seed, now: '2026-01-01T00:00:00Z' })

const client = (deployhost: Emulator<'deployhost'>, token = 'ada') => checkedVercel(deployhost, token)
const team = { slug: 'acme' }

/** Creates a deployment of the team's project and returns it as the SDK does. */
async function deploy(
  deployhost: Emulator<'deployhost'>,
  body: Record<string, unknown> = {},
  scope: { slug?: string } = team,
) {
  const { vercel } = client(deployhost)
  const requestBody = { name: 'website', ...body } as never // tests also send what the types refuse
  return (await vercel.deployments.createDeployment({ ...scope, requestBody })) as unknown as CreatedDeployment // the complete one of its two variants
}

interface CreatedDeployment {
  readonly id: string
  readonly url: string
  readonly readyState: string
  readonly meta: Record<string, string>
  readonly [member: string]: unknown
}

const find = async (deployhost: Emulator<'deployhost'>, idOrUrl: string) =>
  (await client(deployhost).vercel.deployments.getDeployment({ ...team, idOrUrl })) as unknown as CreatedDeployment // as above

const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown as { statusCode?: number; body?: string },
  )
  return {
    status: 'statusCode' in error ? error.statusCode : error,
    ...JSON.parse('body' in error ? (error.body ?? '{}') : '{}'),
  }
}

describe('a deployment', () => {
  it('is queued, builds, and is ready, by the clock', async ({ deployhost }) => {
    const made = await deploy(deployhost, { target: 'production', meta: { run: '7' } })
    expect(made).toMatchObject({
      name: 'website',
      readyState: 'QUEUED',
      status: 'QUEUED',
      target: 'production',
      meta: { run: '7' },
      aliasAssigned: false,
      creator: { username: 'ada' },
      team: { slug: 'acme', name: 'Acme' },
      project: { name: 'website', framework: 'nextjs' },
      env: ['API_URL'],
      version: 2,
      type: 'LAMBDAS',
    })
    expect(made.id).toMatch(/^dpl_[0-9A-Za-z]{28}$/)
    expect(made.url).toMatch(/^website-[0-9a-z]{9}-acme\.vercel\.app$/)
    deployhost.clock.advance(150)
    expect(await find(deployhost, made.id)).toMatchObject({ readyState: 'BUILDING' })
    deployhost.clock.advance(350)
    expect(await find(deployhost, made.id)).toMatchObject({
      readyState: 'READY',
      readySubstate: 'PROMOTED',
      aliasAssigned: true,
      ready: Date.parse('2026-01-01T00:00:00.500Z'),
      alias: ['www.example.com', 'website.vercel.app', 'website-acme.vercel.app', 'website-ada-acme.vercel.app'],
    })
  })

  it('is ready at once when builds take no time', async () => {
    await using instant = await createEmulator({
      service: 'deployhost',
      port: 0,
      seed: { deployhost: { ...seed.deployhost, build_ms: 0 } },
    })
    const { vercel } = checkedVercel(instant)
    const made = await vercel.deployments.createDeployment({ requestBody: { name: 'blog' } })
    expect(made).toMatchObject({ readyState: 'READY', aliasAssigned: true })
  })

  it('is found by its id, its host and its aliases, in its account only', async ({ deployhost }) => {
    const made = await deploy(deployhost, { target: 'production' })
    deployhost.clock.advance('1s')
    for (const name of [made.id, made.url, `https://${made.url}/`, 'website-acme.vercel.app', 'www.example.com']) {
      expect((await find(deployhost, name)).id).toBe(made.id)
    }
    expect(await failure(client(deployhost).vercel.deployments.getDeployment({ idOrUrl: made.id }))).toEqual({
      status: 404,
      error: { code: 'not_found', message: 'Deployment not found.' },
    })
    expect(
      await failure(client(deployhost, 'mallory').vercel.deployments.getDeployment({ ...team, idOrUrl: made.id })),
    ).toMatchObject({
      status: 403,
      error: { code: 'forbidden' },
    })
  })

  it('creates the project with its settings when the account has none with its name', async ({ deployhost }) => {
    const made = await deploy(
      deployhost,
      { name: 'Fresh-Site', projectSettings: { framework: 'vite', buildCommand: 'make' } },
      {},
    )
    expect(made).toMatchObject({
      name: 'fresh-site',
      project: { name: 'fresh-site', framework: 'vite' },
      projectSettings: { framework: 'vite', buildCommand: 'make' },
    })
    const again = await deploy(deployhost, { name: 'fresh-site' }, {})
    expect(again).toMatchObject({ projectId: made['projectId'], projectSettings: { buildCommand: 'make' } })
  })

  it('belongs to the project that `project` names, whatever its own name', async ({ deployhost }) => {
    expect(await deploy(deployhost, { name: 'whatever', project: 'website' })).toMatchObject({ name: 'website' })
    expect(await failure(deploy(deployhost, { name: 'website', project: 'nowhere' }))).toMatchObject({
      status: 404,
      error: { code: 'not_found', message: 'Project not found.' },
    })
  })

  it('is refused in the vendor’s words', async ({ deployhost }) => {
    const send = async (body: unknown) => {
      const response = await fetch(`${deployhost.url}/v13/deployments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return [response.status, (await response.json()) as object]
    }
    const failure = (message: string) => [400, { error: { code: 'bad_request', message } }]
    expect(await send({})).toEqual(failure('Invalid request: missing required property `name`.'))
    expect(await send({ name: 7 })).toEqual(failure('Invalid request: `name` should be string.'))
    expect(await send({ name: 'x', files: [{ data: '' }] })).toEqual(
      failure('Invalid request: `files[0]` missing required property `file`.'),
    )
    expect(await send({ name: 'x', files: [{ file: 'a', data: '', encoding: 'hex' }] })).toEqual(
      failure('Invalid request: `files[0].encoding` should be equal to one of the allowed values "base64, utf-8".'),
    )
    expect(await send({ name: 'x', meta: { run: 7 } })).toEqual(
      failure('Invalid request: `meta.run` should be string.'),
    )
    expect(await send({ name: 'a b' })).toMatchObject([400, { error: { code: 'bad_request' } }])
    expect(await send({ name: 'blog', target: 'qa' })).toMatchObject([404, { error: { code: 'not_found' } }])
  })

  it('needs the scope `repo` and a role that may change the team', async ({ deployhost }) => {
    expect(
      await failure(
        client(deployhost, 'reader').vercel.deployments.createDeployment({ ...team, requestBody: { name: 'website' } }),
      ),
    ).toMatchObject({ status: 403 })
    expect(
      await failure(
        client(deployhost, 'grace').vercel.deployments.createDeployment({ ...team, requestBody: { name: 'website' } }),
      ),
    ).toMatchObject({ status: 403 })
  })

  it('has the commit of the working tree or of the repository in `meta`', async ({ deployhost }) => {
    const uploaded = await deploy(deployhost, {
      gitMetadata: {
        remoteUrl: 'https://github.com/acme/website.git',
        commitRef: 'fix/login',
        commitSha: 'a'.repeat(40),
        commitMessage: 'Fix',
        dirty: true,
      },
    })
    expect(uploaded.meta).toEqual({
      githubCommitMessage: 'Fix',
      githubCommitRef: 'fix/login',
      githubCommitSha: 'a'.repeat(40),
      gitDirty: '1',
    })
    const cloned = await deploy(deployhost, {
      gitSource: { type: 'github', org: 'acme', repo: 'website', ref: 'main' },
    })
    expect(cloned).toMatchObject({
      source: 'api-trigger-git-deploy',
      gitSource: {
        type: 'github',
        org: 'acme',
        repo: 'website',
        ref: 'main',
        sha: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
      meta: { githubDeployment: '1', githubCommitRef: 'main', githubOrg: 'acme', githubRepo: 'website' },
    })
    const { vercel, last } = client(deployhost)
    await vercel.deployments.getDeployment({ ...team, idOrUrl: cloned.id, withGitRepoInfo: 'true' })
    // When an answer has `gitRepo`, the SDK parses it as the variant without it.
    expect(last().json).toMatchObject({
      gitRepo: { type: 'github', org: 'acme', repo: 'website', path: 'acme/website', defaultBranch: 'main' },
    })
    expect(await find(deployhost, cloned.id)).not.toHaveProperty('gitRepo')
  })

  it('gets the host of its branch, and the domain of the branch', async ({ deployhost }) => {
    const made = await deploy(deployhost, { gitSource: { type: 'github', org: 'acme', repo: 'website', ref: 'next' } })
    deployhost.clock.advance('1s')
    expect((await find(deployhost, made.id))['alias']).toEqual(['next.example.com', 'website-git-next-acme.vercel.app'])
  })

  it('has a valid host even when its branch is very long', async ({ deployhost }) => {
    const ref = `feature/${'very-'.repeat(20)}long`
    const made = await deploy(deployhost, { gitSource: { type: 'github', org: 'acme', repo: 'website', ref } })
    const [host = ''] = made['automaticAliases'] as string[]
    expect(host).toMatch(/^website-git-feature-very-[a-z-]+-[0-9a-f]{6}\.vercel\.app$/)
    expect(host.split('.')[0]?.length).toBeLessThanOrEqual(63)
  })
})

describe('redeploying', () => {
  it('builds the same files, commit and settings again, for the requested target', async ({ deployhost }) => {
    const files = [{ file: 'index.html', data: '<h1>Hi</h1>' }]
    const first = await deploy(deployhost, { files, meta: { run: '7' }, projectSettings: { buildCommand: 'make' } })
    const second = await deploy(deployhost, {
      deploymentId: first.id,
      target: 'production',
      meta: { action: 'redeploy' },
    })
    expect(second).toMatchObject({
      source: 'redeploy',
      target: 'production',
      meta: { run: '7', action: 'redeploy' },
      projectSettings: { buildCommand: 'make' },
    })
    expect([second.id, second.url]).not.toEqual([first.id, first.url])
    const { vercel } = client(deployhost)
    expect(await vercel.deployments.listDeploymentFiles({ ...team, id: second.id })).toEqual(
      await vercel.deployments.listDeploymentFiles({ ...team, id: first.id }),
    )
  })

  it('builds the same commit, or the latest of its branch', async ({ deployhost }) => {
    const gitSource = { type: 'github', org: 'acme', repo: 'website', ref: 'main', sha: 'b'.repeat(40) }
    const first = await deploy(deployhost, { gitSource })
    expect((await deploy(deployhost, { deploymentId: first.id }))['gitSource']).toEqual(gitSource)
    const latest = await deploy(deployhost, { deploymentId: first.id, withLatestCommit: true })
    expect(latest['gitSource']).toMatchObject({ ...gitSource, sha: expect.not.stringMatching(/^b+$/) })
  })

  it('is refused for an unknown deployment', async ({ deployhost }) => {
    expect(await failure(deploy(deployhost, { deploymentId: 'dpl_nothing' }))).toMatchObject({ status: 404 })
  })
})

describe('a build', () => {
  it('fails when the seed says so', async ({ deployhost }) => {
    const made = await deploy(deployhost, { name: 'broken' }, {})
    deployhost.clock.advance('1s')
    expect(await client(deployhost).vercel.deployments.getDeployment({ idOrUrl: made.id })).toMatchObject({
      readyState: 'ERROR',
      errorCode: 'BUILD_FAILED',
      errorMessage: 'Module not found: ./missing',
      aliasAssigned: false,
      alias: [],
    })
  })

  it('is canceled while it is in progress, once', async ({ deployhost }) => {
    const made = await deploy(deployhost)
    deployhost.clock.advance(200)
    const canceled = await client(deployhost).vercel.deployments.cancelDeployment({ ...team, id: made.id })
    expect(canceled).toMatchObject({ readyState: 'CANCELED', canceledAt: Date.parse('2026-01-01T00:00:00.200Z') })
    deployhost.clock.advance('1s')
    expect(await find(deployhost, made.id)).toMatchObject({ readyState: 'CANCELED', alias: [] })
    expect(
      await failure(client(deployhost).vercel.deployments.cancelDeployment({ ...team, id: made.id })),
    ).toMatchObject({
      status: 400,
      error: { code: 'bad_request' },
    })
  })

  it('can not be canceled once it is ready', async ({ deployhost }) => {
    const made = await deploy(deployhost)
    deployhost.clock.advance('1s')
    expect(
      await failure(client(deployhost).vercel.deployments.cancelDeployment({ ...team, id: made.id })),
    ).toMatchObject({
      status: 400,
    })
    expect(await find(deployhost, made.id)).toMatchObject({ readyState: 'READY' })
  })
})

describe('deleting a deployment', () => {
  it('deletes its files, aliases and log', async ({ deployhost }) => {
    const made = await deploy(deployhost, { target: 'production' })
    deployhost.clock.advance('1s')
    const { vercel } = client(deployhost)
    expect(await vercel.deployments.deleteDeployment({ ...team, id: made.id })).toEqual({
      uid: made.id,
      state: 'DELETED',
    })
    expect(await failure(find(deployhost, made.id))).toMatchObject({ status: 404 })
    expect(await failure(vercel.aliases.getAlias({ ...team, idOrAlias: 'website-acme.vercel.app' }))).toMatchObject({
      status: 404,
    })
    expect(await failure(vercel.deployments.deleteDeployment({ ...team, id: made.id }))).toMatchObject({ status: 404 })
  })

  it('accepts its host too, and ends its build', async ({ deployhost }) => {
    const made = await deploy(deployhost)
    const { vercel } = client(deployhost)
    await vercel.deployments.deleteDeployment({ ...team, id: 'ignored', url: made.url })
    deployhost.clock.advance('1s')
    expect((await vercel.deployments.getDeployments(team)).deployments).toEqual([])
  })
})

describe('the list of deployments', () => {
  it('is newest first, and its cursors reach each deployment once even within a millisecond', async ({
    deployhost,
  }) => {
    const made: string[] = []
    for (let count = 0; count < 7; count++) made.push((await deploy(deployhost)).id)
    const { vercel } = client(deployhost)
    const seen: string[] = []
    let until: number | undefined
    do {
      const page = await vercel.deployments.getDeployments({
        ...team,
        limit: 3,
        ...(until === undefined ? {} : { until }),
      })
      seen.push(...page.deployments.map(({ uid }) => uid))
      until = page.pagination.next ?? undefined
    } while (until !== undefined)
    expect(seen).toEqual(made.toReversed())
  })

  it('is filtered by all of the vendor’s parameters', async ({ deployhost }) => {
    const main = await deploy(deployhost, {
      target: 'production',
      gitSource: { type: 'github', org: 'acme', repo: 'website', ref: 'main', sha: 'c'.repeat(40) },
    })
    deployhost.clock.advance('1s')
    const preview = await deploy(deployhost, { meta: { run: '7' } })
    const other = await deploy(deployhost, { name: 'shop' })
    const list = async (query: object) => {
      const { deployments } = await client(deployhost).vercel.deployments.getDeployments({ ...team, ...query })
      return deployments.map(({ uid }) => uid)
    }
    const projectId = main['projectId']
    const ada = (main['creator'] as { uid: string }).uid
    expect(await list({})).toEqual([other.id, preview.id, main.id])
    expect(await list({ app: 'shop' })).toEqual([other.id])
    expect(await list({ projectId })).toEqual([preview.id, main.id])
    expect(await list({ projectId: 'shop' })).toEqual([other.id])
    expect(await list({ projectIds: [projectId] })).toEqual([preview.id, main.id])
    expect(await list({ projectIds: [projectId, other['projectId']] })).toHaveLength(3)
    expect(await list({ target: 'production' })).toEqual([main.id])
    expect(await list({ target: 'preview' })).toEqual([other.id, preview.id])
    expect(await list({ projectId, target: 'preview' })).toEqual([preview.id])
    expect(await list({ state: 'READY,ERROR' })).toEqual([main.id])
    expect(await list({ state: 'QUEUED' })).toEqual([other.id, preview.id])
    expect(await list({ projectId, state: 'ready' })).toEqual([main.id])
    expect(await list({ projectId, target: 'production', state: 'READY' })).toEqual([main.id])
    expect(await list({ projectId, target: 'production', state: 'QUEUED' })).toEqual([])
    expect(await list({ target: 'preview', state: 'QUEUED' })).toEqual([other.id, preview.id])
    expect(await list({ target: 'preview', state: 'QUEUED', limit: 1 })).toEqual([other.id])
    expect(await list({ state: 'NOTHING' })).toEqual([])
    expect(await list({ branch: 'main' })).toEqual([main.id])
    expect(await list({ projectId, sha: 'c'.repeat(40) })).toEqual([main.id])
    expect(await list({ users: ada })).toHaveLength(3)
    expect(await list({ users: 'somebody' })).toEqual([])
    expect(await list({ rollbackCandidate: true })).toEqual([])
    expect(await list({ since: Date.parse('2026-01-01T00:00:00.500Z') })).toEqual([other.id, preview.id])
    expect(await list({ until: Date.parse('2026-01-01T00:00:00.500Z') })).toEqual([main.id])
    expect(await list({ from: Date.parse('2026-01-01T00:00:00.500Z'), limit: 1 })).toEqual([other.id])
    const byMeta = await fetch(`${deployhost.url}/v6/deployments?slug=acme&meta-run=7`)
    expect(await byMeta.json()).toMatchObject({ deployments: [{ uid: preview.id }], pagination: { count: 1 } })
  })

  it('has the vendor’s members', async ({ deployhost }) => {
    const made = await deploy(deployhost, { target: 'production' })
    deployhost.clock.advance('1s')
    const { deployments } = await client(deployhost).vercel.deployments.getDeployments(team)
    expect(deployments).toMatchObject([
      {
        uid: made.id,
        url: made.url,
        name: 'website',
        state: 'READY',
        readyState: 'READY',
        target: 'production',
        creator: { username: 'ada', email: 'ada@example.com' },
        inspectorUrl: `https://vercel.com/acme/website/${made.id.slice(4)}`,
        ready: Date.parse('2026-01-01T00:00:00.500Z'),
      },
    ])
  })

  it('is of the requested account', async ({ deployhost }) => {
    await deploy(deployhost)
    expect((await client(deployhost).vercel.deployments.getDeployments({})).deployments).toEqual([])
    expect(
      await failure(client(deployhost).vercel.deployments.getDeployments({ ...team, projectId: 'nowhere' })),
    ).toMatchObject({
      status: 404,
    })
  })
})
