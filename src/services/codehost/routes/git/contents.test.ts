import { describe, expect } from 'vitest'
import { helloWorldSite } from '../repos/hello-world.fixture.ts'

const site = await helloWorldSite()
const { it, octokit, stranger } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/**
 * Sends a request without the checked client, because the description gives 409 two schemas that both accept any
 * object.
 */
async function send(
  method: string,
  path: string,
  body: object,
): Promise<{ status: number; message: string | undefined }> {
  const response = await fetch(`${site.codehost.url}/repos/octocat/hello-world/contents/${path}`, {
    method,
    headers: { authorization: 'Bearer octocat' },
    body: JSON.stringify(body),
  })
  return { status: response.status, message: ((await response.json()) as { message?: string }).message }
}

describe('the contents of a repository', () => {
  it('are files with their content, at any ref', async () => {
    const { data } = await stranger().repos.getContent({ ...repo, path: 'src/a.ts' })
    expect(data).toMatchObject({
      type: 'file',
      name: 'a.ts',
      path: 'src/a.ts',
      size: 10,
      encoding: 'base64',
      content: `${base64('let a = 1\n')}\n`,
    })
    expect((await stranger().repos.getContent({ ...repo, path: 'b.txt', ref: 'feature/x' })).data).toMatchObject({
      size: 2,
    })
    const plain = await fetch(`${site.codehost.url}/repos/octocat/hello-world/contents/src/a.ts`)
    expect(await plain.json()).toEqual(data)
    for (const missing of [{ path: 'nope' }, { path: 'README.md', ref: 'nope' }]) {
      await expect(stranger().repos.getContent({ ...repo, ...missing })).rejects.toMatchObject({ status: 404 })
    }
    await expect(stranger().repos.getContent({ owner: 'octocat', repo: 'empty', path: '' })).rejects.toMatchObject({
      status: 404,
      response: { data: { message: 'This repository is empty.' } },
    })
  })

  it('are directories as lists, and raw bytes on request', async () => {
    const { data } = await stranger().repos.getContent({ ...repo, path: '' })
    expect(data).toMatchObject([
      { name: 'README.md', type: 'file', size: 5 },
      { name: 'src', type: 'dir', size: 0, download_url: null },
    ])
    const as = (path: string, format: string) =>
      fetch(`${site.codehost.url}/repos/octocat/hello-world/contents/${path}`, {
        headers: { accept: `application/vnd.github.${format}` },
      })
    expect(await (await as('README.md', 'raw+json')).text()).toBe('# hi\n')
    expect(await (await as('src', 'object+json')).json()).toMatchObject({
      type: 'dir',
      entries: [{ path: 'src/a.ts' }],
    })
    const item = (data as { download_url: string }[])[0]
    expect(await (await fetch(item?.download_url ?? '')).text()).toBe('# hi\n')
  })

  it('have a readme', async () => {
    expect((await stranger().repos.getReadme(repo)).data).toMatchObject({ path: 'README.md', size: 5 })
    await expect(octokit().repos.getReadmeInDirectory({ ...repo, dir: 'src' })).rejects.toMatchObject({ status: 404 })
    await expect(stranger().repos.getReadme({ owner: 'octocat', repo: 'empty' })).rejects.toMatchObject({ status: 404 })
  })

  it('follow symbolic links to files', async () => {
    const { data: base } = await octokit().repos.getBranch({ ...repo, branch: 'main' })
    const { data: tree } = await octokit().git.createTree({
      ...repo,
      base_tree: base.commit.commit.tree.sha,
      tree: [
        { path: 'docs/link', mode: '120000', type: 'blob', content: '../src/a.ts' },
        { path: 'docs/out', mode: '120000', type: 'blob', content: '/etc/passwd' },
      ],
    })
    const { data: made } = await octokit().git.createCommit({
      ...repo,
      message: 'Link',
      tree: tree.sha,
      parents: [base.commit.sha],
    })
    await octokit().git.updateRef({ ...repo, ref: 'heads/main', sha: made.sha })
    expect((await stranger().repos.getContent({ ...repo, path: 'docs/link' })).data).toMatchObject({
      type: 'file',
      size: 10,
    })
    expect((await stranger().repos.getContent({ ...repo, path: 'docs/out' })).data).toMatchObject({
      type: 'symlink',
      target: '/etc/passwd',
    })
  })
})

