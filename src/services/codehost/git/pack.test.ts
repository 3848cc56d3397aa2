import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outputSync } from '#testkit/launch.ts'
import { applyDelta } from './delta.ts'
import { blob, commit, objectBytes, tag, tree, type GitObject } from './objects.ts'
import { parseObject } from './parse-object.ts'
import { packInFile, packInMemory } from './pack-source.ts'
import { objectsOfPack, readPack } from './read-pack.ts'
import { writePack } from './write-pack.ts'

const person = { name: 'A', email: 'a@example.com', at: 1_700_000_000_000, offset: -150 }

const LINES = Array.from({ length: 200 }, (_, at) => `line ${at * 7919}`)

/** Objects of every kind, with blobs of 0 bytes to more than a megabyte. */
function sample(): GitObject[] {
  const blobs = [
    blob(''),
    blob('text\n'),
    blob(new Uint8Array([0, 255, 128])),
    blob('🦄'.repeat(400_000)),
    blob(`x${'🦄'.repeat(400_000)}`),
    blob(Buffer.alloc(3_000_001, 255)),
    // Two that differ in a line.
    blob(LINES.join('\n')),
    blob(LINES.toSpliced(100, 1, 'changed').join('\n')),
  ]
  const root = tree(blobs.map(({ sha }, at) => ({ path: `file-${at}`, mode: '100644', sha })))
  const made = commit({ tree: root.sha, parents: [], author: person, committer: person, message: 'One\n' })
  const named = tag({ object: made.sha, type: 'commit', tag: 'v1', tagger: person, message: 'v1\n' })
  return [...blobs, root, made, named]
}

