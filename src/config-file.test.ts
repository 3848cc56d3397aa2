import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configFiles, findSeedFile } from './config-file.ts'

describe('the config file of a project', () => {
  it('is the first there is, in the root before .backlot/', async () => {
    expect(configFiles).toEqual([
      'backlot.config.yaml',
      'backlot.config.yml',
      'backlot.config.json',
      'service-emulator.config.yaml',
      'service-emulator.config.yml',
      'service-emulator.config.json',
      '.backlot/backlot.config.yaml',
      '.backlot/backlot.config.yml',
      '.backlot/backlot.config.json',
      '.backlot/service-emulator.config.yaml',
      '.backlot/service-emulator.config.yml',
      '.backlot/service-emulator.config.json',
    ])
    const root = await mkdtemp(join(tmpdir(), 'backlot-config-'))
    await mkdir(join(root, '.backlot'))
    for (const name of configFiles) await writeFile(join(root, name), '')
    for (const name of configFiles) {
      expect(findSeedFile(root)).toBe(join(root, name))
      await rm(join(root, name))
    }
    expect(findSeedFile(root)).toBeUndefined()
  })

  it('is a file: a directory of that name is not meant', async () => {
    const root = await mkdtemp(join(tmpdir(), 'backlot-config-'))
    await mkdir(join(root, 'backlot.config.yaml'))
    expect(findSeedFile(root)).toBeUndefined()
  })
})
