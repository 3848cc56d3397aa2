import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManifests } from './read-manifests.ts'
import { manifest, project } from './testing.ts'

async function pathsOf(files: Readonly<Record<string, unknown>>): Promise<string[]> {
  const manifests = await readManifests(await project(files))
  return manifests.map(({ path }) => path).toSorted()
}

async function refusalOf(files: Readonly<Record<string, unknown>>): Promise<string> {
  const root = await project(files)
  return readManifests(root).then(
    () => 'not refused',
    (error: unknown) => String(error).replaceAll(root, '<root>'),
  )
}

describe('package.json', () => {
  it('gives all four kinds of dependencies', async () => {
    const root = await project({
      'package.json': {
        dependencies: { a: '1' },
        devDependencies: { b: '1' },
        peerDependencies: { c: '1' },
        optionalDependencies: { d: '1' },
        bundledDependencies: ['a'],
      },
    })
    expect(await readManifests(root)).toEqual([
      {
        path: 'package.json',
        dependencies: [
          { package: 'a', field: 'dependencies' },
          { package: 'b', field: 'devDependencies' },
          { package: 'c', field: 'peerDependencies' },
          { package: 'd', field: 'optionalDependencies' },
        ],
      },
    ])
  })

  it('is read behind an alias, and behind a byte order mark', async () => {
    const text = JSON.stringify({ dependencies: { github: 'npm:@octokit/rest@22', mail: 'npm:resend' } })
    const [read] = await readManifests(await project({ 'package.json': `\uFEFF${text}` }))
    expect(read?.dependencies.map((dependency) => dependency.package)).toEqual(['@octokit/rest', 'resend'])
  })

  it.each([
    ['{ "dependencies": { "a": "1" "b": "2" } }', ':1:30', 'expected "," or "}" but found "\\""'],
    ['{\n  "name": "x",\n}', ':3:1', 'expected a name in double quotes but found "}"'],
    ['{\n  "workspaces": [1,]\n}', ':2:20', 'expected a value but found "]"'],
    ['{ "name": x }', ':1:11', 'expected a value but found "x"'],
    ['{ "name": "x\n" }', ':1:11', 'expected a string that closes on its line'],
    ['{ "name" "x" }', ':1:10', 'expected ":" but found "\\""'],
    ['{} }', ':1:4', 'expected nothing more but found "}"'],
    ['{ "name": ', ':1:11', 'expected a value but the file ends'],
    ['', ':1:1', 'expected a value but the file ends'],
  ])('that is broken like %j is refused with the place and the fault', async (text, place, fault) => {
    const message = await refusalOf({ 'package.json': text })
    expect(message).toContain(`package.json${place}: broken JSON`)
    expect(message).toContain(fault)
  })

  it('that holds a value of the wrong type is refused', async () => {
    expect(await refusalOf({ 'package.json': '[]' })).toContain('package.json holds a list, expected an object')
    expect(await refusalOf({ 'package.json': { dependencies: ['a'] } })).toContain(
      'package.json: "dependencies" is a list',
    )
    expect(await refusalOf({ 'package.json': { workspaces: 'packages/*' } })).toContain('"workspaces" is a string')
    expect(await refusalOf({ 'package.json': { workspaces: [1] } })).toContain('"workspaces"[0] is a number')
  })

  it('that is missing is refused, and so is a missing directory', async () => {
    expect(await refusalOf({ 'README.md': '' })).toContain('No package.json in <root>.')
    await expect(readManifests('/no/such/place')).rejects.toThrow('No such directory: /no/such/place.')
  })

  it('that is a directory is refused', async () => {
    expect(await refusalOf({ 'package.json/index.js': '' })).toContain("package.json can't be read (EISDIR)")
  })
})

