import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
    monalisa: { login: 'monalisa', scopes: ['repo'] },
    reader: { login: 'octocat', scopes: [] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'monalisa' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        files: { 'README.md': '# hi\n' },
        branches: [{ name: 'next', files: { 'b.txt': 'b\n' } }],
        collaborators: [{ login: 'hubber', permission: 'push' }],
        webhooks: [{ url: receiver.url, events: ['release', 'create'] }],
      },
      { owner: 'octocat', name: 'empty' },
      { owner: 'octocat', name: 'hidden', private: true, auto_init: true },
    ],
  },
}))
const { it, octokit, stranger, takeEvents } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

type ReleaseFields = Partial<Parameters<ReturnType<typeof octokit>['repos']['createRelease']>[0]>

async function release(tag_name: string, fields: ReleaseFields = {}) {
  return (await octokit().repos.createRelease({ ...repo, tag_name, ...fields })).data
}

async function latest(): Promise<string> {
  return (await stranger().repos.getLatestRelease(repo)).data.tag_name
}

async function tip(branch: string): Promise<string> {
  return (await stranger().repos.getBranch({ ...repo, branch })).data.commit.sha
}

/** Commits a file to a new branch and merges it by a pull request. Returns the pull request's number. */
async function merge(title: string, author: string): Promise<number> {
  const name = title.toLowerCase().replaceAll(' ', '-')
  const client = octokit(author)
  await client.git.createRef({ ...repo, ref: `refs/heads/${name}`, sha: await tip('main') })
  await client.repos.createOrUpdateFileContents({
    ...repo,
    path: `${name}.txt`,
    message: title,
    content: Buffer.from(title).toString('base64'),
    branch: name,
  })
  const { data } = await client.pulls.create({ ...repo, title, head: name, base: 'main' })
  site.codehost.clock.advance(60_000)
  await client.pulls.merge({ ...repo, pull_number: data.number })
  return data.number
}

