import { describe, expect } from 'vitest'
import { serviceTest } from '#testkit/service-test.ts'
import { checkedOctokit } from '#testkit/octokit.ts'
import type { Emulator } from '#emulator.ts'

const WORKFLOW =
  "name: CI\non: [push, pull_request]\njobs: { test: { runs-on: ubuntu-latest, steps: [{ run: 'true' }] } }\n"

const it = serviceTest('codehost', {
  seed: {
    tokens: { octocat: { login: 'octocat', scopes: ['repo', 'workflow', 'read:org'] } },
    codehost: {
      users: [{ login: 'octocat' }],
      orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }] }],
      repos: [{ owner: 'acme', name: 'website', files: { '.github/workflows/ci.yml': WORKFLOW } }],
    },
  },
}).extend('octokit', ({ codehost }) => checkedOctokit(codehost, 'octocat'))

const repo = { owner: 'acme', repo: 'website' }
type Octokit = ReturnType<typeof checkedOctokit>

/** Starts a run on a branch by a commit. */
async function start(octokit: Octokit, branch = 'main') {
  if (branch !== 'main') {
    const { data } = await octokit.git.getRef({ ...repo, ref: 'heads/main' })
    await octokit.git.createRef({ ...repo, ref: `refs/heads/${branch}`, sha: data.object.sha })
  }
  await octokit.repos.createOrUpdateFileContents({ ...repo, path: branch, branch, message: 'A', content: 'YQ==' })
}

