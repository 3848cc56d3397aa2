import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, posix } from 'node:path'
import type { Finding } from './finding.ts'
import { lineOf, nameOf, parseJson } from './syntax.ts'

/** The runners with the first version that is supported and the first one that is not known to be. */
const RUNNERS = [
  { name: 'vitest', from: [3, 2], below: 6 },
  { name: 'jest', from: [29, 0], below: 31 },
  { name: '@playwright/test', from: [1, 50], below: 2 },
] as const

/** Runners without a fixture: their tests start an instance themselves. */
const OTHER_RUNNERS = ['mocha', 'ava', 'jasmine', 'tap', 'uvu', 'cypress']

/** The first version of Node.js that is supported. */
const NODE = [20, 19] as const

/** Checks the versions of Node.js and of the runners that a package of a project has. */
export function checkVersions(root: string, folder = '', node = process.versions.node): Finding[] {
  const old =
    folder === '' && isBelow(node, NODE)
      ? [problem(`Node.js ${node} is not supported: 20.19 is the first that is`, 'use Node.js 24')]
      : []
  const file = posix.join(folder, 'package.json')
  const names = dependenciesOf(root, file)
  const runners = RUNNERS.flatMap(({ name, from, below }) => {
    const version = versionOf(join(root, folder), name)
    // Below the root only what the package itself depends on: the rest was found there.
    if (version === null || (folder !== '' && !names.has(name))) return []
    const supported = `${from.join('.')} to ${below - 1}`
    const isNew = Number(version.split('.')[0]) >= below
    if (!isNew && !isBelow(version, from)) return []
    const message = `${name} ${version} is not supported: versions ${supported} are`
    const line = names.get(name) ?? null
    return [{ ...problem(message, `npm install --save-dev ${name}@${below - 1}`), file, line }]
  })
  return [...old, ...pinnedNode(root, folder), ...runners, ...otherRunners(names, file)]
}

/** Finds a file that selects a version of Node.js which is not supported. */
function pinnedNode(root: string, folder: string): Finding[] {
  return ['.nvmrc', '.node-version'].flatMap((name): Finding[] => {
    const file = posix.join(folder, name)
    const version = readIfPresent(join(root, file))?.trim().replace(/^v/, '') ?? ''
    if (!/^\d+(\.\d+){0,2}$/.test(version)) return []
    // A version without a minor is the latest of its major.
    const isOld = version.includes('.') ? isBelow(version, NODE) : Number(version) < NODE[0]
    if (!isOld) return []
    return [{ ...problem(`Node.js ${version} is not supported: 20.19 is the first that is`, '24'), file, line: 1 }]
  })
}

function otherRunners(names: ReadonlyMap<string, number>, file: string): Finding[] {
  const found = OTHER_RUNNERS.find((name) => names.has(name))
  if (found === undefined || RUNNERS.some(({ name }) => names.has(name))) return []
  const message = `${found} has no fixture: its tests start an instance themselves, and reset it`
  const fix = "const codehost = await createEmulator({ service: 'codehost' }); beforeEach(() => codehost.reset())"
  return [{ check: 'versions', kind: 'note', file, line: names.get(found) ?? null, message, fix }]
}

/** Returns the names that a package.json depends on, each with its line. */
function dependenciesOf(root: string, file: string): ReadonlyMap<string, number> {
  const { nodes = [] } = parseJson(file, readIfPresent(join(root, file)) ?? '{}') ?? {}
  return new Map(
    nodes.flatMap(({ node, parents }) => {
      const holder = parents.at(-2)
      const isDependency = /^(dev)?dependencies$/i.test((holder === undefined ? null : nameOf(holder)) ?? '')
      const name = isDependency ? nameOf(node) : null
      return name === null ? [] : [[name, lineOf(node)] as const]
    }),
  )
}

function versionOf(directory: string, name: string): string | null {
  const paths = createRequire(join(directory, 'package.json')).resolve.paths(name) ?? []
  for (const folder of paths) {
    const text = readIfPresent(join(folder, name, 'package.json'))
    // Else it is in a folder above, or nowhere.
    if (text !== null) return (JSON.parse(text) as { version?: string }).version ?? null // as npm installs it
  }
  return null
}

function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function isBelow(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number)
  return ownMajor < major || (ownMajor === major && ownMinor < minor)
}

function problem(message: string, fix: string): Finding {
  return { check: 'versions', kind: 'problem', file: null, line: null, message, fix }
}