describe('a release', () => {
  it('counts the people whom its text mentions, each once', async () => {
    const mentioning = await release('v1', { body: 'Thanks @hubber, @monalisa and @hubber, but not @nobody' })
    expect(mentioning.mentions_count).toBe(2)
    expect(await release('v2', { body: 'Nothing new' })).not.toHaveProperty('mentions_count')
  })

  it('is published with a new tag, of the default branch', async () => {
    const { data, status, headers } = await octokit('hubber').repos.createRelease({
      ...repo,
      tag_name: 'v1.0.0',
      name: 'One',
      body: 'Notes',
    })
    expect(status).toBe(201)
    expect(headers.location).toBe(data.url)
    const page = `${site.codehost.url}/octocat/hello-world`
    const url = `${site.codehost.url}/repos/octocat/hello-world/releases/${data.id}`
    expect(data).toMatchObject({
      url,
      assets_url: `${url}/assets`,
      upload_url: `${url}/assets{?name,label}`,
      html_url: `${page}/releases/tag/v1.0.0`,
      tarball_url: `${site.codehost.url}/repos/octocat/hello-world/tarball/v1.0.0`,
      zipball_url: `${site.codehost.url}/repos/octocat/hello-world/zipball/v1.0.0`,
      tag_name: 'v1.0.0',
      target_commitish: 'main',
      name: 'One',
      body: 'Notes',
      draft: false,
      prerelease: false,
      author: { login: 'hubber' },
      assets: [],
    })
    const tag = await stranger().git.getRef({ ...repo, ref: 'tags/v1.0.0' })
    expect(tag.data.object.sha).toBe(await tip('main'))
    const commit = await stranger().repos.getCommit({ ...repo, ref: 'v1.0.0' })
    expect(data.created_at).toBe(commit.data.commit.committer?.date)
    expect(await takeEvents()).toEqual(['create', 'release.created', 'release.published', 'release.released'])
    expect((await stranger().repos.getRelease({ ...repo, release_id: data.id })).data).toEqual(data)
    expect((await stranger().repos.getReleaseByTag({ ...repo, tag: 'v1.0.0' })).data).toEqual(data)
  })

  it('takes its commit from a branch, a sha, or an existing tag', async () => {
    const sha = await tip('next')
    await release('a', { target_commitish: 'next' })
    await release('b/1', { target_commitish: sha })
    await octokit().git.createRef({ ...repo, ref: 'refs/tags/c', sha })
    expect(await release('c')).toMatchObject({ target_commitish: 'main', name: null, body: null })
    for (const tag of ['a', 'b/1', 'c']) {
      expect((await stranger().git.getRef({ ...repo, ref: `tags/${tag}` })).data.object.sha).toBe(sha)
    }
    const slashed = await stranger().repos.getReleaseByTag({ ...repo, tag: 'b/1' })
    const plain = await fetch(`${site.codehost.url}/repos/${repo.owner}/${repo.repo}/releases/tags/b/1`)
    expect(await plain.json()).toEqual(slashed.data)
    expect(slashed.data.html_url).toBe(`${site.codehost.url}/octocat/hello-world/releases/tag/b%2F1`)
  })

  it('is refused for a tag that has a release, an invalid tag, and a missing target', async () => {
    await release('v1')
    await expect(release('v1')).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'Release', code: 'already_exists', field: 'tag_name' }] } },
    })
    await expect(release('v 2')).rejects.toMatchObject({
      status: 422,
      response: {
        data: {
          errors: [{ field: 'tag_name', code: 'custom' }, { message: 'Published releases must have a valid tag' }],
        },
      },
    })
    await expect(release('v2', { target_commitish: 'nowhere' })).rejects.toMatchObject({
      status: 422,
      response: {
        data: { errors: [{}, {}, { resource: 'Release', code: 'invalid', field: 'target_commitish' }] },
      },
    })
    await expect(release('v2', { draft: true, target_commitish: 'v1' })).rejects.toMatchObject({
      response: { data: { errors: [{ code: 'invalid', field: 'target_commitish' }] } },
    })
    await release('v2/beta', {})
    await expect(release('v2', {})).rejects.toMatchObject({
      response: { data: { message: 'Reference update failed' } },
    })
    await expect(octokit().repos.createRelease({ ...repo, repo: 'empty', tag_name: 'v1' })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ message: 'Repository is empty.' }] } },
    })
    const nameless = octokit().request('POST /repos/{owner}/{repo}/releases', { ...repo } as never)
    await expect(nameless).rejects.toMatchObject({
      status: 422,
      response: { data: { message: 'Invalid request.\n\n"tag_name" wasn\'t supplied.' } },
    })
    await expect(release('v3', { discussion_category_name: 'News' })).rejects.toMatchObject({
      status: 404,
      response: { data: { message: 'Discussion could not be created. Make sure you passed a valid category name.' } },
    })
  })

  it('is refused for a tag with a lone surrogate', async () => {
    await expect(octokit().repos.createRelease({ ...repo, tag_name: 'v\ud800' })).rejects.toMatchObject({
      status: 400,
      response: { data: { message: 'Problems parsing JSON' } },
    })
    expect((await octokit().repos.listReleases(repo)).data).toEqual([])
  })

  it('is written by users with push access, with a fitting token', async () => {
    const { id } = await release('v1')
    const calls: ((client: ReturnType<typeof octokit>) => Promise<unknown>)[] = [
      (client) => client.repos.createRelease({ ...repo, tag_name: 'v2' }),
      (client) => client.repos.updateRelease({ ...repo, release_id: id, name: 'x' }),
      (client) => client.repos.deleteRelease({ ...repo, release_id: id }),
      (client) => client.repos.generateReleaseNotes({ ...repo, tag_name: 'v2' }),
    ]
    for (const call of calls) {
      await expect(call(stranger())).rejects.toMatchObject({ status: 401 })
      await expect(call(octokit('reader'))).rejects.toMatchObject({ status: 403 })
      await expect(call(octokit('monalisa'))).rejects.toMatchObject({ status: 403 })
    }
    const hidden = octokit('hubber').repos.listReleases({ ...repo, repo: 'hidden' })
    await expect(hidden).rejects.toMatchObject({ status: 404 })
  })

  it('is 404 under an unknown id or tag, and as the latest of none', async () => {
    await expect(stranger().repos.getRelease({ ...repo, release_id: 99 })).rejects.toMatchObject({ status: 404 })
    await expect(stranger().repos.getReleaseByTag({ ...repo, tag: 'v9' })).rejects.toMatchObject({ status: 404 })
    await expect(latest()).rejects.toMatchObject({ status: 404 })
    const { id } = (await octokit().repos.createRelease({ ...repo, repo: 'hidden', tag_name: 'v1' })).data
    await expect(octokit().repos.getRelease({ ...repo, release_id: id })).rejects.toMatchObject({ status: 404 })
  })

  it('keeps members that an update leaves out, and emits the previous values', async () => {
    const { id } = await release('v1', { name: 'One', body: 'Notes' })
    await takeEvents()
    const { data } = await octokit().repos.updateRelease({ ...repo, release_id: id, body: 'More' })
    expect(data).toMatchObject({ tag_name: 'v1', name: 'One', body: 'More', draft: false })
    await site.codehost.webhooks.settled()
    expect(site.receiver.received[0]?.payload).toMatchObject({ changes: { body: { from: 'Notes' } } })
    expect(await takeEvents()).toEqual(['release.edited'])
    await release('v2')
    const taken = octokit().repos.updateRelease({ ...repo, release_id: id, tag_name: 'v2' })
    await expect(taken).rejects.toMatchObject({ status: 422 })
    const nowhere = octokit().repos.updateRelease({ ...repo, release_id: id, target_commitish: '' })
    await expect(nowhere).rejects.toMatchObject({ status: 422 })
    const renamed = await octokit().repos.updateRelease({ ...repo, release_id: id, tag_name: 'v1.1' })
    expect(renamed.data.html_url).toMatch(/v1\.1$/)
    expect((await stranger().git.getRef({ ...repo, ref: 'tags/v1.1' })).status).toBe(200)
  })

  it('is deleted without its tag', async () => {
    const { id } = await release('v1')
    await takeEvents()
    expect((await octokit().repos.deleteRelease({ ...repo, release_id: id })).status).toBe(204)
    expect(await takeEvents()).toEqual(['release.deleted'])
    await expect(stranger().repos.getRelease({ ...repo, release_id: id })).rejects.toMatchObject({ status: 404 })
    expect((await stranger().git.getRef({ ...repo, ref: 'tags/v1' })).status).toBe(200)
    await release('v1')
  })

  it('is listed in pages, the one of the newest commit first', async () => {
    await release('old')
    site.codehost.clock.advance(60_000)
    const file = { path: 'c.txt', message: 'c', content: Buffer.from('c').toString('base64') }
    await octokit().repos.createOrUpdateFileContents({ ...repo, ...file })
    await release('new')
    const list = await stranger().repos.listReleases({ ...repo, per_page: 1 })
    expect(list.data.map(({ tag_name }) => tag_name)).toEqual(['new'])
    expect(list.headers.link).toContain('rel="next"')
    const second = await stranger().repos.listReleases({ ...repo, per_page: 1, page: 2 })
    expect(second.data.map(({ tag_name }) => tag_name)).toEqual(['old'])
    expect((await stranger().repos.listReleases({ ...repo, page: 3 })).data).toEqual([])
  })
})

