import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Octokit } from '@octokit/rest'
import { codehostFixture } from 'backlot/vitest'
import { expect, test as base, vi } from 'vitest'
import { release, type Repository } from './release.ts'

// semantic-release waits some seconds between its requests.
vi.setConfig({ testTimeout: 60_000 })

interface Work {
  readonly repository: Repository
  /** Commits a file and pushes it. */
  push(file: string, message: string): Promise<void>
}

const test = base.extend(codehostFixture).extend<{ work: Work }>({
  work: async ({ codehost }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'release-bot-'))
    const url = `${codehost.url}/ada/engine.git`
    // Without the settings of whoever runs the tests.
    const env = {
      ...codehost.env,
      PATH: process.env['PATH'],
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GITHUB_TOKEN: 'release_token',
      GIT_AUTHOR_NAME: 'Ada Lovelace',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_COMMITTER_NAME: 'Ada Lovelace',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
    }
    const git = (...parameters: string[]) => promisify(execFile)('git', parameters, { cwd: folder, env })
    await git('clone', '--quiet', url.replace('//', '//release_token@'), '.')
    await use({
      repository: { folder, url, env },
      async push(file, message) {
        await writeFile(join(folder, file), `${message}\n`)
        await git('add', file)
        await git('commit', '--quiet', '--message', message)
        await git('push', '--quiet', 'origin', 'main')
      },
    })
    await rm(folder, { recursive: true })
  },
})

const ada = { owner: 'ada', repo: 'engine' }

test('publishes a release with a tag and notes, from the commit to the comment on its issue', async ({
  codehost,
  work,
}) => {
  await work.push('gear.js', 'feat: add gears\n\nCloses #1')
  const page = `${codehost.url}/ada/engine/releases/tag/v1.0.0`
  expect(await release(work.repository)).toEqual({ version: '1.0.0', url: page })

  const { rest } = new Octokit({ baseUrl: codehost.url })
  const { data } = await rest.repos.getLatestRelease(ada)
  expect(data).toMatchObject({ tag_name: 'v1.0.0', draft: false, author: { login: 'release-bot' } })
  expect(data.body).toContain('### Features\n\n* add gears')
  const { data: tag } = await rest.git.getRef({ ...ada, ref: 'tags/v1.0.0' })
  const { data: main } = await rest.repos.getBranch({ ...ada, branch: 'main' })
  expect(tag.object.sha).toBe(main.commit.sha)

  const { data: comments } = await rest.issues.listComments({ ...ada, issue_number: 1 })
  expect(comments[0]?.body).toContain('resolved in version 1.0.0')
  const { data: issue } = await rest.issues.get({ ...ada, issue_number: 1 })
  expect(issue).toMatchObject({ state: 'closed', labels: [{ name: 'released' }] })
})

test('counts on from the last release, and publishes nothing for a chore', async ({ work }) => {
  await work.push('gear.js', 'feat: add gears')
  await release(work.repository)
  await work.push('readme.md', 'docs: tell how to turn it')
  expect(await release(work.repository)).toBeNull()
  await work.push('gear.js', 'fix: oil the gears')
  expect(await release(work.repository)).toMatchObject({ version: '1.0.1' })
})

test('does not begin without the permission to push', async ({ codehost, work }) => {
  const admin = new Octokit({ baseUrl: codehost.url, auth: codehost.signIn({ login: 'ada', scopes: ['repo'] }).token })
  await work.push('gear.js', 'feat: add gears')
  await admin.repos.removeCollaborator({ ...ada, username: 'release-bot' })
  await expect(release(work.repository)).rejects.toThrow('Cannot push to the Git repository')
  expect(codehost).not.toHaveReceived('repos/create-release')
})
