import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Finding } from './finding.ts'

/** The runners with the first version that is supported and the first one that is not known to be. */
const RUNNERS = [
  { name: 'vitest', from: [3, 2], below: 6 },
  { name: 'jest', from: [29, 0], below: 31 },
  { name: '@playwright/test', from: [1, 50], below: 2 },
] as const

/** The first version of Node.js that is supported. */
const NODE = [20, 19] as const

/** Checks the versions of Node.js and of the runners that a project has. */
export function checkVersions(root: string, node = process.versions.node): Finding[] {
  const old = isBelow(node, NODE)
    ? [problem(`Node.js ${node} is not supported: 20.19 is the first that is`, 'use Node.js 24')]
    : []
  const runners = RUNNERS.flatMap(({ name, from, below }) => {
    const version = versionOf(root, name)
    if (version === null) return []
    const supported = `${from.join('.')} to ${below - 1}`
    const isNew = Number(version.split('.')[0]) >= below
    if (!isNew && !isBelow(version, from)) return []
    return [
      problem(
        `${name} ${version} is not supported: versions ${supported} are`,
        `npm install --save-dev ${name}@${below - 1}`,
      ),
    ]
  })
  return [...old, ...runners]
}

function versionOf(root: string, name: string): string | null {
  const paths = createRequire(join(root, 'package.json')).resolve.paths(name) ?? []
  for (const folder of paths) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { version?: string }
      return manifest.version ?? null
    } catch {
      // It is in a folder above, or nowhere.
    }
  }
  return null
}

function isBelow(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number)
  return ownMajor < major || (ownMajor === major && ownMinor < minor)
}

function problem(message: string, fix: string): Finding {
  return { check: 'versions', kind: 'problem', file: null, line: null, message, fix }
}
