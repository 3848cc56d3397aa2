import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { configFiles } from '../../src/config-file.ts'
import type { Catalog } from './catalog.ts'
import { DetectError, systemCode } from './detect-error.ts'
import { extendConfig } from './extend-config.ts'
import { isPresent } from './files.ts'

/** The config that `--apply` writes, from the project's root. */
export const configFile = 'backlot.config.yaml'

/** The options of {@link writeConfig}. */
export interface WriteOptions {
  /** The project's root. */
  readonly root: string
  /** The ids of the services that the config must have. */
  readonly services: readonly string[]
  readonly catalog: Catalog
  /** Overwrites `backlot.config.yaml` instead of extending it. */
  readonly force: boolean
}

/**
 * Writes a project's config: a new one, or the sections and tokens that `backlot.config.yaml` lacks. An existing config
 * keeps every value and comment. Configs of other names are left as they are.
 *
 * @returns a description of what was done.
 * @throws DetectError when a config of another name is in the way, or the file cannot be read or written.
 */
export async function writeConfig({ root, services, catalog, force }: WriteOptions): Promise<string> {
  const existing: string[] = []
  for (const file of configFiles) if (await isPresent(join(root, file))) existing.push(file)
  const others = existing.filter((file) => file !== configFile)
  const path = join(root, configFile)
  if (force || existing.length === 0) {
    // Without --force a file that another process has just created stays.
    await write(path, await catalog.starter(services), force ? 'w' : 'wx')
    return [`${existing.includes(configFile) ? 'Overwrote' : 'Wrote'} ${path}\n`, ...others.map(overlap)].join('')
  }
  if (!existing.includes(configFile)) throw otherConfig(root, others)
  const { text, added, notes } = await extendConfig(await read(path), services, catalog, path)
  if (added.length > 0) await write(path, text, 'w')
  const done =
    added.length === 0
      ? `${path} has a section for each already: nothing to add`
      : `Added ${added.join(', ')} to ${path}`
  return [`${done}\n`, ...notes.map((note) => `Note: ${note}\n`), ...others.map(overlap)].join('')
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new DetectError(
      `${path} can't be read (${systemCode(error) ?? String(error)}): check that it is a file you may read.`,
    )
  }
}

async function write(path: string, text: string, flag: 'w' | 'wx'): Promise<void> {
  try {
    await writeFile(path, text, { flag })
  } catch (error) {
    throw new DetectError(`${path} can't be written (${systemCode(error) ?? String(error)}).
Make the directory writable, or see what would be written: npx backlot init`)
  }
}

function otherConfig(root: string, others: readonly string[]): DetectError {
  return new DetectError(`Refused to write ${configFile}: ${root} has a config already, ${others.join(', ')}.
backlot would use ${configFile} instead of it. Move or delete it first, or add --force to write beside it.`)
}

/** `backlot.config.yaml` is the first name that is searched, so a config of another name is not used beside it. */
function overlap(other: string): string {
  return `Note: ${other} is here too and not used, since ${configFile} wins: move what you need from it and delete it.\n`
}