describe('workspaces', () => {
  const members = {
    'packages/api/package.json': manifest('a'),
    'packages/web/package.json': manifest('b'),
    'packages/empty/README.md': '',
    'apps/one/two/package.json': manifest('c'),
    'apps/one/node_modules/x/package.json': manifest('d'),
    'tools/package.json': manifest('e'),
  }

  it('of npm are read from the list in package.json', async () => {
    const root = { 'package.json': { workspaces: ['packages/*', './tools/'] } }
    expect(await pathsOf({ ...root, ...members })).toEqual([
      'package.json',
      'packages/api/package.json',
      'packages/web/package.json',
      'tools/package.json',
    ])
  })

  it('of Yarn are read from the packages of an object', async () => {
    const root = { 'package.json': { workspaces: { packages: ['packages/{api,nothing}'], nohoist: ['**'] } } }
    expect(await pathsOf({ ...root, ...members })).toEqual(['package.json', 'packages/api/package.json'])
    expect(await pathsOf({ 'package.json': { workspaces: { nohoist: ['**'] } } })).toEqual(['package.json'])
  })

  it('of pnpm are read from pnpm-workspace.yaml, negations included', async () => {
    const root = {
      'package.json': {},
      'pnpm-workspace.yaml': "packages:\n  - '!**/web'\n  - 'packages/*' # all\n  - apps/**\n",
    }
    expect(await pathsOf({ ...root, ...members })).toEqual([
      'apps/one/two/package.json',
      'package.json',
      'packages/api/package.json',
    ])
  })

  it('of Lerna are read from the packages in lerna.json', async () => {
    const root = { 'package.json': {}, 'lerna.json': '{ "packages": ["packages/*"] }' }
    expect(await pathsOf({ ...root, ...members })).toEqual([
      'package.json',
      'packages/api/package.json',
      'packages/web/package.json',
    ])
  })

  it('of Nx without workspaces are the directories with a project.json', async () => {
    const root = { 'package.json': {}, 'nx.json': '{}', 'packages/api/project.json': '{}', 'tools/project.json': '{}' }
    expect(await pathsOf({ ...root, ...members })).toEqual([
      'package.json',
      'packages/api/package.json',
      'tools/package.json',
    ])
  })

  it('of pnpm may be none, when the file holds settings only', async () => {
    expect(await pathsOf({ 'package.json': {}, 'pnpm-workspace.yaml': 'catalog:\n  a: 1\n' })).toEqual(['package.json'])
    expect(await pathsOf({ 'package.json': {}, 'pnpm-workspace.yaml': '' })).toEqual(['package.json'])
  })

  it.each([
    [['packages/w*', '!packages/web'], []],
    [['packages/[a-c]??'], ['packages/api/package.json']],
    [['packages/@(web|api)'], ['packages/api/package.json', 'packages/web/package.json']],
    [['packages/!(web)'], ['packages/api/package.json']],
    [['**'], Object.keys(members).filter((path) => path.endsWith('package.json') && !path.includes('node_modules'))],
    [['nothing/*', 'tools/*', 'packages/web/../api'], ['packages/api/package.json']],
  ])('are the directories that %j stands for', async (workspaces, expected) => {
    const found = await pathsOf({ 'package.json': { workspaces }, ...members })
    expect(found.filter((path) => path !== 'package.json')).toEqual(expected.toSorted())
  })

  it('of a member are read too, and each once', async () => {
    const paths = await pathsOf({
      'package.json': { workspaces: ['a', 'a/*', 'a/b'] },
      'a/package.json': { workspaces: ['b', '../a'] },
      'a/b/package.json': {},
    })
    expect(paths).toEqual(['a/b/package.json', 'a/package.json', 'package.json'])
  })

  it('that link back up do not go round for ever', async () => {
    const root = await project({ 'package.json': { workspaces: ['packages/**'] }, 'packages/a/package.json': {} })
    await symlink(root, join(root, 'packages', 'up'))
    expect(await readManifests(root)).toHaveLength(2)
  })

  it('with a broken file are refused by the name of that file', async () => {
    const root = { 'package.json': { workspaces: ['packages/*'] } }
    expect(await refusalOf({ ...root, 'packages/a/package.json': '{' })).toContain('packages/a/package.json:1:2: ')
    expect(await refusalOf({ 'package.json': {}, 'pnpm-workspace.yaml': 'packages: [\n' })).toMatch(
      /pnpm-workspace\.yaml: .+ at line 2, column 1/,
    )
    expect(await refusalOf({ 'package.json': {}, 'pnpm-workspace.yaml': 'packages:\n  - **/a\n' })).toContain(
      'pnpm-workspace.yaml: Unresolved alias',
    )
    expect(await refusalOf({ 'package.json': {}, 'pnpm-workspace.yaml': 'packages: apps/*\n' })).toContain(
      'pnpm-workspace.yaml: "packages" is a string',
    )
  })
})