describe('writing a file', () => {
  it('creates, updates and deletes it, with one commit each', async () => {
    const file = { ...repo, path: 'docs/a b.md' }
    const { data, status } = await octokit('hubber').repos.createOrUpdateFileContents({
      ...file,
      message: 'Add',
      content: base64('one'),
      committer: { name: 'Ada', email: 'ada@example.com' },
    })
    expect(status).toBe(201)
    expect(data.content).toMatchObject({ path: 'docs/a b.md', size: 3 })
    expect(data.commit).toMatchObject({ message: 'Add', author: { name: 'Ada' }, committer: { name: 'Ada' } })
    const updated = await octokit().repos.createOrUpdateFileContents({
      ...file,
      message: 'Change',
      content: base64('two'),
      sha: data.content?.sha ?? '',
    })
    expect(updated.status).toBe(200)
    expect(updated.data.commit.parents).toMatchObject([{ sha: data.commit.sha }])
    const gone = await octokit().repos.deleteFile({ ...file, message: 'Drop', sha: updated.data.content?.sha ?? '' })
    expect(gone.data.content).toBeNull()
    await expect(octokit().repos.getContent(file)).rejects.toMatchObject({ status: 404 })
    await site.codehost.webhooks.settled()
    const changes = site.receiver.received.map(({ payload }) => (payload['commits'] as object[])[0])
    expect(changes).toMatchObject([
      { added: ['docs/a b.md'] },
      { modified: ['docs/a b.md'] },
      { removed: ['docs/a b.md'] },
    ])
    expect(site.receiver.violations()).toEqual([])
  })

  it('goes to a branch that is named in full', async () => {
    const branch = 'refs/heads/feature/x'
    const file = { ...repo, path: 'full.txt', message: 'Add', content: '', branch }
    const { data } = await octokit('hubber').repos.createOrUpdateFileContents(file)
    expect(data.content?.url).toMatch(/contents\/full\.txt\?ref=refs\/heads\/feature\/x$/)
    const { data: tip } = await octokit().repos.getBranch({ ...repo, branch: 'feature/x' })
    expect(tip.commit.sha).toBe(data.commit.sha)
    await octokit('hubber').repos.deleteFile({ ...file, sha: data.content?.sha ?? '' })
  })

  it('needs the right sha of the replaced file', async () => {
    const change = { message: 'x', content: base64('x') }
    expect(await send('PUT', 'README.md', change)).toEqual({
      status: 422,
      message: 'Invalid request.\n\n"sha" wasn\'t supplied.',
    })
    const stale = 'f'.repeat(40)
    expect(await send('PUT', 'README.md', { ...change, sha: stale })).toEqual({
      status: 409,
      message: `README.md does not match ${stale}`,
    })
    expect((await send('DELETE', 'README.md', { message: 'x', sha: stale })).status).toBe(409)
    expect((await send('DELETE', 'README.md', { message: 'x' })).status).toBe(422)
    expect((await send('DELETE', 'nope', { message: 'x', sha: stale })).status).toBe(404)
    expect((await send('PUT', 'src', change)).status).toBe(422)
    expect((await send('PUT', 'a', { ...change, content: '!' })).message).toBe('content is not valid Base64')
    expect((await send('PUT', 'a', { ...change, branch: 'nope' })).message).toBe('Branch nope not found')
    expect((await send('PUT', 'a', { content: '' })).message).toBe('Invalid request.\n\n"message" wasn\'t supplied.')
  })

  it('creates the first branch of an empty repository', async () => {
    const empty = { owner: 'octocat', repo: 'empty' }
    const file = { ...empty, path: 'a', message: 'First', content: '' }
    expect((await octokit().repos.createOrUpdateFileContents(file)).status).toBe(201)
    expect((await octokit().repos.listBranches(empty)).data.map(({ name }) => name)).toEqual(['main'])
  })

  it('is for users with push access', async () => {
    const file = { ...repo, path: 'a', message: 'x', content: '' }
    await expect(octokit('monalisa').repos.createOrUpdateFileContents(file)).rejects.toMatchObject({ status: 403 })
    await expect(octokit('reader').repos.createOrUpdateFileContents(file)).rejects.toMatchObject({ status: 403 })
    await expect(stranger().repos.createOrUpdateFileContents(file)).rejects.toMatchObject({ status: 401 })
  })
})