async function packOf(objects: readonly GitObject[]): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of writePack(objects)) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('a pack', () => {
  it('is read as it was written', async () => {
    const objects = sample()
    const read = objectsOfPack(await readPack(packInMemory(await packOf(objects))), () => undefined)
    expect([...read.values()]).toEqual(objects)
  })

  it('is read from the middle of a file as from memory', async () => {
    const objects = sample()
    const folder = mkdtempSync(join(tmpdir(), 'pack-'))
    const path = join(folder, 'body')
    try {
      writeFileSync(path, Buffer.concat([Buffer.from('before'), await packOf(objects)]))
      const source = packInFile(path, statSync(path).size, 6)
      expect([...objectsOfPack(await readPack(source), () => undefined).values()]).toEqual(objects)
      source.close()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is one that git reads', async () => {
    const objects = sample()
    const folder = mkdtempSync(join(tmpdir(), 'pack-'))
    try {
      const git = (input: Buffer, ...parameters: string[]) =>
        outputSync('git', ['--git-dir', folder, ...parameters], { input }).toString()
      outputSync('git', ['init', '-q', '--bare', folder])
      git(await packOf(objects), 'index-pack', '--strict', '--stdin')
      const list = Buffer.from(objects.map(({ sha }) => `${sha}\n`).join(''))
      const sizes = objects.map((object) => `${object.sha} ${object.kind} ${objectBytes(object).length}\n`)
      expect(git(list, 'cat-file', '--batch-check')).toBe(sizes.join(''))
      // git's own pack of the same objects has deltas.
      const pack = outputSync(
        'git',
        ['--git-dir', folder, 'pack-objects', '--stdout', '-q', '--no-reuse-object', '--delta-base-offset'],
        { input: list },
      )
      const entries = await readPack(packInMemory(pack))
      expect(entries.some((entry) => 'delta' in entry)).toBe(true)
      const read = objectsOfPack(entries, () => undefined)
      expect([...read.keys()].sort()).toEqual(objects.map(({ sha }) => sha).sort())
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is written in pieces of less than 256 KB, also when its objects are large', async () => {
    const bytes = Buffer.alloc(24_000_000)
    for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(Math.imul(at, 2654435761) >>> 0, at)
    let largest = 0
    for await (const piece of writePack([blob(bytes)])) largest = Math.max(largest, piece.length)
    expect(largest).toBeLessThan(256 * 1024)
  })

  it('is refused when any byte of it has changed or is missing', async () => {
    const pack = await packOf(sample().filter((object) => object.kind !== 'blob' || object.size < 100))
    await fc.assert(
      fc.asyncProperty(fc.nat(pack.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(pack)
        changed[at] = (changed[at] ?? 0) ^ change
        await expect(readPack(packInMemory(changed))).rejects.toThrow()
        await expect(readPack(packInMemory(pack.subarray(0, at)))).rejects.toThrow()
      }),
      { numRuns: 100 },
    )
  })
})

describe('a delta', () => {
  it('copies from its base and inserts', () => {
    const base = Buffer.from('hello world')
    // Sizes 11 and 10, a copy of 6 bytes from 0, and 4 bytes of its own.
    const delta = Buffer.from([11, 10, 0x90, 6, 4, ...Buffer.from('moon')])
    expect(applyDelta(base, delta).toString()).toBe('hello moon')
  })

  it.each([
    ['has another base', [12, 1, 0x90, 1]],
    ['copies from beyond its base', [11, 6, 0x91, 8, 6]],
    ['makes less than it says', [11, 10, 0x90, 6]],
    ['makes more than it says', [11, 2, 0x90, 6]],
    ['is cut off', [11, 4, 4, 1]],
    ['has the reserved code', [11, 1, 0]],
    ['is empty', []],
  ])('is refused when it %s', (_name, bytes) => {
    expect(() => applyDelta(Buffer.from('hello world'), Uint8Array.from(bytes))).toThrow('failed to apply delta')
  })
})

describe('an object of git', () => {
  const sha = '1'.repeat(40)
  const people = 'author A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n'

  it.each([
    ['a commit without a message', `tree ${sha}\n${people}\n`],
    ['a commit with an encoding', `tree ${sha}\n${people}encoding latin1\n\ncaf\xe9`],
    [
      'a commit with a header of several lines',
      `tree ${sha}\n${people}mergetag object ${sha}\n type commit\n \n x\n\nM\n`,
    ],
    ['a commit whose author has no name', `tree ${sha}\nauthor <a@b> 1 -0000\ncommitter . <> 1 +1400\n\nM\n`],
    ['a commit whose date cannot be read', `tree ${sha}\nauthor A <a@b> soon\ncommitter A <a@b> 1 +0000\n\nM\n`],
  ])('keeps its bytes: %s', (_name, text) => {
    const bytes = Buffer.from(text, 'latin1')
    expect(objectBytes(parseObject('commit', bytes))).toEqual(bytes)
  })

  it('keeps a tag without a tagger, and a tree with names that are not UTF-8', () => {
    const bytes = Buffer.from(`object ${sha}\ntype commit\ntag v1\n\nOld\n`)
    expect(objectBytes(parseObject('tag', bytes))).toEqual(bytes)
    const entry = (name: string) => Buffer.concat([Buffer.from(`100664 ${name}\0`, 'latin1'), Buffer.alloc(20, 1)])
    const entries = Buffer.concat([entry('caf\xe9'), entry('caf\xff')])
    expect(objectBytes(parseObject('tree', entries))).toEqual(entries)
  })

  const entry = (mode: string, name: string) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.alloc(20, 1)])
  it.each([
    ['hasDotgit', 'tree', entry('100644', '.GIT')],
    ['hasDotdot', 'tree', entry('40000', '..')],
    ['fullPathname', 'tree', entry('100644', 'a/b')],
    ['emptyName', 'tree', entry('100644', '')],
    ['badFilemode', 'tree', entry('100600', 'a')],
    ['duplicateEntries', 'tree', Buffer.concat([entry('100644', 'a'), entry('40000', 'a')])],
    ['treeNotSorted', 'tree', Buffer.concat([entry('100644', 'b'), entry('100644', 'a')])],
    ['badTree', 'tree', entry('100644', 'a').subarray(0, 12)],
    ['missingTree', 'commit', Buffer.from(`${people}\nM`)],
    ['badParentSha1', 'commit', Buffer.from(`tree ${sha}\nparent x\n${people}\nM`)],
    ['missingCommitter', 'commit', Buffer.from(`tree ${sha}\nauthor A <a@b> 1 +0000\n\nM`)],
    ['badType', 'tag', Buffer.from(`object ${sha}\ntype thing\ntag v1\n\nM`)],
  ] as const)('is refused as %s', (id, kind, bytes) => {
    expect(() => parseObject(kind, bytes)).toThrow(`: ${id}: `)
  })
})
