import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { hasGit } from './git-client.fixture.ts'
import { pushSite } from './push.fixture.ts'

const { site, copyOf, tipOf } = await pushSite()
const { it, octokit, takeEvents } = site
const repo = { owner: 'octocat', repo: 'hello-world' }

describe.skipIf(!hasGit)('git push', () => {
  it('brings commits that REST shows, with one event', async () => {
    const { push, commit } = await copyOf()
    const sha = await commit('new.txt', 'new\n')
    expect(await push()).toMatchObject({ code: 0 })
    expect(await takeEvents()).toEqual(['push'])
    const { data } = await octokit().repos.getCommit({ ...repo, ref: 'main' })
    expect(data.sha).toBe(sha)
    expect(data.commit.author).toMatchObject({ name: 'Mona Lisa', date: '2026-01-01T21:34:05Z' })
    expect(data.files?.map(({ filename, status }) => [filename, status])).toEqual([['new.txt', 'added']])
    const { data: file } = await octokit().repos.getContent({ ...repo, path: 'new.txt' })
    expect(file).toMatchObject({ content: 'bmV3Cg==\n' })
    const { data: compared } = await octokit().repos.compareCommitsWithBasehead({
      ...repo,
      basehead: `${sha}~1...main`,
    })
    expect(compared.ahead_by).toBe(1)
  })

  it('sets the time of the last push', async () => {
    const { push, commit } = await copyOf()
    await commit('new.txt')
    const pushedAt = async () => Date.parse((await octokit().repos.get(repo)).data.pushed_at)
    const before = await pushedAt()
    site.codehost.clock.advance('1h')
    await push()
    expect(await pushedAt()).toBeGreaterThanOrEqual(before + 3_600_000)
  })

  it('creates a branch, and invites to open a pull request', async () => {
    const { run, push, commit } = await copyOf()
    await run('checkout', '-q', '-b', 'topic')
    await commit('topic.txt')
    const { output } = await push('-u', 'origin', 'topic')
    expect(output).toContain(
      `remote:\nremote: Create a pull request for 'topic' on GitHub by visiting:\n` +
        `remote:      ${site.codehost.url}/octocat/hello-world/pull/new/topic\nremote:\n`,
    )
    expect(await takeEvents()).toEqual(['create', 'push'])
  })

  it('deletes a branch', async () => {
    const { push } = await copyOf()
    expect(await push('origin', ':feature/x')).toMatchObject({ code: 0 })
    expect(await takeEvents()).toEqual(['delete', 'push'])
    await expect(tipOf('feature/x')).rejects.toThrow('Not Found')
  })

  it('moves a branch back where it is forced, and compares what the client knows', async () => {
    const { run, push, commit } = await copyOf()
    await commit('one.txt')
    await push()
    await run('reset', '-q', '--hard', 'HEAD~1')
    const sha = await commit('two.txt')
    expect(await push()).toMatchObject({ code: 1, output: expect.stringContaining('(non-fast-forward)') })
    expect(await push('--force-with-lease=main:' + '1'.repeat(40))).toMatchObject({ code: 1 })
    expect(await push('--force-with-lease')).toMatchObject({ code: 0 })
    expect(await tipOf()).toBe(sha)
  })

  it('starts workflows', async () => {
    const { push, commit } = await copyOf()
    await commit('.github/workflows/ci.yml', 'on: push\njobs: { test: { runs-on: ubuntu-latest, steps: [] } }\n')
    await push()
    const { data } = await octokit().actions.listWorkflowRunsForRepo(repo)
    expect(data.workflow_runs.map(({ event, head_sha }) => [event, head_sha])).toEqual([['push', await tipOf()]])
  })

  it('pushes tags, and sends events for at most three at once', async () => {
    const { run, push } = await copyOf()
    for (const name of ['v1', 'v2', 'v3']) await run('tag', '-a', '-m', name, name)
    await push('-q', '--tags')
    expect(await takeEvents()).toEqual(['create', 'push', 'create', 'push', 'create', 'push'])
    for (const name of ['v4', 'v5', 'v6', 'v7']) await run('tag', name)
    await push('-q', '--tags')
    expect(await takeEvents()).toEqual([])
    expect((await octokit().repos.listTags(repo)).data.map(({ name }) => name)).toHaveLength(7)
    const { data } = await octokit().git.getTag({ ...repo, tag_sha: await run('rev-parse', 'v1') })
    expect(data).toMatchObject({ tag: 'v1', message: 'v1\n', tagger: { name: 'Mona Lisa' } })
  })

  it('makes the first branch of an empty repository its default branch', async () => {
    const { run, push, commit } = await copyOf('octocat', 'octocat/empty')
    await commit('a.txt')
    await run('branch', '-M', 'trunk')
    expect(await push('origin', 'trunk')).toMatchObject({ code: 0 })
    expect((await octokit().repos.get({ owner: 'octocat', repo: 'empty' })).data.default_branch).toBe('trunk')
  })

  it('changes all refs or none with --atomic', async () => {
    const { push, commit } = await copyOf()
    await commit('new.txt')
    const before = await tipOf()
    const { code, output } = await push('--atomic', 'origin', 'main', 'main:refs/pull/9/head')
    expect(code).toBe(1)
    expect(output).toContain('(deny updating a hidden ref)')
    expect(output).toContain('! [remote rejected] main -> main (atomic push failure)')
    expect(await tipOf()).toBe(before)
    expect(await push('--atomic', 'origin', 'main', 'main:other')).toMatchObject({ code: 0 })
  })

  it('brings commits from a shallow clone', async () => {
    const { git } = await copyOf()
    const url = `${site.codehost.url.replace('://', '://x:octocat@')}/octocat/hello-world.git`
    await git.run('clone', '-q', '--depth', '1', url, 'shallow')
    const run = git.in('shallow')
    await run('commit', '-q', '--allow-empty', '-m', 'New')
    await run('push', '-q')
    expect((await octokit().repos.listCommits(repo)).data.map(({ commit }) => commit.message)).toEqual([
      'New',
      'Initial commit',
    ])
  })

  it('takes options of the push', async () => {
    const { push, commit } = await copyOf()
    await commit('new.txt')
    expect(await push('-o', 'ci.skip')).toMatchObject({ code: 0 })
  })

  it('takes a large pack, whose size git does not say first', async () => {
    const { run, push, commit } = await copyOf()
    // Bytes without a pattern, so that git cannot compress them below its limit for a body of known length.
    const bytes = Buffer.concat(Array.from({ length: 100_000 }, (_, at) => createHash('sha1').update(`${at}`).digest()))
    await commit('big.bin', bytes)
    await run('config', 'http.postBuffer', '65536')
    expect(await push()).toMatchObject({ code: 0 })
    const { data } = await octokit().repos.getContent({ ...repo, path: 'big.bin' })
    expect(data).toMatchObject({ size: bytes.length })
  })
})
