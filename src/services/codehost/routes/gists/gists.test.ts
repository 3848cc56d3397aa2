import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { gitClient, hasGit } from '../git/git-client.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['gist', 'user'] },
    hubber: { login: 'hubber', scopes: ['gist'] },
    reader: { login: 'octocat', scopes: ['repo'] },
  },
  codehost: { users: [{ login: 'octocat', name: 'Mona Lisa' }, { login: 'hubber' }] },
}))
const { it, octokit, stranger } = site

const files = { 'hello.ts': { content: 'export {}\n' }, 'notes.md': { content: '# Notes\n' } }

const create = async (more: object = {}) =>
  (await octokit().gists.create({ description: 'An example', public: true, files, ...more })).data.id ?? ''
const get = async (gist_id: string) => (await stranger().gists.get({ gist_id })).data
const idsOf = (gists: { readonly id: string }[]) => gists.map(({ id }) => id)
const status = (status: number) => ({ status })

describe('a gist', () => {
  it('is created, changed file by file, and deleted by its owner', async () => {
    const gist_id = await create()
    const made = await get(gist_id)
    expect(made).toMatchObject({ description: 'An example', public: true, owner: { login: 'octocat' }, comments: 0 })
    expect(made.files?.['hello.ts']).toMatchObject({
      type: 'video/mp2t',
      language: 'TypeScript',
      size: 10,
      content: 'export {}\n',
      truncated: false,
    })
    const raw = await fetch(made.files?.['notes.md']?.raw_url ?? '')
    expect(await raw.text()).toBe('# Notes\n')
    const { data } = await octokit().gists.update({
      gist_id,
      description: 'Another',
      files: { 'hello.ts': { filename: 'bye.ts', content: 'bye()\n' }, 'notes.md': null as never },
    })
    expect(Object.keys(data.files ?? {})).toEqual(['bye.ts'])
    expect(data.description).toBe('Another')
    expect(data.history?.map(({ change_status: change, user }) => [user?.login, change])).toEqual([
      ['octocat', { total: 3, additions: 1, deletions: 2 }],
      ['octocat', { total: 2, additions: 2, deletions: 0 }],
    ])
    const { data: commits } = await stranger().gists.listCommits({ gist_id })
    const first = await stranger().gists.getRevision({ gist_id, sha: commits.at(-1)?.version ?? '' })
    expect(Object.keys(first.data.files ?? {})).toEqual(['hello.ts', 'notes.md'])
    await expect(octokit('hubber').gists.delete({ gist_id })).rejects.toMatchObject(status(404))
    expect((await octokit().gists.delete({ gist_id })).status).toBe(204)
    await expect(get(gist_id)).rejects.toMatchObject(status(404))
  })

  it.for([
    ['without files', {}],
    ['with an empty file', { 'a.txt': { content: '' } }],
    ['with a directory', { 'a/b.txt': { content: 'b' } }],
    ['with a name that git refuses', { '.git': { content: 'b' } }],
  ] as const)('is refused %s', async ([, wrong]) => {
    await expect(octokit().gists.create({ files: wrong })).rejects.toMatchObject(status(422))
  })

  it('are changed by POST as by PATCH, which gh does', async () => {
    const api = octokit()
    const { data: made } = await api.gists.create({ files: { 'a.md': { content: 'a' } } })
    const files = { 'b.md': { content: 'b' } }
    const { data } = await api.request('POST /gists/{gist_id}', { gist_id: made.id ?? '', files })
    expect(Object.keys((data as typeof made).files ?? {})).toEqual(['a.md', 'b.md'])
  })

  it('loses a file whose new content is empty, which is how gh renames one', async () => {
    const gist_id = await create({ files: { 'a.md': { content: 'a' } } })
    const files = { 'a.md': { content: '' }, 'b.md': { filename: 'b.md', content: 'a' } }
    const { data } = await octokit().request('POST /gists/{gist_id}', { gist_id, files })
    expect(Object.keys((data as { files: object }).files)).toEqual(['b.md'])
    const none = octokit().gists.update({ gist_id, files: { 'b.md': { content: '' } } })
    await expect(none).rejects.toMatchObject(status(422))
  })

  it('keeps at least one file, and knows those that it has', async () => {
    const gist_id = await create({ files: { a: { content: 'a' } } })
    const change = (changed: object) => octokit().gists.update({ gist_id, files: changed as never })
    await expect(change({ a: null })).rejects.toMatchObject(status(422))
    await expect(change({ b: null })).rejects.toMatchObject(status(422))
    await expect(change({ b: {} })).rejects.toMatchObject(status(422))
    expect(Object.keys((await get(gist_id)).files ?? {})).toEqual(['a'])
  })

  it('needs the scope, and is listed by its privacy, latest first', async () => {
    await expect(octokit('reader').gists.create({ files })).rejects.toMatchObject(status(403))
    const first = await create()
    site.codehost.clock.advance('1m')
    const since = new Date(site.codehost.clock.now()).toISOString()
    const secret = await create({ public: false })
    expect(idsOf((await octokit().gists.list()).data)).toEqual([secret, first])
    expect(idsOf((await octokit().gists.list({ since })).data)).toEqual([secret])
    expect(idsOf((await stranger().gists.listPublic()).data)).toEqual([first])
    expect(idsOf((await stranger().gists.listForUser({ username: 'octocat' })).data)).toEqual([first])
    expect(idsOf((await octokit().gists.listForUser({ username: 'octocat' })).data)).toEqual([secret, first])
    expect((await get(secret)).public).toBe(false)
    const { data } = await octokit().users.getAuthenticated()
    expect([data.public_gists, 'private_gists' in data && data.private_gists]).toEqual([1, 1])
  })

  it('is forked once by others, and starred', async () => {
    const gist_id = await create()
    await expect(octokit().gists.fork({ gist_id })).rejects.toMatchObject(status(422))
    const { gists } = octokit('hubber')
    const { data: fork } = await gists.fork({ gist_id })
    expect(fork).toMatchObject({ owner: { login: 'hubber' }, description: 'An example' })
    expect((await gists.fork({ gist_id })).data.id).toBe(fork.id)
    expect(await get(fork.id)).toMatchObject({ fork_of: { id: gist_id }, history: [{ user: { login: 'octocat' } }] })
    expect((await get(gist_id)).forks?.map(({ id }) => id)).toEqual([fork.id])
    expect((await stranger().gists.listForks({ gist_id })).data.map(({ id }) => id)).toEqual([fork.id])
    await expect(gists.checkIsStarred({ gist_id })).rejects.toMatchObject(status(404))
    await gists.star({ gist_id })
    expect((await gists.checkIsStarred({ gist_id })).status).toBe(204)
    expect(idsOf((await gists.listStarred()).data)).toEqual([gist_id])
    await gists.unstar({ gist_id })
    expect((await gists.listStarred()).data).toEqual([])
  })

  it('has comments, which their authors change', async () => {
    const gist_id = await create()
    const { gists } = octokit('hubber')
    const { data } = await gists.createComment({ gist_id, body: 'Nice' })
    expect(data).toMatchObject({ body: 'Nice', author_association: 'NONE', user: { login: 'hubber' } })
    const one = { gist_id, comment_id: data.id }
    await expect(octokit().gists.updateComment({ ...one, body: 'No' })).rejects.toMatchObject(status(404))
    expect((await gists.updateComment({ ...one, body: 'Very nice' })).data.body).toBe('Very nice')
    expect((await stranger().gists.listComments({ gist_id })).data.map(({ body }) => body)).toEqual(['Very nice'])
    expect((await get(gist_id)).comments).toBe(1)
    expect((await octokit().gists.deleteComment(one)).status).toBe(204)
    await expect(gists.getComment(one)).rejects.toMatchObject(status(404))
  })
})

