import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

/**
 * Writes a module of packed texts, unless the one that is there was made of the same source by the same scripts.
 *
 * @param {object} options
 * @param {string} options.file the module
 * @param {string} options.script the URL of the script that writes it
 * @param {string} options.source the text that the module is made of
 * @param {() => string | Promise<string>} options.code returns the code of the module
 */
export async function writePackedModule({ file, script, source, code }) {
  const digest = createHash('sha256').update(source)
  for (const url of [script, import.meta.url]) digest.update(readFileSync(fileURLToPath(url)))
  const name = basename(fileURLToPath(script))
  const header = `// Written by scripts/${name}. Digest of its sources: ${digest.digest('hex')}\n`
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(header)) return
  const text = `${header}${await code()}`
  // Another process may read the module at the same time: it is there whole or not at all.
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
}

/**
 * Returns the code of a constant that holds a text, compressed by Brotli, in base64.
 *
 * @param {string} comment describes the text
 * @param {string} name the name of the constant
 * @param {string} text
 */
export function packedConstant(comment, name, text) {
  const lines =
    brotliCompressSync(text)
      .toString('base64')
      .match(/.{1,110}/g) ?? []
  return `\n/** ${comment} */\nexport const ${name} = [\n${lines.map((line) => `  '${line}',\n`).join('')}].join('')\n`
}
