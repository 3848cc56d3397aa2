// Writes package.json and package-lock.json into a folder, with only the development dependencies that the build
// imports: a tenth of all, so that an image is built in a minute. `npm install` keeps the versions of the lock.
// `node scripts/build/needed-packages.mjs <folder>`
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The sources of what is built, and of what builds it. */
const SOURCES = /^(src|scripts|scripts\/(build|detect|generate))\/[^/]+\.m?ts$|^src\/.*\.ts$|^scripts\/[^/]+\.mjs$/

/** Tests, and programs that only tests run. */
const TESTS = /\.(test|fixture)\.ts$|^src\/testkit\/|^scripts\/test-/

/** An import of a package, or a file of one: the name of the package. Types need not be installed. */
const USE = /(?:\bfrom |\bimport(?! type\b) ?\(?|\brequire\(|node_modules\/)'?((?:@[\w-]+\/)?[a-z][\w.-]*)/g

/**
 * Returns the packages that the build of a project imports, by name.
 *
 * @param {string} root the folder of the project
 */
export function neededPackages(root) {
  const files = ['src', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  const names = new Set()
  for (const file of files.filter((each) => SOURCES.test(each) && !TESTS.test(each))) {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/^(import|export) type [^']*'[^']*'/gm, '')
    for (const [, name] of text.matchAll(USE)) names.add(name)
  }
  return names
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? '')
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
  const { devDependencies, peerDependencies } = manifest
  const needed = neededPackages(process.cwd())
  // Peers are never bundled.
  for (const name of Object.keys(devDependencies))
    if (!needed.has(name) || name in peerDependencies) delete devDependencies[name]
  mkdirSync(folder, { recursive: true })
  const written = { ...manifest, devDependencies, peerDependencies: {}, peerDependenciesMeta: {} }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(written, null, 2))
  copyFileSync('package-lock.json', join(folder, 'package-lock.json'))
}
