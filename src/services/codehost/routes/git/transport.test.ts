import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { pktLine } from '#codehost/git/pkt-line.ts'
import { helloWorldSite } from '../repos/hello-world.fixture.ts'
import { gitClient, hasGit, type GitClient } from './git-client.fixture.ts'

const site = await helloWorldSite()
const { it, octokit } = site
const repo = { owner: 'octocat', repo: 'hello-world' }

/** The URL of a repository, with a token in it. */
const urlOf = (path = 'octocat/hello-world.git', token?: string): string =>
  `${site.codehost.url.replace('://', token === undefined ? '://' : `://x-access-token:${token}@`)}/${path}`

const shaOf = async (ref: string): Promise<string> => (await octokit().repos.getCommit({ ...repo, ref })).data.sha

/** Commits a file by REST; returns the SHA of the commit. */
const commitFile = async (path: string, content: string, branch = 'main', date?: string): Promise<string> => {
  const person = { name: 'A', email: 'a@example.com', ...(date === undefined ? {} : { date }) }
  const { data } = await octokit().repos.createOrUpdateFileContents({
    ...repo,
    path,
    branch,
    message: `Add ${path}`,
    content: Buffer.from(content).toString('base64'),
    committer: person,
  })
  return data.commit.sha ?? ''
}

/** Returns git with a clone of a public repository in `copy`. */
async function cloned(...flags: readonly string[]): Promise<{ git: GitClient; run: ReturnType<GitClient['in']> }> {
  const git = await gitClient()
  await git.run('-c', 'protocol.version=2', 'clone', '-q', ...flags, urlOf(), 'copy')
  return { git, run: git.in('copy') }
}

/** Returns commits without changes on top of `main`, as `git fast-import` reads them. */
const ownCommits = (count: number): string =>
  Array.from({ length: count }, (_, index) =>
    [
      'commit refs/heads/main',
      'committer A <a@example.com> 1767303845 +0000',
      `data <<END\nOwn ${index}\nEND`,
      ...(index === 0 ? ['from refs/heads/main^0'] : []),
      '',
    ].join('\n'),
  ).join('\n')

