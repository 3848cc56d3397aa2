import { describe, expect } from 'vitest'
import { serviceTest } from '#testkit/service-test.ts'
import { Random } from '#codehost/git/git.fixture.ts'
import { gitClient, hasGit, type GitClient } from './git-client.fixture.ts'

const it = serviceTest('codehost', {
  seed: {
    tokens: { octocat: { login: 'octocat', scopes: ['repo', 'workflow'] } },
    codehost: { users: [{ login: 'octocat' }], repos: [{ owner: 'octocat', name: 'random' }] },
  },
})

/** Names that git or a reader of its formats may take for something else. */
const NAMES = [
  'a',
  'a.txt',
  'a-b',
  'a/b',
  'ä ö/ü.txt',
  '日本/語',
  '🦄',
  'with\nline',
  'tab\there',
  `${'long/'.repeat(40)}end`,
  `${'x'.repeat(200)}.txt`,
  '-dash',
  '"quoted"',
  'trailing ',
  '.hidden/file',
] as const

/** Makes random commits in a repository, with every kind of object that git has. */
async function makeHistory(git: GitClient, random: Random): Promise<void> {
  const run = git.in('work')
  const at = (count: number) => ['-c', `user.name=N${count}`] as const
  await git.run('init', '-q', 'work')
  for (let count = 0; count < 12; count++) {
    const path = random.pick(NAMES)
    const content = random.chance(0.2)
      ? Buffer.from(random.list(random.below(4000), () => random.below(256)))
      : random.list(random.below(200), () => `line ${random.below(40)}\n`).join('')
    const file = path === 'a' || path === 'a/b' ? `${path}-${count}` : path
    await git.write(`work/${file}`, content)
    await run('add', '-A')
    if (random.chance(0.2)) await run('update-index', '--chmod=+x', '--', file)
    if (random.chance(0.3)) {
      const target = await run('rev-parse', 'HEAD').catch(() => '1'.repeat(40))
      await run('update-index', '--add', '--cacheinfo', `160000,${target},modules/m${count}`)
      const link = await git.hash('work', random.pick(NAMES))
      await run('update-index', '--add', '--cacheinfo', `120000,${link},links/l${count}`)
    }
    const message = random.pick(['Short', 'Subject\n\nBody\n', 'Ünï ✓ 🦄', '  spaces  ', ''])
    const verbatim = ['--allow-empty', '--allow-empty-message', '--cleanup=verbatim', '-m', message]
    await run(...at(count), 'commit', '-q', ...verbatim)
    if (random.chance(0.3)) await run('branch', `branch-${count}`)
    if (random.chance(0.3)) await run('tag', `light-${count}`)
    if (random.chance(0.3))
      await run('tag', '-a', '--cleanup=verbatim', '-m', message === '' ? 'x' : message, `tag-${count}`)
    if (count > 1 && random.chance(0.4)) {
      const side = await run('commit-tree', 'HEAD~1^{tree}', '-p', 'HEAD~1', '-m', 'Beside')
      await run('branch', `side-${count}`, side)
      const merge = await run('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-p', side, '-m', 'Merge')
      await run('update-ref', 'HEAD', merge)
    }
    if (random.chance(0.2)) await run('mv', '-f', '--', file, `moved-${count}`).catch(() => '')
  }
  await run('commit', '-q', '--allow-empty', '-m', 'After the renames')
}

/** Adds a merge of many parents, and objects with unusual headers. */
async function makeUnusual(git: GitClient): Promise<void> {
  const run = git.in('work')
  const tree = await run('rev-parse', 'HEAD^{tree}')
  const parents: string[] = []
  for (let count = 0; count < 4; count++)
    parents.push(await run('commit-tree', tree, '-p', 'HEAD', '-m', `Side ${count}`))
  const octopus = await run('commit-tree', tree, ...parents.flatMap((sha) => ['-p', sha]), '-m', 'Octopus')
  await run('branch', 'octopus', octopus)
  const person = 'A <a@example.com> 1700000000'
  const signature = '-----BEGIN PGP SIGNATURE-----\n\nabc=\n-----END PGP SIGNATURE-----'
  const objects: Record<string, [kind: 'commit' | 'tag', bytes: Buffer]> = {
    encoded: [
      'commit',
      Buffer.concat([
        Buffer.from(`tree ${tree}\nauthor ${person} -0000\ncommitter ${person} +1345\nencoding ISO-8859-1\n\n`),
        Buffer.from('caf\xe9\n', 'latin1'),
      ]),
    ],
    signed: [
      'commit',
      Buffer.from(
        `tree ${tree}\nparent ${octopus}\nauthor ${person} -0730\ncommitter ${person} +0000\n` +
          `gpgsig ${signature.replaceAll('\n', '\n ')}\n\nSigned\n`,
      ),
    ],
    tagged: [
      'commit',
      Buffer.from(
        `tree ${tree}\nparent ${octopus}\nauthor ${person} +0000\ncommitter ${person} +0000\n` +
          `mergetag object ${octopus}\n type commit\n tag v0\n tagger ${person} +0000\n \n Old\n\nMerge\n`,
      ),
    ],
    'signed-tag': [
      'tag',
      Buffer.from(`object ${octopus}\ntype commit\ntag signed-tag\ntagger ${person} +0100\n\nSigned\n${signature}\n`),
    ],
    'tree-tag': ['tag', Buffer.from(`object ${tree}\ntype tree\ntag tree-tag\ntagger ${person} +0000\n\nA tree\n`)],
  }
  for (const [name, [kind, bytes]] of Object.entries(objects)) {
    const sha = await git.hash('work', bytes, kind)
    await run('update-ref', kind === 'tag' ? `refs/tags/${name}` : `refs/heads/${name}`, sha)
  }
  await run('tag', '-a', '-m', 'A tag of a tag', 'nested', 'signed-tag')
}

describe.skipIf(!hasGit)('a repository of git', () => {
  it.for([1, 2])(
    'is pushed and cloned without a change, for seed %s',
    { timeout: 60_000 },
    async (seed, { codehost }) => {
      const random = new Random(seed)
      const git = await gitClient()
      await makeHistory(git, random)
      await makeUnusual(git)
      const work = git.in('work')
      const url = `${codehost.url.replace('://', '://x:octocat@')}/octocat/random.git`
      // In several pushes, so that later packs have deltas on objects that are already there.
      const middle = (await work('rev-list', '--first-parent', 'HEAD')).split('\n')[6]
      await work('push', '-q', url, `${middle}:refs/heads/main`)
      await work('push', '-q', url, '--all')
      await work('push', '-q', url, '--tags')
      await git.run('clone', '-q', '--mirror', '-c', `protocol.version=${seed % 2 === 0 ? 0 : 2}`, url, 'mirror')
      const mirror = git.in('mirror')
      const { stderr, code } = await git.attempt('mirror', 'fsck', '--strict')
      expect([code, stderr.replaceAll(/^warning.*\n/gm, '')]).toEqual([0, ''])
      const refs = ['for-each-ref', '--format=%(refname) %(objectname) %(*objectname)']
      expect(await mirror(...refs)).toBe(await work(...refs))
      const list = ['rev-list', '--objects', '--all']
      expect((await work(...list)).split('\n').length).toBeGreaterThan(60)
      expect((await mirror(...list)).split('\n').sort()).toEqual((await work(...list)).split('\n').sort())
    },
  )
})