/** Returns a client of the services of the newest run's job, in the form of the vendor's packages. */
function clientOf(codehost: Emulator<'codehost'>) {
  const env = codehost.jobEnvironment()
  const service = (name: string) => async (method: string, message: object) => {
    const response = await fetch(
      `${new URL(env['ACTIONS_RESULTS_URL'] ?? '').origin}/twirp/github.actions.results.api.v1.${name}/${method}`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${env['ACTIONS_RUNTIME_TOKEN'] ?? ''}`,
        },
        body: JSON.stringify(message),
      },
    )
    return (await response.json()) as Record<string, string> & { ok?: boolean; artifacts?: Record<string, string>[] }
  }
  return { artifacts: service('ArtifactService'), caches: service('CacheService') }
}

it.for([
  ['POST', '/twirp/github.actions.results.api.v1.ArtifactService/CreateArtifact', 401],
  ['POST', '/twirp/github.actions.results.api.v1.ArtifactService/FinalizeArtifact', 401],
  ['POST', '/twirp/github.actions.results.api.v1.ArtifactService/ListArtifacts', 401],
  ['POST', '/twirp/github.actions.results.api.v1.ArtifactService/GetSignedArtifactURL', 401],
  ['POST', '/twirp/github.actions.results.api.v1.ArtifactService/DeleteArtifact', 401],
  ['POST', '/twirp/github.actions.results.api.v1.CacheService/CreateCacheEntry', 401],
  ['POST', '/twirp/github.actions.results.api.v1.CacheService/FinalizeCacheEntryUpload', 401],
  ['POST', '/twirp/github.actions.results.api.v1.CacheService/GetCacheEntryDownloadURL', 401],
  ['PUT', '/_storage/actions/uploads/1', 403],
  ['GET', '/_storage/actions/caches/1', 403],
] as const)(
  '%s %s is refused to who has no token of a job, and no link',
  async ([method, path, status], { codehost }) => {
    const headers = { authorization: 'Bearer octocat' }
    const body = method === 'GET' ? null : '{}'
    expect((await fetch(codehost.url + path, { method, headers, body })).status).toBe(status)
  },
)

const put = (url: string, query: string, body: string) => fetch(url + query, { method: 'PUT', body })
const job = { workflow_run_backend_id: '1', workflow_job_run_backend_id: '1' }

describe('an artifact of a job', () => {
  it('is uploaded in blocks, listed, downloaded, and deleted', async ({ codehost, octokit }) => {
    await start(octokit)
    const { artifacts } = clientOf(codehost)
    const named = { ...job, name: 'report' }
    const { signed_upload_url: url = '' } = await artifacts('CreateArtifact', { ...named, version: 7 })
    expect(await artifacts('FinalizeArtifact', { ...named, size: '6' })).toMatchObject({ code: 'not_found' })
    expect((await put(url, '&comp=block&blockid=YQ==', 'one')).status).toBe(201)
    expect((await put(url, '&comp=block&blockid=Yg==', 'two')).status).toBe(201)
    const list = '<?xml version="1.0"?><BlockList><Latest>Yg==</Latest><Latest>YQ==</Latest></BlockList>'
    expect((await put(url, '&comp=blocklist', list.replace('Yg==', 'bm8='))).status).toBe(400)
    expect((await put(url, '&comp=blocklist', list)).status).toBe(201)
    const { artifact_id: id = '' } = await artifacts('FinalizeArtifact', { ...named, size: '6' })
    expect(await artifacts('CreateArtifact', named)).toMatchObject({ code: 'already_exists' })
    const one = { ...repo, artifact_id: Number(id) }
    expect((await octokit.actions.getArtifact(one)).data).toMatchObject({ name: 'report', size_in_bytes: 6 })
    const { artifacts: listed } = await artifacts('ListArtifacts', { ...job, name_filter: 'report' })
    expect(listed).toMatchObject([{ database_id: id, name: 'report', size: '6' }])
    const { signed_url: download = '' } = await artifacts('GetSignedArtifactURL', named)
    expect(await (await fetch(download)).text()).toBe('twoone')
    await artifacts('DeleteArtifact', named)
    await expect(octokit.actions.getArtifact(one)).rejects.toMatchObject({ status: 404 })
  })

  it('needs the signature of the link', async ({ codehost, octokit }) => {
    await start(octokit)
    const { signed_upload_url: upload = '' } = await clientOf(codehost).artifacts('CreateArtifact', {
      ...job,
      name: 'x',
    })
    expect((await put(upload.replace(/signature=\w+/, 'signature=0'), '', 'x')).status).toBe(403)
  })
})

describe('a cache of jobs', () => {
  /** Saves a cache whose content is its key. */
  const save = async (codehost: Emulator<'codehost'>, key: string) => {
    const { caches } = clientOf(codehost)
    const { ok, signed_upload_url: url = '' } = await caches('CreateCacheEntry', { key, version: 'v' })
    if (ok !== true) return false
    await put(url, '', key)
    return (await caches('FinalizeCacheEntryUpload', { key, version: 'v', size_bytes: '1' })).ok
  }
  const restore = async (codehost: Emulator<'codehost'>, key: string, ...restore_keys: string[]) => {
    const message = { key, restore_keys, version: 'v' }
    const {
      ok,
      matched_key,
      signed_download_url: url = '',
    } = await clientOf(codehost).caches('GetCacheEntryDownloadURL', message)
    if (ok !== true) return null
    const part = await fetch(url, { headers: { range: 'bytes=0-1' } })
    return [matched_key, part.status, await part.text(), part.headers.get('content-range')]
  }

  it('is found by its key, or as the newest with a beginning of it', async ({ codehost, octokit }) => {
    await start(octokit)
    expect([await save(codehost, 'npm-1'), await save(codehost, 'npm-2')]).toEqual([true, true])
    expect(await save(codehost, 'npm-2')).toBe(false)
    expect(await restore(codehost, 'npm-1')).toEqual(['npm-1', 206, 'np', 'bytes 0-1/5'])
    expect((await restore(codehost, 'npm-3', 'npm-'))?.[0]).toBe('npm-2')
    expect(await restore(codehost, 'go-1', 'go-')).toBeNull()
  })

  it('goes when no run restored it for as long as the limit', async ({ codehost, octokit }) => {
    await start(octokit)
    await save(codehost, 'npm-1')
    codehost.clock.advance('6d')
    expect((await restore(codehost, 'npm-1'))?.[0]).toBe('npm-1')
    codehost.clock.advance('6d')
    expect((await octokit.actions.getActionsCacheList(repo)).data.total_count).toBe(1)
    codehost.clock.advance('2d')
    expect((await octokit.actions.getActionsCacheList(repo)).data.total_count).toBe(0)
    expect(await restore(codehost, 'npm-1')).toBeNull()
    expect(await save(codehost, 'npm-1')).toBe(true)
  })

  it('of the default branch is for all branches, of another for it and for pull requests to it', async ({
    codehost,
    octokit,
  }) => {
    await start(octokit)
    await save(codehost, 'main-1')
    await start(octokit, 'work')
    await save(codehost, 'work-1')
    expect((await restore(codehost, 'main-1'))?.[0]).toBe('main-1')
    expect((await restore(codehost, 'work-1'))?.[0]).toBe('work-1')
    await start(octokit, 'other')
    expect(await restore(codehost, 'work-1')).toBeNull()
    await octokit.pulls.create({ ...repo, title: 'Other', head: 'other', base: 'work' })
    expect((await restore(codehost, 'work-1'))?.[0]).toBe('work-1')
  })

  it('is listed, counted and deleted through the API', async ({ codehost, octokit }) => {
    await start(octokit)
    for (const key of ['a-1', 'a-22', 'b-1']) await save(codehost, key)
    const { actions } = octokit
    const keysOf = async (query: object) =>
      (await actions.getActionsCacheList({ ...repo, ...query })).data.actions_caches.map(({ key }) => key)
    expect(await keysOf({ sort: 'size_in_bytes', direction: 'desc' })).toEqual(['a-22', 'b-1', 'a-1'])
    expect(await keysOf({ key: 'a-', sort: 'created_at', direction: 'asc' })).toEqual(['a-1', 'a-22'])
    expect(await keysOf({ ref: 'refs/heads/other' })).toEqual([])
    expect((await actions.getActionsCacheUsage(repo)).data).toEqual({
      full_name: 'acme/website',
      active_caches_size_in_bytes: 10,
      active_caches_count: 3,
    })
    expect((await actions.getActionsCacheUsageByRepoForOrg({ org: 'acme' })).data.total_count).toBe(1)
    expect((await actions.deleteActionsCacheByKey({ ...repo, key: 'b-1' })).data.total_count).toBe(1)
    const { data } = await actions.getActionsCacheList(repo)
    await actions.deleteActionsCacheById({ ...repo, cache_id: data.actions_caches[0]?.id ?? 0 })
    expect((await actions.getActionsCacheUsageForOrg({ org: 'acme' })).data.total_active_caches_count).toBe(1)
    await expect(actions.deleteActionsCacheByKey({ ...repo, key: 'b-1' })).rejects.toMatchObject({ status: 404 })
  })
})