describe('a draft', () => {
  it('has no tag, and is visible only to users with push access', async () => {
    const draft = await release('v1', { draft: true })
    expect(draft).toMatchObject({ draft: true, published_at: null, tarball_url: null, zipball_url: null })
    expect(draft.html_url).toMatch(/\/releases\/tag\/untagged-[0-9a-f]{20}$/)
    expect(await takeEvents()).toEqual(['release.created'])
    await expect(stranger().git.getRef({ ...repo, ref: 'tags/v1' })).rejects.toMatchObject({ status: 404 })
    for (const outsider of [stranger(), octokit('monalisa')]) {
      expect((await outsider.repos.listReleases(repo)).data).toEqual([])
      const get = outsider.repos.getRelease({ ...repo, release_id: draft.id })
      await expect(get).rejects.toMatchObject({ status: 404 })
    }
    expect((await octokit('hubber').repos.listReleases(repo)).data).toHaveLength(1)
    await expect(octokit().repos.getReleaseByTag({ ...repo, tag: 'v1' })).rejects.toMatchObject({ status: 404 })
    await expect(latest()).rejects.toMatchObject({ status: 404 })
    await release('v1', { draft: true })
  })

  it('is published by an update, and unpublished by another', async () => {
    const { id } = await release('v1', { draft: true })
    await takeEvents()
    const { data } = await octokit().repos.updateRelease({ ...repo, release_id: id, draft: false })
    expect(data).toMatchObject({ draft: false, html_url: `${site.codehost.url}/octocat/hello-world/releases/tag/v1` })
    expect(data.published_at).not.toBeNull()
    expect(await takeEvents()).toEqual(['create', 'release.published', 'release.released'])
    expect(await latest()).toBe('v1')
    const back = await octokit().repos.updateRelease({ ...repo, release_id: id, draft: true })
    expect(back.data).toMatchObject({ draft: true, published_at: null })
    expect(await takeEvents()).toEqual(['release.unpublished'])
    await expect(latest()).rejects.toMatchObject({ status: 404 })
  })

  it('is not published under a tag with another release', async () => {
    const { id } = await release('v1', { draft: true })
    await release('v1')
    const publish = octokit().repos.updateRelease({ ...repo, release_id: id, draft: false })
    await expect(publish).rejects.toMatchObject({ status: 422 })
  })
})

