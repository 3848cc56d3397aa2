// Writes codehost's copy of SPDX's texts of licenses, as a module of one constant that git ignores: the texts are
// compressed, and come from a package that users need not install.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packedConstant, writePackedModule } from './packed-module.mjs'

/** The module, from the root. */
const MODULE = 'src/services/codehost/rules/repos/license-texts.generated.ts'

/** The folder of the package that has a file for each license. */
const SOURCE = 'node_modules/spdx-license-list/licenses'

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
export async function writeLicenseTexts(root) {
  const entries = IDS.map((id) => [id, JSON.parse(readFileSync(join(root, SOURCE, `${id}.json`), 'utf8')).licenseText])
  const texts = JSON.stringify(Object.fromEntries(entries))
  await writePackedModule({
    file: join(root, MODULE),
    script: import.meta.url,
    source: texts,
    code: () => packedConstant('The texts by SPDX id, as JSON, compressed by Brotli, in base64.', 'TEXTS', texts),
  })
}
