import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { outputSync } from '#testkit/launch.ts'
import { helloWorldSite } from '../repos/hello-world.fixture.ts'

const site = await helloWorldSite()
const { it, octokit, stranger } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

/** Runs the real git, to create the same files and the same commit. */
function withGit(work: (git: (input: string, ...words: string[]) => string) => void): void {
  const directory = mkdtempSync(join(tmpdir(), 'backlot-git-'))
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const git = (input: string, ...words: string[]): string =>
    outputSync('git', words, { cwd: directory, env, input }).toString().trim()
  try {
    git('', 'init', '-q')
    work(git)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

describe('git objects', () => {
  it('have the same shas as in git', async () => {
    const client = octokit().git
    const { data: readme } = await client.createBlob({ ...repo, content: 'héllo\n' })
    const binary = Buffer.from([0, 255, 1, 254]).toString('base64')
    const { data: image } = await client.createBlob({ ...repo, content: binary, encoding: 'base64' })
    const { data: tree } = await client.createTree({
      ...repo,
      tree: [
        { path: 'README.md', mode: '100644', type: 'blob', sha: readme.sha },
        { path: 'img/a.bin', mode: '100755', type: 'blob', sha: image.sha },
        { path: 'img.txt', mode: '100644', type: 'blob', content: 'inline' },
      ],
    })
    const person = { name: 'Ada', email: 'ada@example.com', date: '2024-02-03T04:05:06+02:00' }
    const { data: made } = await client.createCommit({ ...repo, message: 'One\n\nTwo', tree: tree.sha, author: person })
    const { data: tag } = await client.createTag({
      ...repo,
      tag: 'v1',
      message: 'First',
      object: made.sha,
      type: 'commit',
      tagger: person,
    })
    withGit((git) => {
      const one = git('héllo\n', 'hash-object', '-w', '--stdin')
      const two = git('inline', 'hash-object', '-w', '--stdin')
      expect(one).toBe(readme.sha)
      const line = `100644 blob ${one}\tREADME.md\n100644 blob ${two}\timg.txt\n`
      const inner = git(`100755 blob ${image.sha}\ta.bin\n`, 'mktree', '--missing')
      const root = git(`${line}040000 tree ${inner}\timg\n`, 'mktree')
      expect(root).toBe(tree.sha)
      const who = 'Ada <ada@example.com> 1706925906 +0200'
      const commit = `tree ${root}\nauthor ${who}\ncommitter ${who}\n\nOne\n\nTwo`
      expect(git(commit, 'hash-object', '-t', 'commit', '-w', '--stdin')).toBe(made.sha)
      const text = `object ${made.sha}\ntype commit\ntag v1\ntagger ${who}\n\nFirst`
      expect(git(text, 'hash-object', '-t', 'tag', '-w', '--stdin')).toBe(tag.sha)
    })
    expect(made).toMatchObject({ author: { name: 'Ada', date: '2024-02-03T02:05:06Z' }, committer: { name: 'Ada' } })
    expect((await client.getCommit({ ...repo, commit_sha: made.sha })).data).toEqual(made)
    expect((await client.getTag({ ...repo, tag_sha: tag.sha })).data).toEqual(tag)
  })

  it('have authors and taggers with a name and an address; a committer may lack them', async () => {
    const { data: head } = await octokit().repos.getCommit({ ...repo, ref: 'main' })
    const send = async (path: string, body: object) => {
      const headers = { authorization: 'token octocat' }
      const url = `${site.codehost.url}/repos/octocat/hello-world/${path}`
      const response = await fetch(url, {
        method: path.startsWith('contents') ? 'PUT' : 'POST',
        headers,
        body: JSON.stringify(body),
      })
      const answer: unknown = await response.json()
      return { status: response.status, answer }
    }
    const refused = (names: string) => ({ status: 422, answer: { message: `Invalid request.\n\n${names} supplied.` } })
    const commit = { message: 'x', tree: head.commit.tree.sha, parents: [head.sha] }
    expect(await send('git/commits', { ...commit, author: {} })).toMatchObject(refused(`"email", "name" weren't`))
    expect(await send('git/commits', { ...commit, committer: {} })).toMatchObject({ status: 201 })
    expect(await send('git/commits', { ...commit, tree: 'main' })).toMatchObject({
      status: 422,
      answer: { message: 'The tree parameter must be exactly 40 characters and contain only [0-9a-f].' },
    })
    const tag = { tag: 'v9', message: 'x', object: head.sha, type: 'commit', tagger: { name: 'Ada' } }
    expect(await send('git/tags', tag)).toMatchObject(refused(`"email" wasn't`))
    const file = { message: 'x', content: 'eA==', committer: { email: 'ada@example.com' } }
    expect(await send('contents/x.txt', file)).toMatchObject(refused(`"name" wasn't`))
  })

  it('are read: blobs in base64 or raw, trees flat or recursive', async () => {
    const { data: flat } = await stranger().git.getTree({ ...repo, tree_sha: 'main' })
    expect(flat.tree.map(({ path, type }) => [path, type])).toEqual([
      ['README.md', 'blob'],
      ['src', 'tree'],
    ])
    const { data: whole } = await stranger().git.getTree({ ...repo, tree_sha: flat.sha, recursive: '0' })
    expect(whole.tree.map(({ path }) => path)).toEqual(['README.md', 'src', 'src/a.ts'])
    expect(whole.truncated).toBe(false)
    const file_sha = flat.tree[0]?.sha ?? ''
    const { data: blob } = await stranger().git.getBlob({ ...repo, file_sha })
    expect(blob).toMatchObject({ encoding: 'base64', size: 5, content: 'IyBoaQo=\n' })
    const raw = await fetch(`${site.codehost.url}/repos/octocat/hello-world/git/blobs/${file_sha}`, {
      headers: { accept: 'application/vnd.github.raw+json' },
    })
    expect(await raw.text()).toBe('# hi\n')
    for (const missing of ['getBlob', 'getTree', 'getCommit', 'getTag'] as const) {
      const sha = 'f'.repeat(40)
      const parameters = { ...repo, file_sha: sha, tree_sha: sha, commit_sha: sha, tag_sha: sha }
      await expect(stranger().git[missing](parameters)).rejects.toMatchObject({ status: 404 })
    }
  })

  it('change another tree: entries that are not named stay, entries without a sha are deleted', async () => {
    const { data: base } = await octokit().git.getTree({ ...repo, tree_sha: 'main' })
    const { data } = await octokit().git.createTree({
      ...repo,
      base_tree: base.sha,
      tree: [
        { path: 'src/a.ts', mode: '100644', type: 'blob', sha: null },
        { path: 'docs/x.md', mode: '100644', type: 'blob', content: 'x' },
      ],
    })
    const { data: whole } = await octokit().git.getTree({ ...repo, tree_sha: data.sha, recursive: '1' })
    expect(whole.tree.map(({ path }) => path)).toEqual(['README.md', 'docs', 'docs/x.md'])
  })

  it('are refused when they name objects that do not exist', async () => {
    const sha = 'f'.repeat(40)
    const { data: tip } = await octokit().repos.getCommit({ ...repo, ref: 'main' })
    const base = tip.commit.tree
    const gone = { mode: '100644', type: 'blob', sha: null } as const
    const refused = [
      () => octokit().git.createCommit({ ...repo, message: 'x', tree: sha }),
      () => octokit().git.createCommit({ ...repo, message: 'x', tree: base.sha, parents: [sha] }),
      () => octokit().git.createTree({ ...repo, tree: [{ path: 'a', mode: '100644', type: 'blob', sha }] }),
      () => octokit().git.createTree({ ...repo, tree: [{ path: '../a', mode: '100644', type: 'blob', content: '' }] }),
      () => octokit().git.createTree({ ...repo, tree: [{ path: 'a', content: '' }] }),
      () => octokit().git.createTree({ ...repo, tree: [] }),
      () => octokit().git.createTree({ ...repo, base_tree: base.sha, tree: [{ ...gone, path: 'nope.md' }] }),
      () => octokit().git.createTree({ ...repo, tree: [{ ...gone, path: 'README.md' }] }),
      () => octokit().git.createTag({ ...repo, tag: 'v', message: '', object: base.sha, type: 'commit' }),
    ]
    for (const request of refused) await expect(request()).rejects.toMatchObject({ status: 422 })
    // The description gives this 422 two schemas of which exactly one must match, and both accept any object.
    for (const body of [
      { content: '!', encoding: 'base64' },
      { content: 'x', encoding: 'utf-16' },
    ]) {
      const response = await fetch(`${site.codehost.url}/repos/octocat/hello-world/git/blobs`, {
        method: 'POST',
        headers: { authorization: 'Bearer octocat' },
        body: JSON.stringify(body),
      })
      expect(response.status).toBe(422)
    }
    await expect(octokit('monalisa').git.createBlob({ ...repo, content: '' })).rejects.toMatchObject({ status: 403 })
    await expect(octokit().git.createBlob({ owner: 'octocat', repo: 'empty', content: '' })).rejects.toMatchObject({
      status: 409,
    })
  })

  it('are refused at a path of 5,000 segments, which is not found either', async () => {
    const path = Array.from({ length: 5000 }, () => 'a').join('/')
    const malformed = { status: 422, response: { data: { message: 'tree.path contains a malformed path component' } } }
    const tree = [{ path, mode: '100644', type: 'blob', content: 'x' }] as const
    await expect(octokit().git.createTree({ ...repo, tree: [...tree] })).rejects.toMatchObject(malformed)
    // The client would encode the slashes and exceed the limit of a request's headers.
    const at = `${site.codehost.url}/repos/octocat/hello-world/contents/${path}`
    const headers = { authorization: 'Bearer octocat' }
    const body = JSON.stringify({ message: 'Deep', content: '' })
    expect((await fetch(at, { method: 'PUT', headers, body })).status).toBe(422)
    expect((await fetch(at, { headers })).status).toBe(404)
    const deep = [{ ...tree[0], path: path.slice(0, 4095) }]
    const { data } = await octokit().git.createTree({ ...repo, tree: deep })
    const { data: whole } = await octokit().git.getTree({ ...repo, tree_sha: data.sha, recursive: '1' })
    expect(whole.tree).toHaveLength(2048)
  })
})