describe('the latest release', () => {
  it('is the last published one, unless a release is marked as the latest', async () => {
    await release('v2')
    expect(await latest()).toBe('v2')
    await release('v1')
    expect(await latest()).toBe('v1')
    await release('v3', { make_latest: 'false' })
    expect(await latest()).toBe('v1')
    await release('v1.5', { make_latest: 'legacy' })
    // Both releases are of one commit, so the version decides.
    expect(await latest()).toBe('v3')
  })

  it('is never a prerelease until that becomes a release', async () => {
    await release('v1')
    const { id } = await release('v2-beta', { prerelease: true })
    expect((await takeEvents()).slice(-3)).toEqual(['release.created', 'release.published', 'release.prereleased'])
    expect(await latest()).toBe('v1')
    await octokit().repos.updateRelease({ ...repo, release_id: id, prerelease: false })
    expect(await takeEvents()).toEqual(['release.edited', 'release.released'])
    expect(await latest()).toBe('v2-beta')
    await octokit().repos.updateRelease({ ...repo, release_id: id, prerelease: true })
    expect(await takeEvents()).toEqual(['release.edited', 'release.prereleased'])
    expect(await latest()).toBe('v1')
  })

  it('is chosen by an update, and changes once it is deleted', async () => {
    const first = await release('v1')
    await release('v2')
    await octokit().repos.updateRelease({ ...repo, release_id: first.id, name: 'One' })
    expect(await latest()).toBe('v2')
    await octokit().repos.updateRelease({ ...repo, release_id: first.id, make_latest: 'true' })
    expect(await latest()).toBe('v1')
    await octokit().repos.updateRelease({ ...repo, release_id: first.id, make_latest: 'false' })
    expect(await latest()).toBe('v2')
    await octokit().repos.updateRelease({ ...repo, release_id: first.id, make_latest: 'true' })
    await octokit().repos.deleteRelease({ ...repo, release_id: first.id })
    expect(await latest()).toBe('v2')
  })
})

