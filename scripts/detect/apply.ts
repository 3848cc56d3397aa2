import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { configFiles } from '../../src/config-file.ts'
import { DetectError, systemCode } from './detect-error.ts'
import { isPresent } from './files.ts'

/** The config that `--apply` writes, from the project's root. */
export const configFile = 'backlot.config.yaml'

/**
 * Writes a project's config, and tells so.
 *
 * @param force overwrites `backlot.config.yaml`; configs of other names are left as they are.
 * @throws DetectError if there is a config already and `force` is false, or the file can't be written.
 */
export async function writeConfig(root: string, yaml: string, force: boolean): Promise<string> {
  const existing: string[] = []
  for (const file of configFiles) if (await isPresent(join(root, file))) existing.push(file)
  if (existing.length > 0 && !force) throw refusal(root, existing)
  try {
    // Without --force even a file that appeared a moment ago stays.
    await writeFile(join(root, configFile), yaml, { flag: force ? 'w' : 'wx' })
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw refusal(root, [configFile])
    throw new DetectError(`${join(root, configFile)} can't be written (${systemCode(error) ?? String(error)}).
Make the directory writable, or see what would be written: npx backlot init`)
  }
  const verb = existing.includes(configFile) ? 'Overwrote' : 'Wrote'
  return [`${verb} ${join(root, configFile)}\n`, ...existing.filter((file) => file !== configFile).map(overlap)].join(
    '',
  )
}

function refusal(root: string, existing: readonly string[]): DetectError {
  const others = existing.filter((file) => file !== configFile)
  if (others.length === existing.length) {
    return new DetectError(`Refused to write ${configFile}: ${root} has a config already, ${others.join(', ')}.
backlot would use ${configFile} instead of it. Move or delete it first, or add --force to write beside it.`)
  }
  return new DetectError(`Refused to overwrite ${join(root, configFile)}: it exists already.
Move or delete it first, or add --force to overwrite it.${others.length > 0 ? `\n${others.map(overlap).join('')}` : ''}`)
}

/** Every other name comes after `backlot.config.yaml` in the root, so it is the one that loses. */
function overlap(other: string): string {
  return `Note: ${other} is here too and not used, since ${configFile} wins: move what you need from it and delete it.\n`
}
