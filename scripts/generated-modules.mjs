// Writes the modules of the sources that git ignores, each unless the one that is there was made of the same sources:
// the texts in them come from packages that users need not install, or from sources of the project. What needs the
// sources runs this first: `run.mjs` before each script, the type check, and Vitest.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBrowserPrograms } from './browser-programs.mjs'
import { writeEmojiCodes } from './emoji-codes.mjs'
import { writeGraphqlSchema } from './graphql-schema.mjs'
import { writeLicenseTexts } from './license-texts.mjs'
import { writeSelectParser } from './select-parser.mjs'

const ROOT = resolve(fileURLToPath(new URL('..', import.meta.url)))

/**
 * Writes the modules of a project.
 *
 * @param {string} root the folder of the project
 */
export async function writeGeneratedModules(root) {
  const writers = [writeBrowserPrograms, writeEmojiCodes, writeGraphqlSchema, writeLicenseTexts, writeSelectParser]
  await Promise.all(writers.map((write) => write(root)))
}

/** For Vitest, which calls it before the tests. */
export const setup = () => writeGeneratedModules(ROOT)

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeGeneratedModules(ROOT)
