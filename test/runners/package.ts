import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const CACHE = join(ROOT, 'node_modules', '.cache', 'backlot')

/** The time that another worker may take to pack, in milliseconds. */
const PATIENCE = 180_000

/**
 * Returns the folder of this package as a user installs it. The first worker packs and unpacks it, once for each build.
 * BACKLOT_PACKAGE names a folder to use instead.
 *
 * @throws Error when nothing has been built.
 */
export function unpackedPackage(): string {
  const given = process.env['BACKLOT_PACKAGE']
  if (given !== undefined && given !== '') return given
  const built = statSync(join(ROOT, 'dist', 'index.js'), { throwIfNoEntry: false })
  if (built === undefined) throw new Error('these tests run on the built package: npm run build')
  const name = `packed-${Math.round(built.mtimeMs)}`
  const folder = join(CACHE, name)
  const ready = join(folder, 'package')
  mkdirSync(CACHE, { recursive: true })
  try {
    mkdirSync(folder)
  } catch {
    awaitFolder(ready)
    return ready
  }
  for (const other of readdirSync(CACHE)) {
    if (other.startsWith('packed-') && other !== name) rmSync(join(CACHE, other), { recursive: true, force: true })
  }
  const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const tarball = packed.trim().split('\n').at(-1) ?? ''
  const unpacking = join(folder, 'unpacking')
  mkdirSync(unpacking)
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', unpacking])
  renameSync(join(unpacking, 'package'), ready)
  return ready
}

/** Blocks until another worker of this run has packed. */
function awaitFolder(ready: string): void {
  const deadline = Date.now() + PATIENCE
  const nothing = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(ready)) {
    if (Date.now() > deadline) {
      throw new Error(`no other worker has packed into ${ready} within ${PATIENCE / 1000} s: remove ${CACHE}`)
    }
    Atomics.wait(nothing, 0, 0, 100)
  }
}
