import { createHash } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect } from 'vitest'
import { repo, stage, startStage, type Stage } from './actions.fixture.ts'

const seed = {
  workflow_runs: [
    {
      workflow: 'CI',
      artifacts: [
        { name: 'report', content: 'all is well' },
        { name: 'site', files: { 'index.html': '<p>', 'css/main.css': 'p {}' } },
        { name: 'old', content: 'gone', expired: true },
      ],
    },
    { workflow: 'CI', status: 'in_progress' as const, artifacts: [{ name: 'report', content: 'not yet' }] },
  ],
}
const on = await stage(seed)
const { it } = on

async function names(query: Record<string, unknown> = {}): Promise<string[]> {
  const { data } = await on.stranger.actions.listArtifactsForRepo({ ...repo, ...query })
  return data.artifacts.map(({ id, name }) => `${id} ${name}`)
}

async function download(artifact_id: number, archive_format = 'zip') {
  const { data } = await on.actions.downloadArtifact({ ...repo, artifact_id, archive_format })
  return new Uint8Array(data as ArrayBuffer) // the client returns a zip as an ArrayBuffer
}

describe('artifacts', () => {
  it('have every member of the vendor’s, with the size and digest of the download', async () => {
    const { data } = await on.stranger.actions.getArtifact({ ...repo, artifact_id: 1 })
    const run = await on.get(1)
    const bytes = await download(1)
    const url = `${on.codehost.url}/repos/octocat/hello-world/actions/artifacts/1`
    expect(data).toEqual({
      id: 1,
      node_id: data.node_id,
      name: 'report',
      size_in_bytes: bytes.length,
      url,
      archive_download_url: `${url}/zip`,
      expired: false,
      digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      expires_at: '2026-04-01T00:00:00Z',
      workflow_run: {
        id: 1,
        repository_id: run.repository.id,
        head_repository_id: run.repository.id,
        head_branch: 'main',
        head_sha: run.head_sha,
      },
    })
  })

  it('have the same bytes in every instance of a seed', async () => {
    await using other = await startStage(seed)
    const digest = async ({ actions }: Stage) => (await actions.getArtifact({ ...repo, artifact_id: 2 })).data.digest
    expect(await digest(other)).toBe(await digest(on))
  })

  it('are listed for a repository, newest first, by name and in pages', async () => {
    expect(await names()).toEqual(['4 report', '3 old', '2 site', '1 report'])
    expect(await names({ name: 'report' })).toEqual(['4 report', '1 report'])
    expect(await names({ name: 'none' })).toEqual([])
    expect(await names({ per_page: 2, page: 2 })).toEqual(['2 site', '1 report'])
    expect((await on.actions.listArtifactsForRepo({ ...repo, per_page: 1 })).data.total_count).toBe(4)
  })

  it('are listed for a run, in either direction', async () => {
    const of = async (query: Record<string, unknown> = {}) => {
      const { data } = await on.stranger.actions.listWorkflowRunArtifacts({ ...repo, run_id: 1, ...query })
      return data.artifacts.map(({ name }) => name)
    }
    expect(await of()).toEqual(['old', 'site', 'report'])
    expect(await of({ direction: 'asc', per_page: 2 })).toEqual(['report', 'site'])
    expect(await of({ name: 'site' })).toEqual(['site'])
    await expect(of({ run_id: 99 })).rejects.toMatchObject({ status: 404 })
  })

  it('are downloaded as a zip of their files', async () => {
    const files = unzipSync(await download(2))
    expect(Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]))).toEqual({
      'index.html': '<p>',
      'css/main.css': 'p {}',
    })
    expect(strFromU8(unzipSync(await download(1))['report'] ?? new Uint8Array())).toBe('all is well')
  })

  it('are downloaded from a link that needs no token, and which only users get', async () => {
    const headers = { authorization: 'token octocat' }
    const path = '/repos/octocat/hello-world/actions/artifacts/1/zip'
    const response = await fetch(`${on.codehost.url}${path}`, { headers, redirect: 'manual' })
    expect(response.status).toBe(302)
    const location = response.headers.get('location') ?? ''
    const file = await fetch(location)
    expect(file.headers.get('content-type')).toBe('application/zip')
    expect(file.headers.get('content-disposition')).toContain('report.zip')
    expect((await fetch(`${on.codehost.url}${path}`)).status).toBe(401)
    on.codehost.clock.advance('2m')
    expect((await fetch(location)).status).toBe(403)
  })

  it('are not downloaded once they have expired, nor in another format', async () => {
    await expect(download(3)).rejects.toMatchObject({
      status: 410,
      response: { data: { message: 'Artifact has expired' } },
    })
    await expect(download(1, 'tar')).rejects.toMatchObject({ status: 404 })
    on.codehost.clock.advance('90d')
    expect((await on.actions.getArtifact({ ...repo, artifact_id: 1 })).data.expired).toBe(true)
    await expect(download(1)).rejects.toMatchObject({ status: 410 })
  })

  it('are deleted by users with push access', async () => {
    const artifact = { ...repo, artifact_id: 1 }
    await expect(on.stranger.actions.deleteArtifact(artifact)).rejects.toMatchObject({ status: 401 })
    await expect(on.octokit('monalisa').actions.deleteArtifact(artifact)).rejects.toMatchObject({ status: 403 })
    expect((await on.octokit('hubber').actions.deleteArtifact(artifact)).status).toBe(204)
    await expect(on.actions.getArtifact(artifact)).rejects.toMatchObject({ status: 404 })
    expect(await names()).toEqual(['4 report', '3 old', '2 site'])
  })

  it('are deleted with their run', async () => {
    await on.actions.deleteWorkflowRun({ ...repo, run_id: 1 })
    expect(await names()).toEqual(['4 report'])
  })
})

describe('addArtifact', () => {
  it('adds an artifact to the newest run, or to the named one', async () => {
    const base64 = Buffer.from([0, 255, 128]).toString('base64')
    const { artifactId } = on.codehost.addArtifact({ name: 'binary', files: { 'a.bin': { base64 }, 'b.txt': 'b' } })
    const { data } = await on.actions.getArtifact({ ...repo, artifact_id: artifactId })
    expect(data.workflow_run?.id).toBe(2)
    expect([...(unzipSync(await download(artifactId))['a.bin'] ?? [])]).toEqual([0, 255, 128])
    const other = on.codehost.addArtifact({ runId: 1, name: 'binary', content: 'x' })
    expect((await on.actions.getArtifact({ ...repo, artifact_id: other.artifactId })).data.workflow_run?.id).toBe(1)
  })

  it('refuses a second artifact of a name, and an unknown run', () => {
    expect(() => on.codehost.addArtifact({ runId: 1, name: 'site' })).toThrow('run 1 has an artifact named "site"')
    expect(() => on.codehost.addArtifact({ repo: 'octocat/empty', name: 'x' })).toThrow('no such run')
    expect(() => on.codehost.addArtifact({ name: 'x', file: 'y' } as never)).toThrow(
      'unknown option file, did you mean files?',
    )
  })
})
