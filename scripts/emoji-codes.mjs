// Writes the vendor's names of emoji with their code points, as a module of one constant that git ignores: the names
// come from a package that users need not install.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packedConstant, writePackedModule } from './packed-module.mjs'

/** The module, from the root. */
const MODULE = 'src/services/codehost/rules/emoji-codes.generated.ts'

/** The file of the vendor's package that has the names. */
const SOURCE = 'node_modules/gemoji/index.js'

/** The code points that the addresses of the vendor's pictures leave out: the joiner and the variation selector. */
const LEFT_OUT = ['200d', 'fe0f']

/**
 * Writes the module, unless the one that is there was made of the same names by this script.
 *
 * @param {string} root the folder of the project
 */
export async function writeEmojiCodes(root) {
  await writePackedModule({
    file: join(root, MODULE),
    script: import.meta.url,
    source: readFileSync(join(root, SOURCE), 'utf8'),
    async code() {
      const { nameToEmoji } = await import('gemoji')
      const codes = Object.entries(nameToEmoji).map(([name, emoji]) => [name, codeOf(emoji)])
      const text = JSON.stringify(Object.fromEntries(codes))
      return packedConstant('Code points by name, as JSON, compressed by Brotli, in base64.', 'CODES', text)
    },
  })
}

/** @param {string} emoji */
function codeOf(emoji) {
  const points = [...emoji].map((each) => (each.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
  return points.filter((each) => !LEFT_OUT.includes(each)).join('-')
}