const advertised = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${site.codehost.url}/${path}`, { headers, redirect: 'manual' })

describe('GET /{owner}/{repo}/info/refs', () => {
  it('lists the refs of a repository by name, with HEAD and what it stands for', async () => {
    const response = await advertised('octocat/hello-world.git/info/refs?service=git-upload-pack')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/x-git-upload-pack-advertisement')
    expect(response.headers.get('cache-control')).toBe('no-cache, max-age=0, must-revalidate')
    expect(response.headers.get('x-ratelimit-limit')).toBeNull()
    const text = await response.text()
    const main = await shaOf('main')
    expect(text).toMatch(/^001e# service=git-upload-pack\n0000/)
    expect(text).toContain(`${main} HEAD\0`)
    expect(text).toContain('symref=HEAD:refs/heads/main')
    expect(text).toContain(`003d${main} refs/heads/main\n0000`)
  })

  it('has the same answer without .git', async () => {
    const [one, other] = await Promise.all([
      advertised('octocat/hello-world.git/info/refs?service=git-upload-pack'),
      advertised('Octocat/Hello-World/info/refs?service=git-upload-pack'),
    ])
    expect(await one.text()).toBe(await other.text())
  })

  it('answers the capabilities of version 2 to a client that speaks it', async () => {
    const response = await advertised('octocat/hello-world.git/info/refs?service=git-upload-pack', {
      'git-protocol': 'version=2',
    })
    expect(await response.text()).toContain('fetch=shallow wait-for-done filter ref-in-want\n')
  })

  it('refuses clients without the smart protocol', async () => {
    const response = await advertised('octocat/hello-world.git/info/refs')
    expect([response.status, await response.text()]).toEqual([
      403,
      'Please upgrade your git client. GitHub.com no longer supports git over dumb-http.\n',
    ])
  })

  it('asks strangers for credentials where a repository is private or missing, and where they push', async () => {
    const ask = async (path: string, service: string) => {
      const response = await advertised(`${path}/info/refs?service=${service}`)
      return [response.status, response.headers.get('www-authenticate'), await response.text()]
    }
    const basic = 'Basic realm="GitHub"'
    expect(await ask('acme/website.git', 'git-upload-pack')).toEqual([401, basic, 'Repository not found.\n'])
    expect(await ask('acme/nothing.git', 'git-upload-pack')).toEqual([401, basic, 'Repository not found.\n'])
    expect(await ask('octocat/hello-world.git', 'git-receive-pack')).toEqual([
      401,
      basic,
      'No anonymous write access.\n',
    ])
  })

  it('lists for a push neither HEAD nor the refs of pull requests', async () => {
    await octokit().pulls.create({ ...repo, title: 'X', head: 'feature/x', base: 'main' })
    const authorization = `Basic ${Buffer.from('octocat:octocat').toString('base64')}`
    const response = await advertised('octocat/hello-world.git/info/refs?service=git-receive-pack', { authorization })
    const names = (await response.text()).match(/refs\/[\w/]+|HEAD/g)
    expect(names).toEqual(['refs/heads/feature/x', 'refs/heads/main'])
  })

  it('redirects from a former name', async () => {
    await octokit().repos.update({ ...repo, name: 'hello' })
    const response = await advertised('octocat/hello-world.git/info/refs?service=git-upload-pack')
    expect([response.status, response.headers.get('location')]).toEqual([
      301,
      `${site.codehost.url}/octocat/hello.git/info/refs?service=git-upload-pack`,
    ])
  })
})

describe('POST /{owner}/{repo}/git-upload-pack', () => {
  const post = async (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<string> => {
    const response = await fetch(`${site.codehost.url}/octocat/hello-world.git/git-upload-pack`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-git-upload-pack-request', ...headers },
    })
    expect(response.headers.get('content-type')).toBe('application/x-git-upload-pack-result')
    return response.text()
  }

  it('reads a body in gzip', async () => {
    const body = Buffer.concat([
      pktLine('command=ls-refs\n'),
      Buffer.from('0001'),
      pktLine('symrefs\n'),
      Buffer.from('0000'),
    ])
    const text = await post(gzipSync(body), { 'git-protocol': 'version=2', 'content-encoding': 'gzip' })
    expect(text).toContain(`${await shaOf('main')} HEAD symref-target:refs/heads/main\n`)
  })

  it('tells a client to go on that waits before it sends a body', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const headers = { expect: '100-continue', 'git-protocol': 'version=2', 'transfer-encoding': 'chunked' }
      const url = `${site.codehost.url}/octocat/hello-world.git/git-upload-pack`
      const sent = request(url, { method: 'POST', headers }, (response) => {
        response.setEncoding('utf8')
        response.once('data', resolve)
      })
      sent.on('continue', () => sent.end('0014command=ls-refs\n00010000'))
      sent.on('error', reject)
      sent.flushHeaders()
    })
    expect(text).toContain('refs/heads/main')
  })

  it('refuses a body that is not in the protocol, in plain text', async () => {
    const url = `${site.codehost.url}/octocat/hello-world.git/git-upload-pack`
    const response = await fetch(url, { method: 'POST', body: 'x', headers: { 'content-encoding': 'gzip' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8'])
    expect(await post(Buffer.from('zzzz'))).toBe(
      pktLine('ERR protocol error: bad line length character: zzzz\n').toString(),
    )
  })

  it('refuses an object that the repository does not have', async () => {
    const sha = '1'.repeat(40)
    const body = Buffer.concat([pktLine(`want ${sha} ofs-delta\n`), Buffer.from('0000'), pktLine('done\n')])
    expect(await post(body)).toBe(pktLine(`ERR upload-pack: not our ref ${sha}\n`).toString())
  })

  it('adds the annotated tags of what it sends, where a client asks for them', async () => {
    const sha = await shaOf('main')
    const { data } = await octokit().git.createTag({ ...repo, tag: 'v1', message: 'v1', object: sha, type: 'commit' })
    await octokit().git.createRef({ ...repo, ref: 'refs/tags/v1', sha: data.sha })
    const sent = async (...options: readonly string[]) => {
      const lines = [`want ${sha}`, ...options, 'done'].map((line) => pktLine(`${line}\n`))
      const parts = [pktLine('command=fetch\n'), Buffer.from('0001'), ...lines, Buffer.from('0000')]
      return /Enumerating objects: (\d+)/.exec(await post(Buffer.concat(parts), { 'git-protocol': 'version=2' }))?.[1]
    }
    expect([await sent(), await sent('include-tag')]).toEqual(['5', '6'])
  })

  it('sends the refs that a client names', async () => {
    const body = Buffer.concat([
      pktLine('command=fetch\n'),
      Buffer.from('0001'),
      pktLine('want-ref refs/heads/main\n'),
      pktLine('done\n'),
      Buffer.from('0000'),
    ])
    const text = await post(body, { 'git-protocol': 'version=2' })
    expect(text).toContain(`wanted-refs\n003d${await shaOf('main')} refs/heads/main\n0001000dpackfile\n`)
  })
})

describe.skipIf(!hasGit)('git clone', () => {
  it.for(['0', '2'])('gets what REST wrote, with version %s of the protocol', async (version) => {
    const { data: tag } = await octokit().git.createTag({
      ...repo,
      tag: 'v1',
      message: 'First',
      object: await shaOf('main'),
      type: 'commit',
    })
    await octokit().git.createRef({ ...repo, ref: 'refs/tags/v1', sha: tag.sha })
    const git = await gitClient()
    await git.run('-c', `protocol.version=${version}`, 'clone', '-q', urlOf(), 'copy')
    const run = git.in('copy')
    expect(await run('fsck', '--strict')).toBe('')
    expect(await run('rev-parse', 'HEAD', 'v1')).toBe(`${await shaOf('main')}\n${tag.sha}`)
    expect((await run('for-each-ref', '--format=%(refname)', 'refs/remotes', 'refs/tags')).split('\n')).toEqual([
      'refs/remotes/origin/HEAD',
      'refs/remotes/origin/feature/x',
      'refs/remotes/origin/main',
      'refs/tags/v1',
    ])
    expect(await run('show', 'HEAD:src/a.ts')).toBe('let a = 1')
  })

  it('clones an empty repository, whose HEAD has the name of the default branch', async () => {
    const git = await gitClient()
    await git.run('clone', '-q', urlOf('octocat/empty.git'), 'copy')
    expect(await git.in('copy')('symbolic-ref', 'HEAD')).toBe('refs/heads/main')
  })

  it('shows the progress', async () => {
    const git = await gitClient()
    const { stderr } = await git.attempt('.', 'clone', '--progress', urlOf(), 'copy')
    expect(stderr).toMatch(/remote: Enumerating objects: \d+, done\./)
    expect(stderr).toMatch(/remote: Total \d+ \(delta 0\)/)
  })

  it('fetches the head of a pull request', async () => {
    const { data } = await octokit().pulls.create({ ...repo, title: 'X', head: 'feature/x', base: 'main' })
    const { run } = await cloned()
    await run('fetch', '-q', 'origin', `pull/${data.number}/head:mine`)
    expect(await run('rev-parse', 'mine')).toBe(await shaOf('feature/x'))
  })

  it.for([
    ['blob:none', 3],
    ['blob:limit=6', 1],
    ['tree:0', 2],
    ['tree:1', 3],
    ['combine:blob:none+tree:1', 3],
  ] as const)('leaves out what --filter=%s does not admit, until it is needed', async ([filter, count]) => {
    const { run } = await cloned(`--filter=${filter}`, '--no-checkout')
    const list = ['rev-list', '--objects', '--all', '--missing=print'] as const
    expect((await run(...list)).match(/^\?/gm)).toHaveLength(count)
    expect(await run('show', 'HEAD:src/a.ts')).toBe('let a = 1')
    await run('checkout', '-q', 'feature/x')
    expect(await run('fsck')).toBe('')
  })
})

describe.skipIf(!hasGit).for(['0', '2'])('git fetch with version %s', (version) => {
  const subjects = async (run: ReturnType<GitClient['in']>, ref = 'origin/main'): Promise<string[]> =>
    (await run('log', '--format=%s', ref)).split('\n')

  it('gets only what the client does not have', async () => {
    const { git, run } = await cloned()
    await commitFile('one.txt', 'one\n')
    await commitFile('two.txt', 'two\n')
    const { stderr } = await git.attempt('copy', '-c', `protocol.version=${version}`, 'fetch', '--progress')
    // Two commits, two trees and two blobs.
    expect(stderr).toContain('remote: Enumerating objects: 6, done.')
    expect(await subjects(run)).toEqual(['Add two.txt', 'Add one.txt', 'Initial commit'])
    expect(await run('fsck', '--strict')).toBe('')
  })

  it('gets changes beside commits of its own', async () => {
    const { git, run } = await cloned()
    await git.write('own', ownCommits(40))
    await run('-c', 'alias.load=!git fast-import --quiet < ../own', 'load')
    expect(await subjects(run, 'main')).toHaveLength(41)
    await commitFile('one.txt', 'one\n')
    const { code } = await git.attempt('copy', '-c', `protocol.version=${version}`, 'fetch')
    expect([code, await subjects(run)]).toEqual([0, ['Add one.txt', 'Initial commit']])
  })

  it('ends a history where the client asks, and moves that end', async () => {
    for (const name of ['one', 'two', 'three', 'four']) await commitFile(`${name}.txt`, name)
    const git = await gitClient()
    const flags = ['-c', `protocol.version=${version}`] as const
    await git.run(...flags, 'clone', '-q', '--depth', '1', urlOf(), 'copy')
    const run = git.in('copy')
    expect(await subjects(run)).toEqual(['Add four.txt'])
    await run(...flags, 'fetch', '-q', '--depth', '2')
    expect(await subjects(run)).toEqual(['Add four.txt', 'Add three.txt'])
    await run(...flags, 'fetch', '-q', '--deepen', '1')
    expect(await subjects(run)).toEqual(['Add four.txt', 'Add three.txt', 'Add two.txt'])
    await commitFile('five.txt', 'five')
    await run(...flags, 'fetch', '-q')
    expect(await subjects(run)).toHaveLength(4)
    await run(...flags, 'fetch', '-q', '--unshallow')
    expect(await subjects(run)).toHaveLength(6)
    expect(await run('fsck', '--strict')).toBe('')
  })

  it('ends a history at a time or before a ref', async () => {
    await octokit().git.createRef({ ...repo, ref: 'refs/tags/old', sha: await shaOf('main') })
    await commitFile('one.txt', 'one', 'main', '2030-01-01T00:00:00Z')
    await commitFile('two.txt', 'two', 'main', '2030-01-03T00:00:00Z')
    const git = await gitClient()
    const flags = ['-c', `protocol.version=${version}`, 'clone', '-q', '--single-branch'] as const
    await git.run(...flags, '--shallow-since', '2030-01-02T00:00:00Z', urlOf(), 'since')
    expect(await subjects(git.in('since'))).toEqual(['Add two.txt'])
    await git.run(...flags, '--shallow-exclude', 'old', urlOf(), 'not')
    expect(await subjects(git.in('not'))).toEqual(['Add two.txt', 'Add one.txt'])
    const { code, stderr } = await git.attempt('.', ...flags, '--shallow-since', '2031-01-01', urlOf(), 'none')
    expect([code, stderr]).toEqual([128, expect.stringContaining('no commits selected for shallow requests')])
  })
})

describe.skipIf(!hasGit)('the credentials of git', () => {
  const lsRemote = async (url: string, ...flags: readonly string[]) => {
    const git = await gitClient()
    const { code, stderr } = await git.attempt('.', ...flags, 'ls-remote', url, 'HEAD')
    return [code, stderr.replaceAll(/http:\S+/g, 'URL')]
  }

  it('are a token in the URL, or a header', async () => {
    expect(await lsRemote(urlOf('acme/website.git', 'octocat'))).toEqual([0, ''])
    const basic = `http.extraHeader=Authorization: Basic ${Buffer.from('x-access-token:octocat').toString('base64')}`
    expect(await lsRemote(urlOf('acme/website.git'), '-c', basic)).toEqual([0, ''])
    const bearer = 'http.extraHeader=Authorization: Bearer octocat'
    expect(await lsRemote(urlOf('acme/website.git'), '-c', bearer)).toEqual([0, ''])
  })

  it('are asked for where a stranger reads a private repository', async () => {
    const [code, stderr] = await lsRemote(urlOf('acme/website.git'))
    expect([code, stderr]).toEqual([128, expect.stringContaining('could not read Username')])
  })

  it('show a private repository to nobody else', async () => {
    expect(await lsRemote(urlOf('acme/website.git', 'monalisa'))).toEqual([
      128,
      "remote: Repository not found.\nfatal: repository 'URL not found\n",
    ])
    expect(await lsRemote(urlOf('acme/website.git', 'reader'))).toEqual([
      128,
      "remote: Repository not found.\nfatal: repository 'URL not found\n",
    ])
  })

  it('are refused when they are wrong', async () => {
    expect(await lsRemote(urlOf('acme/website.git', 'wrong'))).toEqual([
      128,
      'remote: Invalid username or token. Password authentication is not supported for Git operations.\n' +
        "fatal: Authentication failed for 'URL\n",
    ])
  })
})
