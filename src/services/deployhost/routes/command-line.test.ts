import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'

// The requests that the vendor's command line (npm package `vercel`, version 64.0.2) sends for each command, as an
// instance recorded them. The package itself is no dependency of the tests: it installs 360 MB, and this version cannot
// be installed without an override, because it depends on a version of another package that the registry does not have.

const USER_AGENT = 'vercel 64.0.2 node-v20.20.2 linux (x64)'

const it = deployhostTest({
  seed: {
    deployhost: {
      users: [{ username: 'ada', tokens: ['ada'] }],
      teams: [{ slug: 'acme', name: 'Acme', members: [{ username: 'ada', role: 'OWNER' }] }],
      projects: [{ name: 'website', team: 'acme', env: { API: 'x' }, domains: ['www.example.com'] }],
      build_ms: 0,
    },
  },
})

// oxlint-disable-next-line typescript/no-explicit-any -- tests read any member of an answer
type Answer = { readonly status: number; readonly body: any }

/** The arguments of `send`. */
type Sent = readonly [method: string, path: string, body?: object | string, type?: string]

/** Sends a request as the command line does: a body that is text already goes without the type of JSON. */
async function send(
  deployhost: Emulator<'deployhost'>,
  method: string,
  path: string,
  body?: object | string,
  type?: string,
): Promise<Answer> {
  const contentType = type ?? (typeof body === 'object' ? 'application/json; charset=utf-8' : undefined)
  const response = await fetch(deployhost.url + path, {
    method,
    headers: {
      authorization: 'Bearer ada',
      'user-agent': USER_AGENT,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

/** Sends a request that has to succeed, and returns the answer's body. */
// oxlint-disable-next-line typescript/no-explicit-any -- as above
async function ok(deployhost: Emulator<'deployhost'>, ...request: Sent): Promise<any> {
  const { status, body } = await send(deployhost, ...request)
  expect([request[0], request[1], status, body?.error]).toEqual([request[0], request[1], expect.any(Number), undefined])
  expect(status).toBeLessThan(300)
  return body
}

const team = async (deployhost: Emulator<'deployhost'>): Promise<string> =>
  (await ok(deployhost, 'GET', '/teams/acme')).id
const projectId = async (deployhost: Emulator<'deployhost'>, teamId: string): Promise<string> =>
  (await ok(deployhost, 'GET', `/v9/projects/website?teamId=${teamId}`)).id

/** The requests of `vercel deploy`, for a site of one file. */
async function deploy(deployhost: Emulator<'deployhost'>, teamId: string, name: string, target?: 'production') {
  const file = '<h1>Hello</h1>'
  const sha = createHash('sha1').update(file).digest('hex')
  const body = {
    files: [{ file: 'index.html', sha, size: file.length, mode: 33_188 }],
    name,
    version: 2,
    meta: {},
    source: 'cli',
    ...(target === undefined ? {} : { target }),
    projectSettings: { framework: null, sourceFilesOutsideRootDirectory: true, nodeVersion: '24.x' },
  }
  const first = await send(
    deployhost,
    'POST',
    `/v13/deployments?teamId=${teamId}&skipAutoDetectionConfirmation=1`,
    body,
  )
  if (first.body?.error?.code === 'missing_files') {
    expect(first.body.error.missing).toEqual([sha])
    await ok(deployhost, 'POST', `/v2/files?teamId=${teamId}`, file, 'application/octet-stream')
  }
  const { id, url } = await ok(
    deployhost,
    'POST',
    `/v13/deployments?teamId=${teamId}&skipAutoDetectionConfirmation=1`,
    body,
  )
  return { id: id as string, url: url as string }
}

describe('the vendor’s command line', () => {
  it('signs in by a token: vercel whoami', async ({ deployhost }) => {
    expect((await ok(deployhost, 'GET', '/v2/user')).user.username).toBe('ada')
    expect((await ok(deployhost, 'GET', '/v1/teams')).teams).toMatchObject([{ slug: 'acme' }])
  })

  it('links a new project: vercel link --yes --scope acme --project new-site', async ({ deployhost }) => {
    const teamId = await team(deployhost)
    expect((await send(deployhost, 'GET', `/v9/projects/new-site?teamId=${teamId}`)).status).toBe(404)
    const created = await ok(deployhost, 'POST', `/v1/projects?teamId=${teamId}`, {
      buildCommand: null,
      devCommand: null,
      framework: null,
      commandForIgnoringBuildStep: null,
      installCommand: null,
      outputDirectory: null,
      name: 'new-site',
    })
    expect(created).toMatchObject({ name: 'new-site', accountId: teamId })
    expect(
      await ok(deployhost, 'GET', `/v3/env/pull/${created.id}/development?source=vercel-cli%3Alink&teamId=${teamId}`),
    ).toEqual({
      env: { VERCEL_OIDC_TOKEN: expect.any(String) },
      buildEnv: {},
    })
  })

  it('deploys a new project and follows its log: vercel deploy --prod', async ({ deployhost }) => {
    const teamId = await team(deployhost)
    await ok(deployhost, 'POST', `/v1/projects?teamId=${teamId}`, { name: 'site' })
    const { id, url } = await deploy(deployhost, teamId, 'site', 'production')
    expect(await ok(deployhost, 'GET', `/v13/deployments/${id}?teamId=${teamId}`)).toMatchObject({
      readyState: 'READY',
      source: 'cli',
    })
    const log = await fetch(
      `${deployhost.url}/v3/now/deployments/${id}/events?direction=forward&follow=1&format=lines&teamId=${teamId}`,
      { headers: { authorization: 'Bearer ada' } },
    )
    expect(await log.text()).toContain('Deployment completed')
    const listed = await ok(deployhost, 'GET', `/v6/deployments?limit=20&projectId=site&teamId=${teamId}`)
    expect(listed.deployments).toMatchObject([{ uid: id, url, state: 'READY' }])
  })

  it('inspects and removes a deployment: vercel inspect, vercel remove', async ({ deployhost }) => {
    const teamId = await team(deployhost)
    const { id, url } = await deploy(deployhost, teamId, 'website')
    expect(await ok(deployhost, 'GET', `/v13/deployments/${url}?teamId=${teamId}`)).toMatchObject({ id })
    expect((await ok(deployhost, 'GET', `/v11/deployments/${id}/builds?teamId=${teamId}`)).builds).toMatchObject([
      { entrypoint: '.', readyState: 'READY', output: [] },
    ])
    await ok(deployhost, 'DELETE', `/now/deployments/${id}?hard=0&teamId=${teamId}`)
    expect((await send(deployhost, 'GET', `/v13/deployments/${id}?teamId=${teamId}`)).status).toBe(404)
  })

  it('lists, adds, pulls and removes variables: vercel env, vercel pull', async ({ deployhost }) => {
    const teamId = await team(deployhost)
    const project = await projectId(deployhost, teamId)
    const env = `/v10/projects/${project}/env`
    await ok(deployhost, 'GET', `/projects/${project}/custom-environments?teamId=${teamId}`)
    const added = await ok(deployhost, 'POST', `${env}?teamId=${teamId}`, {
      type: 'encrypted',
      key: 'B',
      value: '2',
      target: ['production'],
      visibility: 'config',
    })
    await ok(deployhost, 'POST', `${env}?teamId=${teamId}`, {
      type: 'sensitive',
      key: 'C',
      value: '3',
      target: ['preview'],
      gitBranch: 'main',
      visibility: 'secret',
    })
    const pull = async (rest: string) =>
      (await ok(deployhost, 'GET', `/v3/env/pull/${project}${rest}?teamId=${teamId}`)).buildEnv
    expect(await pull('/development')).toEqual({ API: 'x' })
    expect(await pull('')).toEqual({ API: 'x' })
    expect(await pull('/production')).toEqual({ API: 'x', B: '2' })
    expect(await pull('/preview')).toEqual({ API: 'x' })
    expect(await pull('/preview/main')).toEqual({ API: 'x', C: '' })
    const { id } = await deploy(deployhost, teamId, 'website', 'production')
    expect((await ok(deployhost, 'GET', `/v3/env/pull/${id}?teamId=${teamId}`)).buildEnv).toEqual({ API: 'x', B: '2' })
    await ok(deployhost, 'DELETE', `${env}/${added.created.id}?teamId=${teamId}`)
    expect((await ok(deployhost, 'GET', `${env}?target=production&teamId=${teamId}`)).envs).toHaveLength(1)
  })

  it.for(['TZ', 'AWS_SECRET_KEY', 'AWS_LAMBDA_FUNCTION_NAME', 'LAMBDA_TASK_ROOT', 'NOW_REGION'])(
    'cannot add the reserved variable %s',
    async (key, { deployhost }) => {
      const teamId = await team(deployhost)
      const variable = { type: 'encrypted', key, value: '2', target: ['production'] }
      const { status, body } = await send(deployhost, 'POST', `/v10/projects/website/env?teamId=${teamId}`, variable)
      expect([status, body.error.message]).toEqual([
        400,
        `The name of the Environment Variable \`${key}\` is reserved.`,
      ])
      const allowed = { ...variable, key: 'AWS_REGION' }
      expect((await send(deployhost, 'POST', `/v10/projects/website/env?teamId=${teamId}`, allowed)).status).toBe(201)
    },
  )

  it('sets, lists and removes aliases: vercel alias', async ({ deployhost }) => {
    const teamId = await team(deployhost)
    const { id, url } = await deploy(deployhost, teamId, 'website')
    expect((await ok(deployhost, 'GET', `/v5/domains/docs.example.com?teamId=${teamId}`)).domain.name).toBe(
      'example.com',
    )
    const set = await ok(deployhost, 'POST', `/now/deployments/${id}/aliases?teamId=${teamId}`, {
      alias: 'docs.example.com',
    })
    expect(set).toMatchObject({ alias: 'docs.example.com' })
    const { aliases } = await ok(deployhost, 'GET', `/v3/now/aliases?limit=20&teamId=${teamId}`)
    expect(aliases[0]).toMatchObject({ uid: set.uid, alias: 'docs.example.com', deployment: { id, url } })
    expect((await ok(deployhost, 'GET', `/now/deployments/${id}/aliases?teamId=${teamId}`)).aliases[0].uid).toBe(
      set.uid,
    )
    expect((await ok(deployhost, 'GET', `/now/aliases/docs.example.com?teamId=${teamId}`)).uid).toBe(set.uid)
    await ok(deployhost, 'DELETE', `/now/aliases/${set.uid}?teamId=${teamId}`)
    expect((await send(deployhost, 'GET', `/now/aliases/docs.example.com?teamId=${teamId}`)).status).toBe(404)
  })

  it('adds, inspects and removes domains: vercel domains', async ({ deployhost }) => {
    const teamId = await team(deployhost)
    expect(
      (await ok(deployhost, 'POST', `/v7/domains?teamId=${teamId}`, { name: 'plain.org', method: 'add' })).domain.name,
    ).toBe('plain.org')
    const body = JSON.stringify({ target: 'PRODUCTION', domain: 'sub.plain.org' })
    const aliases = await ok(deployhost, 'POST', `/projects/website/alias?teamId=${teamId}`, body)
    expect(aliases).toContainEqual(expect.objectContaining({ domain: 'sub.plain.org', target: 'PRODUCTION' }))
    const unverified = JSON.stringify({ target: 'PRODUCTION', domain: 'example.org' })
    expect(await ok(deployhost, 'POST', `/projects/website/alias?teamId=${teamId}`, unverified)).toContainEqual(
      expect.objectContaining({ domain: 'example.org' }),
    )
    expect((await ok(deployhost, 'GET', `/v5/domains/plain.org?teamId=${teamId}`)).domain.name).toBe('plain.org')
    expect(await ok(deployhost, 'GET', `/v1/registrar/domains/plain.org/price?teamId=${teamId}`)).toMatchObject({
      years: 1,
    })
    expect(
      (await ok(deployhost, 'GET', `/v1/domains/plain.org/project-domains?teamId=${teamId}`)).projectDomains,
    ).toMatchObject([{ name: 'sub.plain.org', projectId: await projectId(deployhost, teamId) }])
    const config = await ok(deployhost, 'GET', `/v6/domains/plain.org/config?teamId=${teamId}`)
    expect(config.misconfigured).toBe(false)
    await ok(deployhost, 'DELETE', `/projects/website/alias?domain=sub.plain.org&teamId=${teamId}`)
    await ok(deployhost, 'DELETE', `/v3/domains/plain.org?teamId=${teamId}`)
    expect((await ok(deployhost, 'GET', `/v5/domains?limit=20&teamId=${teamId}`)).domains).toMatchObject([
      { name: 'example.com' },
    ])
  })

  it('moves a domain to another account: vercel domains move', async ({ deployhost }) => {
    const teamId = await team(deployhost)
    const moved = await ok(deployhost, 'PATCH', `/v4/domains/example.com?teamId=${teamId}`, {
      op: 'move-out',
      destination: 'ada',
    })
    expect(moved).toEqual({ moved: true })
  })

  it('adds, lists, changes, imports and removes DNS records: vercel dns', async ({ deployhost }) => {
    const teamId = await team(deployhost)
    const add = (record: object) => send(deployhost, 'POST', `/v3/domains/example.com/records?teamId=${teamId}`, record)
    const { uid } = (await add({ name: 'www', type: 'A', value: '1.2.3.4' })).body
    expect(uid).toMatch(/^rec_[0-9a-f]{24}$/)
    await add({ name: '', type: 'MX', value: 'mail.example.com', mxPriority: 10 })
    await add({ name: '_sip', type: 'SRV', srv: { priority: 1, weight: 2, port: 3, target: 'sip.example.com' } })
    const refused = [
      { name: 'www', type: 'A', value: 'no address' },
      { name: 'www', type: 'MX', value: 'mail.example.com' },
      { name: 'www', type: 'NOPE', value: 'x' },
    ]
    for (const record of refused) expect((await add(record)).status).toBe(400)
    const list = async (version: number) =>
      (await ok(deployhost, 'GET', `/v${version}/domains/example.com/records?limit=20&teamId=${teamId}`)).records
    expect(await list(4)).toMatchObject([
      { name: '_sip', type: 'SRV', value: '2 3 sip.example.com', priority: 1 },
      { name: '', type: 'MX', value: 'mail.example.com', mxPriority: 10 },
      { id: uid, name: 'www', type: 'A', value: '1.2.3.4', ttl: 60 },
    ])
    expect(await list(5)).toEqual(await list(3))
    const changed = await ok(deployhost, 'PATCH', `/v1/domains/records/${uid}?teamId=${teamId}`, {
      value: '5.6.7.8',
      ttl: 120,
    })
    expect(changed).toMatchObject({ id: uid, domain: 'example.com', recordType: 'A', value: '5.6.7.8', ttl: 120 })
    expect(await ok(deployhost, 'GET', `/v5/domains/records/${uid}?teamId=${teamId}`)).toEqual(changed)
    const zone =
      '$ORIGIN example.com.\napi 300 IN A 9.9.9.9 ; comment\n@ IN TXT "hello there"\n@ IN MX 5 mx.example.net.\n'
    const imported = await ok(deployhost, 'PUT', `/v3/domains/example.com/records?teamId=${teamId}`, zone, 'text/dns')
    expect(imported.recordIds).toHaveLength(3)
    expect((await list(5)).slice(0, 3)).toMatchObject([
      { name: '', type: 'MX', value: 'mx.example.net', mxPriority: 5 },
      { name: '', type: 'TXT', value: 'hello there' },
      { name: 'api', type: 'A', value: '9.9.9.9', ttl: 300 },
    ])
    await ok(deployhost, 'DELETE', `/v3/domains/example.com/records/${uid}?teamId=${teamId}`)
    expect(await list(5)).toHaveLength(5)
  })

  it('issues, lists and removes certificates: vercel certs', async ({ deployhost }) => {
    const teamId = await team(deployhost)
    const order = { op: 'finalizeOrder', domains: ['www.example.com'] }
    const { uid } = await ok(deployhost, 'PATCH', `/v3/certs?teamId=${teamId}`, order)
    expect((await ok(deployhost, 'GET', `/v4/certs?limit=20&teamId=${teamId}`)).certs).toMatchObject([
      { uid, cns: ['www.example.com'], autoRenew: true, expiration: expect.any(String) as string },
    ])
    expect((await ok(deployhost, 'GET', `/v6/certs/${uid}?teamId=${teamId}`)).uid).toBe(uid)
    expect(
      (await ok(deployhost, 'GET', `/v5/certs?domain=www.example.com&custom=true&teamId=${teamId}`)).certs,
    ).toHaveLength(1)
    await ok(deployhost, 'DELETE', `/v5/certs/${uid}?teamId=${teamId}`)
    const missing = await send(deployhost, 'GET', `/v6/certs/${uid}?teamId=${teamId}`)
    expect([missing.status, missing.body.error.code]).toEqual([404, 'cert_not_found'])
    const foreign = await send(deployhost, 'POST', `/v3/certs?teamId=${teamId}`, { domains: ['stranger.org'] })
    expect([foreign.status, foreign.body.error.code]).toEqual([403, 'forbidden'])
  })

  it('adds, inspects and removes projects: vercel project, vercel remove', async ({ deployhost }) => {
    const teamId = await team(deployhost)
    const { id } = await ok(deployhost, 'POST', `/v1/projects?teamId=${teamId}`, { name: 'other' })
    expect((await ok(deployhost, 'GET', `/projects/other?teamId=${teamId}`)).id).toBe(id)
    expect((await ok(deployhost, 'GET', `/v9/projects?limit=20&teamId=${teamId}`)).projects).toHaveLength(2)
    await ok(deployhost, 'DELETE', `/v2/projects/other?teamId=${teamId}`)
    await ok(deployhost, 'DELETE', `/projects/${await projectId(deployhost, teamId)}?teamId=${teamId}`)
    expect((await ok(deployhost, 'GET', `/v9/projects?limit=20&teamId=${teamId}`)).projects).toEqual([])
  })

  it('reads runtime logs, which are empty: vercel logs', async ({ deployhost }) => {
    const teamId = await team(deployhost)
    const query = {
      event: 'vercel.log',
      scope: { ownerId: teamId, projectIds: [await projectId(deployhost, teamId)] },
      timeRange: { start: '2026-01-01T00:00:00.000Z', end: '2026-01-01T01:00:00.000Z' },
      select: ['projectId', 'message'],
      order: 'desc',
      limit: 100,
    }
    expect(await ok(deployhost, 'POST', `/v1/observability/events?teamId=${teamId}`, query)).toEqual({
      events: [],
      pagination: { hasMore: false, nextCursor: null },
    })
    const stranger = { ...query, scope: { ownerId: teamId, projectIds: ['prj_unknown'] } }
    expect((await send(deployhost, 'POST', `/v1/observability/events?teamId=${teamId}`, stranger)).status).toBe(404)
    // Versions before 60 read the logs at another path.
    const older = (id: string) => `/api/logs/request-logs?projectId=${id}&ownerId=${teamId}&page=0&teamId=${teamId}`
    const id = await projectId(deployhost, teamId)
    expect(await ok(deployhost, 'GET', older(id))).toEqual({ rows: [], hasMoreRows: false })
    expect((await send(deployhost, 'GET', older('prj_unknown'))).status).toBe(404)
  })

  it('rolls back, promotes and deploys again: vercel rollback, promote, redeploy', async ({ deployhost }) => {
    const teamId = await team(deployhost)
    const first = await deploy(deployhost, teamId, 'website', 'production')
    const second = await deploy(deployhost, teamId, 'website', 'production')
    const preview = await deploy(deployhost, teamId, 'website')
    const project = await projectId(deployhost, teamId)
    await ok(deployhost, 'POST', `/v9/projects/${project}/rollback/${first.id}?teamId=${teamId}`, {})
    const status = await ok(deployhost, 'GET', `/v9/projects/${project}?rollbackInfo=true&teamId=${teamId}`)
    expect(status.lastAliasRequest).toMatchObject({
      toDeploymentId: first.id,
      type: 'rollback',
      jobStatus: 'succeeded',
    })
    expect(
      (
        await ok(
          deployhost,
          'GET',
          `/v9/projects/${project}/rollback/aliases?failedOnly=true&limit=20&teamId=${teamId}`,
        )
      ).aliases,
    ).toEqual([])
    expect(await ok(deployhost, 'GET', `/v1/projects/${project}/rolling-release?teamId=${teamId}`)).toEqual({
      rollingRelease: null,
    })
    await ok(deployhost, 'POST', `/v10/projects/${project}/promote/${second.id}?teamId=${teamId}`, {})
    const again = await ok(deployhost, 'POST', `/v13/deployments?teamId=${teamId}`, {
      deploymentId: preview.id,
      name: 'website',
      target: 'production',
      meta: { action: 'promote' },
    })
    expect(again).toMatchObject({ target: 'production', source: 'redeploy' })
    const redeployed = await ok(deployhost, 'POST', `/v13/deployments?forceNew=1&teamId=${teamId}`, {
      deploymentId: first.id,
      meta: { action: 'redeploy' },
      name: 'website',
      target: 'production',
    })
    expect(redeployed).toMatchObject({ source: 'redeploy', meta: { action: 'redeploy' } })
  })
})

describe('versions of the API', () => {
  it.for([
    ['GET', '/v6/projects'],
    ['GET', '/v8/projects/website'],
    ['GET', '/v5/deployments'],
    ['GET', '/v4/domains/example.com'],
    ['GET', '/v3/aliases'],
    ['GET', '/v4/certs'],
  ] as const)('that the vendor has had are served: %s %s', async ([method, path], { deployhost }) => {
    expect((await send(deployhost, method, `${path}?slug=acme`)).status).toBe(200)
  })

  it.for([
    ['GET', '/v12/projects'],
    ['POST', '/v12/projects'],
    ['DELETE', '/v10/projects/website'],
    ['GET', '/v14/deployments/x'],
    ['GET', '/v8/domains'],
    ['GET', '/v5/aliases'],
    ['GET', '/v9/certs'],
  ] as const)('that the vendor never had are refused: %s %s', async ([method, path], { deployhost }) => {
    const { status, body } = await send(deployhost, method, path, method === 'GET' ? undefined : {})
    expect([status, body.error.message]).toEqual([400, 'Invalid API version'])
  })
})

describe('a change without a token', () => {
  const change = (deployhost: Emulator<'deployhost'>, contentType: string | undefined, authorization?: string) =>
    fetch(`${deployhost.url}/v11/projects`, {
      method: 'POST',
      headers: {
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: new TextEncoder().encode('{"name":"stolen"}'),
    })

  it.for([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    undefined,
  ])(
    'is refused as %s, which a page of another site can send without a preflight',
    async (contentType, { deployhost }) => {
      const response = await change(deployhost, contentType)
      expect([response.status, await response.json()]).toEqual([
        400,
        {
          error: { code: 'bad_request', message: 'Invalid request: the content type should be "application/json".' },
        },
      ])
      expect((await send(deployhost, 'GET', '/v9/projects/stolen')).status).toBe(404)
    },
  )

  it('is accepted as JSON, and with a token as any type', async ({ deployhost }) => {
    expect((await change(deployhost, 'application/json; charset=utf-8')).status).toBe(200)
    deployhost.reset()
    expect((await change(deployhost, 'text/plain', 'Bearer ada')).status).toBe(200)
  })

  it('is refused without a body when it has the type of a form', async ({ deployhost }) => {
    const headers = { 'content-type': 'text/plain' }
    const response = await fetch(`${deployhost.url}/v9/projects/website?slug=acme`, { method: 'DELETE', headers })
    expect(response.status).toBe(400)
  })
})
