import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { installationToken } from '#codehost/apps.fixture.ts'
import { blob, commit, NO_SHA, tree } from '#codehost/git/objects.ts'
import { bandLines, pktLine } from '#codehost/git/pkt-line.ts'
import { writePack } from '#codehost/git/write-pack.ts'
import { hasGit } from './git-client.fixture.ts'
import { pushSite } from './push.fixture.ts'

const { site, copyOf, tipOf } = await pushSite()
const { it, octokit, takeEvents } = site
const repo = { owner: 'octocat', repo: 'hello-world' }

describe.skipIf(!hasGit)('a push is refused', () => {
  const refusal = (output: string): string =>
    output.replaceAll(/^(To|error: failed to push) .*\n/gm, '').replaceAll(/http:\S+/g, 'URL')

  it('without permission to write', async () => {
    const { push, commit } = await copyOf('monalisa')
    await commit('new.txt')
    expect(refusal((await push()).output)).toBe(
      'remote: Permission to octocat/hello-world.git denied to monalisa.\n' +
        "fatal: unable to access 'URL The requested URL returned error: 403\n",
    )
  })

  it('without the scope', async () => {
    const { push, commit } = await copyOf('reader')
    await commit('new.txt')
    expect(refusal((await push()).output)).toContain('Permission to octocat/hello-world.git denied to octocat.')
  })

  it('for an archived repository', async () => {
    const { push, commit } = await copyOf()
    await commit('new.txt')
    await octokit().repos.update({ ...repo, archived: true })
    expect(refusal((await push()).output)).toBe(
      'remote: This repository was archived so it is read-only.\n' +
        "fatal: unable to access 'URL The requested URL returned error: 403\n",
    )
  })

  it('for an installation without contents: write, and not for one with it', async () => {
    const readOnly = await installationToken(site.codehost, 10, { permissions: { contents: 'read' } })
    const reader = await copyOf(readOnly)
    await reader.commit('new.txt')
    expect(refusal((await reader.push()).output)).toBe(
      "remote: Write access to repository not granted.\nfatal: unable to access 'URL The requested URL returned error: 403\n",
    )
    const writer = await copyOf(await installationToken(site.codehost, 10))
    const sha = await writer.commit('new.txt')
    expect(await writer.push()).toMatchObject({ code: 0 })
    expect(await tipOf()).toBe(sha)
    await writer.commit('.github/workflows/ci.yml', 'on: push\njobs: {}\n')
    expect((await writer.push()).output).toContain(
      '(refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission)',
    )
  })

  it('by a protected branch', async () => {
    await octokit().repos.updateBranchProtection({
      ...repo,
      branch: 'main',
      required_status_checks: null,
      enforce_admins: true,
      required_pull_request_reviews: { required_approving_review_count: 1 },
      restrictions: null,
    })
    const { push, commit } = await copyOf()
    const sha = await commit('new.txt')
    const { code, output } = await push('origin', 'main', 'main:beside')
    expect(code).toBe(1)
    expect(output).toContain(
      'remote: error: GH006: Protected branch update failed for refs/heads/main.\n' +
        'remote: error: Changes must be made through a pull request.\n',
    )
    expect(output).toContain('! [remote rejected] main -> main (protected branch hook declined)')
    expect(output).toContain('* [new branch]      main -> beside')
    expect(await tipOf('beside')).toBe(sha)
    await octokit().repos.updateBranchProtection({
      ...repo,
      branch: 'main',
      required_status_checks: { strict: false, contexts: ['ci'] },
      enforce_admins: true,
      required_pull_request_reviews: null,
      restrictions: null,
    })
    expect((await push('origin', 'main')).output).toContain('remote: error: Required status check "ci" is expected.')
    expect((await push('origin', ':main')).output).toContain('(refusing to delete the current branch: refs/heads/main)')
  })

  it('keeps none of its objects', async () => {
    const { push, commit, run } = await copyOf()
    await commit('new.txt', 'secret\n')
    await push('origin', 'main:refs/pull/9/head')
    const blob = await run('rev-parse', 'HEAD:new.txt')
    await expect(octokit().git.getBlob({ ...repo, file_sha: blob })).rejects.toThrow('Not Found')
  })

  it('for workflow files without the scope', async () => {
    const { push, commit } = await copyOf('hubber')
    await commit('.github/workflows/ci.yml', 'on: push\njobs: {}\n')
    expect((await push()).output).toContain(
      '! [remote rejected] main -> main (refusing to allow a Personal Access Token to create or update workflow ' +
        '`.github/workflows/ci.yml` without `workflow` scope)',
    )
  })

  it('for a name below another one', async () => {
    const { push } = await copyOf()
    expect((await push('origin', 'main:feature')).output).toContain(
      "(cannot lock ref 'refs/heads/feature': 'refs/heads/feature/x' exists; cannot create 'refs/heads/feature')",
    )
  })

  it('for a name of 40 hexadecimal digits', async () => {
    const { push } = await copyOf()
    const name = 'a'.repeat(40)
    const { output } = await push('origin', `main:refs/heads/${name}`)
    expect(output).toContain('remote: error: GH002: Sorry, branch or tag names consisting of 40 hex characters')
    expect(output).toContain('(pre-receive hook declined)')
  })

  it('for a file over 100 MB', { timeout: 30_000 }, async () => {
    const { push, commit } = await copyOf()
    await commit('data/big.bin', Buffer.alloc(101 * 1024 * 1024))
    const { output } = await push()
    expect(output).toContain(
      "remote: error: File data/big.bin is 101.00 MB; this exceeds GitHub's file size limit of 100.00 MB\n" +
        'remote: error: GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com.\n',
    )
    expect(output).toContain('! [remote rejected] main -> main (pre-receive hook declined)')
  })
})