describe('generated notes', () => {
  it('list the pull requests merged since the previous release, and new contributors', async () => {
    const first = await merge('Add one', 'octocat')
    const page = `${site.codehost.url}/octocat/hello-world`
    const notes = async (tag_name: string) =>
      (await octokit('hubber').repos.generateReleaseNotes({ ...repo, tag_name })).data
    expect(await notes('v1')).toEqual({
      name: 'v1',
      body:
        `## What's Changed\n* Add one by @octocat in ${page}/pull/${first}\n\n` +
        `## New Contributors\n* @octocat made their first contribution in ${page}/pull/${first}\n\n` +
        `**Full Changelog**: ${page}/commits/v1`,
    })
    await release('v1')
    const second = await merge('Add two', 'octocat')
    expect((await notes('v2')).body).toBe(
      `## What's Changed\n* Add two by @octocat in ${page}/pull/${second}\n\n\n` +
        `**Full Changelog**: ${page}/compare/v1...v2`,
    )
    const third = await merge('Add three', 'hubber')
    const made = await release('v2', { body: 'By hand', generate_release_notes: true })
    expect(made).toMatchObject({
      name: 'v2',
      body:
        `By hand\n\n## What's Changed\n* Add two by @octocat in ${page}/pull/${second}\n` +
        `* Add three by @hubber in ${page}/pull/${third}\n\n` +
        `## New Contributors\n* @hubber made their first contribution in ${page}/pull/${third}\n\n` +
        `**Full Changelog**: ${page}/compare/v1...v2`,
    })
    expect((await notes('v2')).body).toContain('compare/v1...v2')
    expect((await notes('v3')).body).toBe(`**Full Changelog**: ${page}/compare/v2...v3`)
    const since = { tag_name: 'v3', previous_tag_name: 'v1' }
    expect((await octokit().repos.generateReleaseNotes({ ...repo, ...since })).data.body).toContain('Add two')
  })

  it('are grouped and filtered by .github/release.yml', async () => {
    const configure = (path: string, text: string) => {
      const content = Buffer.from(text).toString('base64')
      return octokit().repos.createOrUpdateFileContents({ ...repo, path, message: 'Configure', content })
    }
    const labelled = async (title: string, ...labels: string[]) => {
      const number = await merge(title, title === 'From hubber' ? 'hubber' : 'octocat')
      if (labels.length > 0) await octokit().issues.addLabels({ ...repo, issue_number: number, labels })
      return `* ${title} by @${title === 'From hubber' ? 'hubber' : 'octocat'} in ${page}/pull/${number}`
    }
    const page = `${site.codehost.url}/octocat/hello-world`
    await configure(
      '.github/release.yml',
      'changelog:\n  exclude: { labels: [Skip], authors: [hubber] }\n  categories:\n' +
        '    - { title: Breaking, labels: [breaking] }\n' +
        '    - { title: Fixes, labels: [bug, fix], exclude: { labels: [internal] } }\n' +
        '    - { title: Empty, labels: [nothing] }\n',
    )
    await configure('rest.yml', "changelog: { categories: [{ title: All, labels: ['*'] }] }")
    const plain = await labelled('Plain')
    const fix = await labelled('Fix', 'Bug')
    const breaking = await labelled('Break', 'bug', 'breaking')
    const internal = await labelled('Internal', 'bug', 'internal')
    await labelled('Skipped', 'skip')
    const others = await labelled('From hubber')
    const notes = async (parameters: object = {}) =>
      (await octokit().repos.generateReleaseNotes({ ...repo, tag_name: 'v1', ...parameters })).data.body
    expect(await notes()).toMatch(
      `<!-- Release notes generated using configuration in .github/release.yml at main -->\n\n## What's Changed\n` +
        `### Breaking\n${breaking}\n### Fixes\n${fix}\n### Other Changes\n${plain}\n${internal}\n\n## New Contributors`,
    )
    const named = await notes({ configuration_file_path: 'rest.yml' })
    expect(named).toMatch(`in rest.yml at main -->\n\n## What's Changed\n### All\n${plain}\n`)
    expect(named).toContain(`\n${others}\n`)
    await release('v1')
    expect(await notes()).toContain('.github/release.yml at v1 -->')
  })

  it('are refused for a previous tag and a target that do not exist', async () => {
    const from = octokit().repos.generateReleaseNotes({ ...repo, tag_name: 'v1', previous_tag_name: 'v0' })
    await expect(from).rejects.toMatchObject({ status: 400, message: expect.stringContaining('Invalid previous_tag') })
    const target = octokit().repos.generateReleaseNotes({ ...repo, tag_name: 'v1', target_commitish: 'nowhere' })
    await expect(target).rejects.toMatchObject({ status: 422 })
  })
})
