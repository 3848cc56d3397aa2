import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The cost of an installation of the built package. */
interface Installed {
  /** The size of all files, in bytes. */
  readonly bytes: number
  /** The number of packages, backlot among them. */
  readonly packages: number
  /** The time that npm takes when its cache has all packages, in milliseconds. */
  readonly time: number
}

/** Installs the built package into an empty project, twice: the first time fills npm's cache. */
export function installed(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-install-'))
  // `npm run` tells its own project to every npm below it.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  const npm = (...words: string[]): string => execFileSync('npm', words, { cwd: folder, env, encoding: 'utf8' })
  try {
    const [{ filename }] = JSON.parse(npm('pack', process.cwd(), '--ignore-scripts', '--json')) as [
      { filename: string },
    ] // of npm
    let time = 0
    for (let round = 0; round < 2; round++) {
      for (const made of ['node_modules', 'package-lock.json'])
        rmSync(join(folder, made), { recursive: true, force: true })
      writeFileSync(join(folder, 'package.json'), '{ "private": true }')
      const before = performance.now()
      npm('install', '--prefer-offline', '--no-audit', '--no-fund', `./${filename}`)
      time = performance.now() - before
    }
    const files = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    const sizes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size)
    const list = JSON.parse(npm('query', '*')) as readonly unknown[] // of npm, the project itself among them
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), packages: list.length - 1, time }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
