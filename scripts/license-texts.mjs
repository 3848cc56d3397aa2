// Writes codehost's copy of SPDX's texts of licenses, as a module of one constant that git ignores: the texts are
// compressed, and come from a package that users need not install. `graphql-schema.mjs` is run in the same places.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const ROOT = resolve(fileURLToPath(new URL('..', import.meta.url)))

/** The module, from the root. */
const MODULE = 'src/services/codehost/rules/repos/license-texts.generated.ts'

/** The folder of the package that has a file for each license. */
const SOURCE = join(ROOT, 'node_modules/spdx-license-list/licenses')

/** The SPDX ids of the licenses in the vendor's list; MIT, which is short, is written in the service. */
const IDS = [
  'AGPL-3.0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'CC0-1.0',
  'EPL-2.0',
  'GPL-2.0',
  'GPL-3.0',
  'LGPL-2.1',
  'MPL-2.0',
  'Unlicense',
]

/**
 * Writes the module, unless the one that is there was made of the same texts by this script.
 *
 * @param {string} root the folder of the project
 */
export function writeLicenseTexts(root) {
  const entries = IDS.map((id) => [id, JSON.parse(readFileSync(join(SOURCE, `${id}.json`), 'utf8')).licenseText])
  const texts = JSON.stringify(Object.fromEntries(entries))
  const digest = createHash('sha256')
    .update(texts)
    .update(readFileSync(fileURLToPath(import.meta.url)))
  const header = `// Written by scripts/license-texts.mjs. Digest of its sources: ${digest.digest('hex')}\n`
  const file = join(root, MODULE)
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(header)) return
  const lines =
    brotliCompressSync(texts)
      .toString('base64')
      .match(/.{1,110}/g) ?? []
  const text = [
    header,
    '\n/** The texts by SPDX id, as JSON, compressed by Brotli, in base64. */\n',
    `export const TEXTS = [\n${lines.map((line) => `  '${line}',\n`).join('')}].join('')\n`,
  ].join('')
  // Another process may read the module at the same time: it is there whole or not at all.
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
}

/** For Vitest, which calls it before the tests. */
export const setup = () => writeLicenseTexts(ROOT)

if (process.argv[1] === fileURLToPath(import.meta.url)) writeLicenseTexts(ROOT)