describe('POST /{owner}/{repo}/git-receive-pack', () => {
  const post = async (body: Uint8Array<ArrayBuffer>): Promise<string> => {
    const response = await fetch(`${site.codehost.url}/octocat/hello-world.git/git-receive-pack`, {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer octocat', 'content-type': 'application/x-git-receive-pack-request' },
    })
    expect(response.headers.get('content-type')).toBe('application/x-git-receive-pack-result')
    return response.text()
  }
  const commands = (after: string): Buffer<ArrayBuffer> =>
    Buffer.concat([pktLine(`${NO_SHA} ${after} refs/heads/new\0 report-status side-band-64k`), Buffer.from('0000')])
  /** A pack with these bytes after its header. */
  const packOf = (count: number, ...parts: readonly Uint8Array[]): Buffer<ArrayBuffer> => {
    const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
    header.writeUInt32BE(count, 8)
    const body = Buffer.concat([header, ...parts])
    return Buffer.concat([body, createHash('sha1').update(body).digest()])
  }
  const report = (line: string): string =>
    bandLines(2, `${line}\n`).toString() + bandLines(1, REFUSED).toString() + '0000'
  const REFUSED = Buffer.concat([
    pktLine('unpack index-pack abnormal exit\n'),
    pktLine('ng refs/heads/new unpacker error\n'),
    Buffer.from('0000'),
  ])

  it.for([
    ['is cut off', Buffer.from('PACK\0\0\0\x02', 'latin1'), 'fatal: early EOF'],
    ['ends too early', packOf(1), 'fatal: early EOF'],
    [
      'has a wrong checksum',
      Buffer.concat([packOf(0).subarray(0, 12), Buffer.alloc(20)]),
      'fatal: pack is corrupted (SHA1 mismatch)',
    ],
    ['has more than it says', packOf(0, Buffer.from('more')), 'fatal: pack has junk at the end'],
    [
      'has a delta without its base',
      // A delta of 4 bytes on the object 1111…: 0 bytes to 1 byte, which is inserted.
      packOf(1, Buffer.from([0x74]), Buffer.alloc(20, 0x11), deflateSync(Buffer.from([0, 1, 1, 0x41]))),
      'fatal: pack has 1 unresolved delta',
    ],
    ['is something else', Buffer.from('x'.repeat(40)), 'fatal: pack signature mismatch'],
  ] as const)('changes nothing when the pack %s', async ([, pack, line]) => {
    const before = (await octokit().git.listMatchingRefs({ ...repo, ref: '' })).data
    const text = await post(Buffer.concat([commands('1'.repeat(40)), pack]))
    expect(text).toBe(report(line))
    expect((await octokit().git.listMatchingRefs({ ...repo, ref: '' })).data).toEqual(before)
    expect(await takeEvents()).toEqual([])
  })

  it('refuses a stranger before it reads the pack', async () => {
    const url = `${site.codehost.url}/octocat/hello-world.git/git-receive-pack`
    const response = await fetch(url, { method: 'POST', body: 'not a push' })
    expect([response.status, await response.text()]).toEqual([401, 'No anonymous write access.\n'])
  })

  it('refuses a tree that is deeper than git reads, and takes one that is not', async () => {
    const person = { name: 'a', email: 'a@b.test', at: 0 }
    const file = blob(Buffer.from('deep'))
    const trees = [tree([{ path: 'f', mode: '100644', sha: file.sha }])]
    const push = async (levels: number): Promise<string> => {
      while (trees.length < levels) trees.push(tree([{ path: 'a', mode: '040000', sha: trees.at(-1)?.sha ?? '' }]))
      const root = trees.at(-1)?.sha ?? ''
      const tip = commit({ tree: root, parents: [], author: person, committer: person, message: `${levels}\n` })
      const pieces: Buffer[] = [commands(tip.sha)]
      for await (const piece of writePack([tip, ...trees, file])) pieces.push(piece)
      return post(Buffer.concat(pieces))
    }
    expect(await push(2048)).toContain('ok refs/heads/new\n')
    const { data } = await octokit().git.getTree({ ...repo, tree_sha: 'new', recursive: '1' })
    expect(data.tree).toHaveLength(2048)
    expect((await octokit().repos.listLanguages(repo)).status).toBe(200)
    await octokit().git.deleteRef({ ...repo, ref: 'heads/new' })
    const refused = await push(2049)
    expect(refused).toContain('fatal: exceeded maximum allowed tree depth\n')
    expect(refused).toContain('ng refs/heads/new missing necessary objects\n')
  })

  it('refuses a commit that is neither in the pack nor in the repository', async () => {
    const text = await post(Buffer.concat([commands('1'.repeat(40)), packOf(0)]))
    expect(text).toContain('ng refs/heads/new missing necessary objects\n')
  })
})
