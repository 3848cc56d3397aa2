import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Vercel } from '@vercel/sdk'
import { deployhostFixture } from 'backlot/vitest'
import { afterAll, beforeAll, expect, test as base } from 'vitest'
import { deployPreview, PreviewFailed } from './deploy-preview.ts'

const test = base.extend(deployhostFixture)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deploy-preview-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<link rel="icon" href="/assets/icon.png"><h1>Hello</h1>\n')
  await writeFile(join(folder, 'assets', 'icon.png'), Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 255]))
})
afterAll(() => rm(folder, { recursive: true }))

const options = (deployhost: { readonly url: string }) => ({
  folder,
  project: 'website',
  team: 'acme',
  token: 'ci_token',
  apiUrl: deployhost.url,
  interval: 5,
})

test('deploys the files of a folder, and waits until they can be looked at', async ({ deployhost }) => {
  const commit = { ref: 'fix/login', sha: 'c0ffee'.padEnd(40, '0'), message: 'Fix the login' }
  const preview = await deployPreview({ ...options(deployhost), commit })
  expect(preview).toMatchObject({
    uploaded: 2,
    url: expect.stringMatching(/^https:\/\/website-\w+-acme\.vercel\.app$/),
  })

  const vercel = new Vercel({ serverURL: deployhost.url, bearerToken: 'ci_token' })
  const deployment = await vercel.deployments.getDeployment({ slug: 'acme', idOrUrl: preview.url })
  expect(deployment).toMatchObject({ id: preview.id, readyState: 'READY', target: null })
  expect(deployment).toMatchObject({ meta: { gitCommitRef: 'fix/login', gitCommitMessage: 'Fix the login' } })
  expect(await vercel.deployments.listDeploymentFiles({ slug: 'acme', id: preview.id })).toMatchObject([
    { name: 'src', children: [{ name: 'assets', children: [{ name: 'icon.png' }] }, { name: 'index.html' }] },
  ])
})

test('sends no file that the host has already', async ({ deployhost }) => {
  await deployPreview(options(deployhost))
  expect(await deployPreview(options(deployhost))).toMatchObject({ uploaded: 0 })
})

test('uploads every file before it deploys', async ({ deployhost }) => {
  await deployPreview(options(deployhost))
  expect(deployhost).toHaveReceivedInOrder(['uploadFile', 'uploadFile', 'createDeployment', 'getDeployment'])
})

test('goes on when the host is busy for a moment', async ({ deployhost }) => {
  deployhost.faults.add({ method: 'POST', path: '/v2/files', status: 503, times: 1 })
  expect(await deployPreview(options(deployhost))).toMatchObject({ uploaded: 2 })
})

test('says why a build failed', async ({ deployhost }) => {
  deployhost.failBuild({ project: 'website', message: 'Cannot find module "vite"' })
  await expect(deployPreview(options(deployhost))).rejects.toThrow('the build failed: Cannot find module "vite"')
})

test('gives up on a build that takes too long, and cancels it', async ({ deployhost }) => {
  deployhost.clock.freeze()
  await expect(deployPreview({ ...options(deployhost), timeout: 20 })).rejects.toThrow(PreviewFailed)
  const vercel = new Vercel({ serverURL: deployhost.url, bearerToken: 'ci_token' })
  const { deployments } = await vercel.deployments.getDeployments({ slug: 'acme', projectId: 'website' })
  expect(deployments).toMatchObject([{ state: 'CANCELED' }])
})

test('passes on that the token may not deploy', async ({ deployhost }) => {
  await expect(deployPreview({ ...options(deployhost), token: 'reader_token' })).rejects.toMatchObject({
    statusCode: 403,
  })
})
