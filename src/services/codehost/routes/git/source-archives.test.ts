import { gunzipSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect } from 'vitest'
import { outputSync } from '#testkit/launch.ts'
import { helloWorldSite } from '../repos/hello-world.fixture.ts'

const site = await helloWorldSite()
const { it, octokit, stranger } = site
const repo = { owner: 'octocat', repo: 'hello-world' }
const hidden = { owner: 'acme', repo: 'website' }

const shaOf = async (ref: string) => (await octokit().repos.getCommit({ ...repo, ref })).data.sha
const tarball = async (ref = '') =>
  Buffer.from((await octokit().repos.downloadTarballArchive({ ...repo, ref })).data as ArrayBuffer) // bytes of an archive
const zipball = async (ref = '') =>
  unzipSync(new Uint8Array((await octokit().repos.downloadZipballArchive({ ...repo, ref })).data as ArrayBuffer)) // as above
const location = async (path: string) => {
  const headers = { authorization: 'Bearer octocat' }
  const response = await fetch(`${site.codehost.url}${path}`, { headers, redirect: 'manual' })
  expect(response.status).toBe(302)
  return response.headers.get('location') ?? ''
}

describe('a tarball', () => {
  it('has the files of a commit, as tar reads them', async () => {
    const { data: base } = await octokit().git.getRef({ ...repo, ref: 'heads/main' })
    const long = `${'directory/'.repeat(12)}file.txt`
    const { data: tree } = await octokit().git.createTree({
      ...repo,
      base_tree: base.object.sha,
      tree: [
        { path: 'run.sh', mode: '100755', type: 'blob', content: '#!/bin/sh\n' },
        { path: 'link', mode: '120000', type: 'blob', content: 'src/a.ts' },
        { path: long, mode: '100644', type: 'blob', content: 'deep\n' },
        { path: 'module', mode: '160000', type: 'commit', sha: '1'.repeat(40) },
      ],
    })
    const { data: commit } = await octokit().git.createCommit({
      ...repo,
      message: 'More',
      tree: tree.sha,
      parents: [base.object.sha],
      author: { name: 'A', email: 'a@example.com', date: '2026-01-02T03:04:05Z' },
    })
    const archive = gunzipSync(await tarball(commit.sha))
    const root = `octocat-hello-world-${commit.sha.slice(0, 7)}`
    const read = (...parameters: string[]) =>
      outputSync('tar', parameters, { input: archive, env: { TZ: 'UTC' } }).toString()
    expect(read('-tf', '-').trim().split('\n')).toEqual(
      expect.arrayContaining(
        ['', 'README.md', 'src/', 'src/a.ts', 'run.sh', 'link', 'module/', long].map((path) => `${root}/${path}`),
      ),
    )
    expect(read('-xOf', '-', `${root}/${long}`)).toBe('deep\n')
    expect(read('-xOf', '-', `${root}/src/a.ts`)).toBe('let a = 1\n')
    const listed = read('-tvf', '-')
    expect(listed).toMatch(/^-rwxrwxr-x root\/root +10 2026-01-02 03:04.* .*run\.sh$/m)
    expect(listed).toMatch(/^-rw-rw-r-- .*README\.md$/m)
    expect(listed).toMatch(/^lrwxrwxrwx .*link -> src\/a\.ts$/m)
    expect(archive.includes(`52 comment=${commit.sha}\n`)).toBe(true)
  })

  it('is of the default branch unless the path names a branch, a tag or a SHA', async () => {
    const root = async (ref?: string) => gunzipSync(await tarball(ref)).toString('latin1', 1024, 1024 + 40)
    expect(await root()).toContain((await shaOf('main')).slice(0, 7))
    expect(await root('feature/x')).toContain((await shaOf('feature/x')).slice(0, 7))
    expect(await root('refs/heads/feature/x')).toContain((await shaOf('feature/x')).slice(0, 7))
    expect(await root(await shaOf('feature/x'))).toContain((await shaOf('feature/x')).slice(0, 7))
  })

  it('is on another path, to which the API redirects, and has a file name', async () => {
    const target = await location('/repos/octocat/hello-world/tarball')
    expect(target).toBe(`${site.codehost.url}/codeload/octocat/hello-world/legacy.tar.gz/refs/heads/main`)
    const { headers } = await fetch(target)
    expect(headers.get('content-type')).toBe('application/x-gzip')
    const sha = await shaOf('main')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename=octocat-hello-world-${sha.slice(0, 7)}.tar.gz`,
    )
  })

  it('is the target of the URLs of a release and of tags', async () => {
    const { data: release } = await octokit().repos.createRelease({ ...repo, tag_name: 'v1.0' })
    const { data: tags } = await octokit().repos.listTags(repo)
    for (const url of [release.tarball_url, release.zipball_url, tags[0]?.tarball_url, tags[0]?.zipball_url]) {
      expect((await fetch(url ?? '')).status).toBe(200)
    }
  })

  it('does not exist for an unknown ref and for a repository without commits', async () => {
    await expect(tarball('nothing')).rejects.toMatchObject({ status: 404 })
    const empty = octokit().repos.downloadTarballArchive({ ...repo, repo: 'empty', ref: '' })
    await expect(empty).rejects.toMatchObject({ status: 404 })
  })
})

describe('a zipball', () => {
  it('has the SHA of its commit as comment', async () => {
    const { data } = await octokit().repos.downloadZipballArchive({ ...repo, ref: 'main' })
    const { data: branch } = await octokit().repos.getBranch({ ...repo, branch: 'main' })
    const bytes = Buffer.from(data as ArrayBuffer) // as above
    expect(bytes.subarray(-42, -40).readUInt16LE()).toBe(40)
    expect(bytes.subarray(-40).toString()).toBe(branch.commit.sha)
  })

  it('has the files of a commit, with their modes', async () => {
    const files = await zipball('feature/x')
    const root = `octocat-hello-world-${(await shaOf('feature/x')).slice(0, 7)}`
    expect(Object.keys(files)).toEqual(['', 'README.md', 'b.txt', 'src/', 'src/a.ts'].map((path) => `${root}/${path}`))
    expect(strFromU8(files[`${root}/b.txt`] ?? new Uint8Array())).toBe('b\n')
  })
})

describe('the archive of a private repository', () => {
  it('is for users who may read it, and for five minutes for everyone with the link', async () => {
    for (const client of [stranger(), octokit('monalisa')]) {
      await expect(client.repos.downloadTarballArchive({ ...hidden, ref: '' })).rejects.toMatchObject({ status: 404 })
    }
    const target = await location('/repos/acme/website/zipball/main')
    expect((await fetch(target)).status).toBe(200)
    expect((await fetch(target.replace('legacy.zip', 'legacy.tar.gz'))).status).toBe(404)
    // gh asks for the archive of the site in place of that of the API, with the same proof.
    const { headers } = await fetch(target.replace('legacy.zip', 'zip'))
    expect(headers.get('content-disposition')).toBe('attachment; filename=website-main.zip')
    expect((await fetch(target.replace(/\?.*/, ''))).status).toBe(404)
    site.codehost.clock.advance('6m')
    expect((await fetch(target)).status).toBe(404)
  })
})

describe('GET /{owner}/{repo}/archive/*', () => {
  it.for([
    ['tar.gz', 'GET /codeload/octocat/hello-world/tar.gz/main'],
    ['zip', 'GET /codeload/octocat/hello-world/zip/main'],
  ])('leads to the same path on the host of downloads, as %s', async ([extension, target]) => {
    expect(`GET ${await location(`/octocat/hello-world/archive/main.${extension}`)}`).toBe(
      target?.replace('/codeload', `${site.codehost.url}/codeload`),
    )
  })

  /** Returns the first path of a tarball, and the file name that its answer gives it. */
  const download = async (path: string) => {
    const response = await fetch(await location(path))
    const archive = gunzipSync(Buffer.from(await response.arrayBuffer()))
    const root = archive.toString('latin1', 1024, 1124).replace(/\0.*/s, '')
    return [root, response.headers.get('content-disposition')]
  }

  it('leads to the files of a branch or a tag, below the name of the repository and the ref', async () => {
    await octokit().git.createRef({ ...repo, ref: 'refs/tags/v1.0', sha: await shaOf('main') })
    const site = '/octocat/hello-world/archive'
    expect(await download(`${site}/main.tar.gz`)).toEqual([
      'hello-world-main/',
      'attachment; filename=hello-world-main.tar.gz',
    ])
    expect(await download(`${site}/refs/tags/v1.0.tar.gz`)).toEqual([
      'hello-world-1.0/',
      'attachment; filename=hello-world-1.0.tar.gz',
    ])
    expect((await download(`${site}/refs/heads/feature/x.tar.gz`))[0]).toBe('hello-world-feature-x/')
    const zip = await fetch(await location(`${site}/refs/heads/main.zip`))
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
    expect(Object.keys(files)).toContain('hello-world-main/src/a.ts')
  })

  it('answers 404 for another ending, and for a ref that does not exist', async () => {
    for (const name of ['main.rar', 'nothing.zip']) {
      expect((await fetch(`${site.codehost.url}/octocat/hello-world/archive/${name}`)).status).toBe(404)
    }
  })
})

describe('GET /{owner}/{repo}/raw/*', () => {
  it('leads to the bytes of a file', async () => {
    const target = await location('/octocat/hello-world/raw/refs/heads/main/src/a.ts')
    expect(target).toBe(`${site.codehost.url}/raw/octocat/hello-world/refs/heads/main/src/a.ts`)
    expect(await (await fetch(target)).text()).toBe('let a = 1\n')
  })
})