it.for([
  ['GET', '/gist/0123abc/info/refs?service=git-upload-pack'],
  ['POST', '/gist/0123abc/git-upload-pack'],
  ['POST', '/gist/0123abc/git-receive-pack'],
] as const)('%s %s asks for a token, as nobody sees the gist', async ([method, path]) => {
  const { status, headers } = await fetch(site.codehost.url + path, { method })
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Basic realm="GitHub"'])
})

describe.skipIf(!hasGit)('the repository of a gist', () => {
  const withToken = (url: string, token: string) => url.replace('//', `//x:${token}@`)

  it('is cloned, and pushed to by its owner', async () => {
    const gist_id = await create()
    const { git_pull_url: url = '' } = await get(gist_id)
    const git = await gitClient()
    await git.run('clone', '-q', url, 'copy')
    const copy = git.in('copy')
    expect(await copy('log', '--format=%an')).toBe('Mona Lisa')
    await git.write('copy/hello.ts', 'pushed()\n')
    await copy('commit', '-qam', 'Push')
    const refused = await git.attempt('copy', 'push', withToken(url, 'hubber'), 'main')
    expect(refused.stderr).toContain('403')
    await copy('push', '-q', withToken(url, 'octocat'), 'main')
    const { files: after, history } = await get(gist_id)
    expect(after?.['hello.ts']?.content).toBe('pushed()\n')
    expect(history).toHaveLength(2)
  })

  it('has no directories', async () => {
    const gist_id = await create()
    const { git_pull_url: url = '' } = await get(gist_id)
    const git = await gitClient()
    await git.run('clone', '-q', url, 'copy')
    await git.write('copy/below/a.txt', 'a\n')
    await git.in('copy')('add', '.')
    await git.in('copy')('commit', '-qm', 'Below')
    const { code, stderr } = await git.attempt('copy', 'push', withToken(url, 'octocat'), 'main')
    expect(code).not.toBe(0)
    expect(stderr).toContain('remote: Gist does not support directories.')
    expect((await get(gist_id)).history).toHaveLength(1)
  })
})
