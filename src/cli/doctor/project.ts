import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { glob } from 'tinyglobby'
import type { CheckedFile, PackageFacts } from './checked-file.ts'
import { enablesLocal, passesLocal } from './interceptors.ts'
import { Origins } from './origins.ts'
import { resetsHere } from './resets.ts'
import { bare, literalOf, nameOf, parseCode, parseJson, type Node } from './syntax.ts'

/** One package of a project: the root, or a member of its workspace. */
export interface ProjectPackage {
  /** The folder from the project's root, with forward slashes; empty for the root. */
  readonly folder: string
  /** The code of the package, without that of packages below it. */
  readonly files: readonly CheckedFile[]
  /** The package.json, and a configuration of Jest in JSON. */
  readonly json: readonly CheckedFile[]
  /** The files that could not be parsed. */
  readonly unreadable: readonly string[]
}

/** Texts of which a file has one when it has to do with a vendor; no other file is parsed. */
const HINTS = (
  'octokit stripe slack vercel resend clerk mongo aws okta msal google github process.env node:process msw ' +
  'onUnhandledRequest nock backlot'
).split(' ')

/** Files that configure a program. */
const CONFIGURATION = /(^|\/)[\w.-]+\.config\.[cm]?[jt]s$|(^|\/)vitest\.workspace\.[cm]?[jt]s$/

const TEST = /\.(test|spec|cy)\.[cm]?[jt]sx?$|(^|\/)(tests?|__tests__|e2e)\//

