import { describe, expect } from 'vitest'
import { hasGit } from './git-client.fixture.ts'
import { pushSite } from './push.fixture.ts'

const { site, copyOf } = await pushSite()
const { it, octokit, takeEvents } = site
const repo = { owner: 'octocat', repo: 'hello-world' }

describe.skipIf(!hasGit)('a release tool', () => {
  it('pushes a commit with its tag, and publishes the release', async () => {
    await octokit().repos.createRelease({ ...repo, tag_name: 'v1.0.0', name: 'v1.0.0' })
    const { git, run, push, commit } = await copyOf()
    // It reads the last tag, and checks that it may push before it begins.
    expect(await run('describe', '--tags', '--abbrev=0')).toBe('v1.0.0')
    expect(await push('--dry-run', '--no-verify', 'origin', 'HEAD:main')).toMatchObject({ code: 0 })
    await commit('src/b.ts', 'let b = 2\n', 'feat: add b')
    await push('-q')
    await takeEvents()

    await commit('package.json', '{ "version": "1.1.0" }\n', 'chore(release): 1.1.0')
    await run('tag', '-a', '-m', 'v1.1.0', 'v1.1.0')
    expect(await push('--follow-tags')).toMatchObject({ code: 0 })
    expect(await takeEvents()).toEqual(['push', 'create', 'push'])

    const { data: notes } = await octokit().repos.generateReleaseNotes({
      ...repo,
      tag_name: 'v1.1.0',
      previous_tag_name: 'v1.0.0',
    })
    const { data: release } = await octokit().repos.createRelease({ ...repo, tag_name: 'v1.1.0', body: notes.body })
    expect(await takeEvents()).toEqual(['release.created', 'release.published', 'release.released'].sort())
    expect((await octokit().repos.getLatestRelease(repo)).data.id).toBe(release.id)
    const { data: compared } = await octokit().repos.compareCommitsWithBasehead({
      ...repo,
      basehead: 'v1.0.0...v1.1.0',
    })
    expect(compared.commits.map((each) => each.commit.message)).toEqual(['feat: add b', 'chore(release): 1.1.0'])
    const { data: tag } = await octokit().git.getRef({ ...repo, ref: 'tags/v1.1.0' })
    expect(tag.object).toMatchObject({ type: 'tag', sha: await run('rev-parse', 'v1.1.0') })

    // An installer of the release gets its files.
    await git.run(
      'clone',
      '-q',
      '--depth',
      '1',
      '--branch',
      'v1.1.0',
      `${site.codehost.url}/octocat/hello-world`,
      'installed',
    )
    expect(await git.in('installed')('show', 'HEAD:package.json')).toBe('{ "version": "1.1.0" }')
  })
})
