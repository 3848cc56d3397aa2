import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { expect, it, onTestFinished } from 'vitest'
import { createHandler } from './index.ts'

const seed = {
  tokens: { dev: { login: 'ada', scopes: ['repo'] } },
  codehost: { users: [{ login: 'ada' }], repos: [{ owner: 'ada', name: 'site', files: { 'index.html': '<p>' } }] },
}

it.skipIf(spawnSync('git').error !== undefined)('lets git clone from below a mount path, and push to it', async () => {
  const handler = createHandler({ services: ['codehost'], seed, name: 'git' })
  onTestFinished(() => handler.close())
  const listener = getRequestListener((request) => handler.fetch(request))
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // a TCP server's address
  const folder = await mkdtemp(join(tmpdir(), 'mounted-git-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const git = (...parameters: readonly string[]) =>
    new Promise<number | null>((resolve) => {
      const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' }
      const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com']
      spawn('git', [...identity, ...parameters], { env, cwd: folder, stdio: 'ignore' }).on('close', resolve)
    })

  const origin = `http://127.0.0.1:${port}/emulate/codehost`
  const auth = { authorization: 'Bearer dev' }
  const api = async (path: string) => (await fetch(`${origin}${path}`, { headers: auth })).json() as Promise<object>
  const { clone_url: url } = (await api('/repos/ada/site')) as { clone_url: string } // GitHub's JSON
  expect(url).toBe(`${origin}/ada/site.git`)
  expect(await git('clone', '-q', url, 'copy')).toBe(0)
  expect(await readFile(join(folder, 'copy/index.html'), 'utf8')).toBe('<p>')
  expect(await git('-C', 'copy', 'commit', '-q', '--allow-empty', '-m', 'New')).toBe(0)
  const token = 'http.extraHeader=Authorization: Bearer dev'
  expect(await git('-C', 'copy', '-c', token, 'push', '-q', 'origin', 'HEAD')).toBe(0)
  expect(await api('/repos/ada/site/commits/main')).toMatchObject({ commit: { message: 'New' } })
})