/** Reads the packages of a project, which are in these folders of it. */
export async function readPackages(root: string, folders: readonly string[]): Promise<ProjectPackage[]> {
  const paths = await glob('**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', {
    cwd: root,
    ignore: [
      '**/{node_modules,dist,build,out,coverage,.next,.nuxt,.svelte-kit,.output,.git}/**',
      '**/*.d.ts',
      '**/*.min.js',
    ],
  })
  const owner = (path: string): string =>
    folders.filter((folder) => isBelow(path, folder)).toSorted((one, other) => other.length - one.length)[0] ?? ''
  return folders.map((folder) => {
    const unreadable: string[] = []
    const files = paths
      .filter((path) => owner(path) === folder)
      .toSorted()
      .flatMap((path) => {
        const text = readFileSync(join(root, path), 'utf8')
        if (!CONFIGURATION.test(path) && !HINTS.some((hint) => text.includes(hint))) return []
        const syntax = parseCode(path, text)
        if (syntax === null) unreadable.push(path)
        return syntax === null ? [] : [checked(syntax)]
      })
    const json = ['package.json', 'jest.config.json'].flatMap((name) => {
      const path = posix.join(folder, name)
      if (!existsSync(join(root, path))) return []
      const syntax = parseJson(path, readFileSync(join(root, path), 'utf8'))
      return syntax === null ? [] : [checked(syntax)]
    })
    return { folder, files, json, unreadable }
  })
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

function checked(syntax: CheckedFile['syntax']): CheckedFile {
  const { path } = syntax
  const isConfiguration = CONFIGURATION.test(path)
  return { syntax, origins: new Origins(syntax), isTest: TEST.test(path), isConfiguration }
}

/**
 * Returns the facts about a package. What the configuration of a package above says counts too: the root of a workspace
 * may configure the runner of all.
 */
export function factsOf(
  own: ProjectPackage,
  all: readonly ProjectPackage[],
  services: ReadonlySet<string>,
): PackageFacts {
  const above = all.filter((each) => each !== own && isBelow(own.folder, each.folder))
  const files = [
    ...own.files,
    ...own.json,
    ...above.flatMap((each) => [...each.json, ...each.files.filter(({ isConfiguration }) => isConfiguration)]),
  ]
  const texts = files.flatMap(textsOf)
  const packages = new Set(files.flatMap(({ origins }) => [...origins.packages]))
  const environment = ['backlot/jest', 'backlot/jest/jsdom'].some((name) => texts.includes(name))
  const runs = scriptsOf(files).some((script) => script.includes('backlot exec'))
  return {
    realHosts:
      runs || packages.has('backlot/intercept') || texts.includes('backlot/intercept') || files.some(answersForHosts),
    setsVariablesFirst: runs || environment || texts.includes('backlot/vitest/setup') || files.some(hasPlugin),
    programs: programsOf(own),
    services,
    runner: runnerOf(own, all),
    resets: environment || files.some(resetsHere),
    nockAllowsLocal: own.files.some(enablesLocal),
    mswAllowsLocal: own.files.some(passesLocal),
  }
}

/** Returns the texts of a file that may name a module: its strings, and the environments of its docblocks. */
function textsOf({ syntax }: CheckedFile): string[] {
  const named = syntax.comments.flatMap((comment) => /@jest-environment\s+(\S+)/.exec(comment)?.[1] ?? [])
  return [...syntax.nodes.flatMap(({ node }) => literalOf(node) ?? []), ...named]
}

/** Returns whether a file has `hosts: 'real'` in the options of the plugin, an environment or a fixture. */
function answersForHosts({ syntax, origins, isConfiguration }: CheckedFile): boolean {
  const isOptions =
    isConfiguration || syntax.path.endsWith('.json') || [...origins.packages].some((name) => name.startsWith('backlot'))
  return isOptions && syntax.nodes.some(({ node }) => nameOf(node) === 'hosts' && valueOf(node) === 'real')
}

function valueOf(node: Node): string | null {
  return node.type === 'ObjectProperty' ? literalOf(bare(node.value)) : null
}

/** Returns whether a file calls Vitest's plugin. */
function hasPlugin({ syntax, origins }: CheckedFile): boolean {
  return syntax.nodes.some(({ node }) => {
    const origin = node.type === 'CallExpression' ? origins.of(node.callee) : null
    return origin?.package === 'backlot/vitest' && origin.name === 'backlot'
  })
}

/** Returns the scripts of the package.json among files. */
export function scriptsOf(files: readonly CheckedFile[]): string[] {
  return files.flatMap(({ syntax }) =>
    syntax.path.endsWith('package.json')
      ? syntax.nodes.flatMap(({ node, parents }) => {
          const holder = parents.at(-2)
          return holder !== undefined && nameOf(holder) === 'scripts' ? (valueOf(node) ?? []) : []
        })
      : [],
  )
}

/** Returns the paths that the scripts of a package and the commands in its options name. */
function programsOf({ folder, files, json }: ProjectPackage): ReadonlySet<string> {
  const commands = files.flatMap(({ syntax }) =>
    syntax.nodes.flatMap(({ node }) => (nameOf(node) === 'command' ? (valueOf(node) ?? []) : [])),
  )
  const words = [...scriptsOf(json), ...commands].flatMap((line) => line.split(/\s+/))
  return new Set(words.map((word) => posix.join(folder, word)))
}

/** Returns the runner of a package, or of one above it: by its dependencies, Vitest where it has several. */
function runnerOf(own: ProjectPackage, all: readonly ProjectPackage[]): PackageFacts['runner'] {
  const above = all
    .filter(({ folder }) => isBelow(own.folder, folder))
    .toSorted((one, other) => other.folder.length - one.folder.length)
  for (const { json, files } of [own, ...above]) {
    const names = new Set(json.flatMap(({ syntax }) => syntax.nodes.flatMap(({ node }) => nameOf(node) ?? [])))
    const imported = new Set(files.flatMap(({ origins }) => [...origins.packages]))
    const has = (name: string): boolean => names.has(name) || imported.has(name)
    if (has('vitest') || has('backlot/vitest')) return 'vitest'
    if (has('jest') || has('@jest/globals')) return 'jest'
    if (has('@playwright/test') || has('backlot/playwright')) return 'playwright'
  }
  return 'vitest'
}
