import { readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { parseDocument } from 'yaml'
import { SeedError } from '#core/seed.ts'
import { isRecord } from '#core/objects.ts'
import { prepareEmulator } from '../../emulator.ts'
import type { Startable } from '../surroundings.ts'
import type { Finding } from './finding.ts'

/** A vendor's package that a project depends on. */
export interface Used {
  readonly package: string
  readonly service: string
  /** The path of the package.json. */
  readonly manifest: string
}

/** Returns the ids of the services that a seed's file has a section for; empty for a file that cannot be parsed. */
export function sectionsOf(file: string, services: readonly Startable[]): string[] {
  const content: unknown = parseDocument(readFileSync(file, 'utf8'), { logLevel: 'silent' }).toJS()
  return isRecord(content) ? services.map(({ id }) => id).filter((id) => id in content) : []
}

/** Finds services that a project uses and that its seed, if there is one, has no section for. */
export function checkServices(
  name: string | null,
  seeded: ReadonlySet<string>,
  used: readonly Used[],
  services: readonly Startable[],
): Finding[] {
  const wanted = services.map(({ id }) => id).filter((id) => used.some(({ service }) => service === id))
  if (name === null && wanted.length > 0 && seeded.size === 0) {
    const ids = wanted.join(',')
    const message = `the project uses ${ids}, and has no seed: tests begin with the starter of each service`
    const fix = `npx backlot init --service ${ids} > backlot.config.yaml`
    return [{ check: 'services', kind: 'note', file: null, line: null, message, fix }]
  }
  return wanted
    .filter((id) => !seeded.has(id))
    .map((id): Finding => {
      const found = used.find(({ service }) => service === id)
      const message = `${found?.package} (${found?.manifest}) calls ${id}, and the seed has no section for it`
      const fix = `npx backlot init --service ${id} >> ${name ?? 'backlot.config.yaml'}`
      return { check: 'services', kind: 'problem', file: name, line: null, message, fix }
    })
}

/** Finds the mistakes in a seed's file: of its form, of names, and of what its services refuse. */
export async function checkSeed(root: string, file: string, services: readonly Startable[]): Promise<Finding[]> {
  const sections = sectionsOf(file, services)
  const seeded = services.filter(({ id }) => sections.includes(id))
  const name = relative(root, file).split(sep).join('/')
  const mistakes = new Map<string, Finding>()
  // A file without a section may be broken as a whole.
  for (const service of seeded.length === 0 ? services.slice(0, 1) : seeded) {
    for (const each of await mistakesIn(file, name, service)) mistakes.set(each.message, each)
  }
  return [...mistakes.values()]
}

async function mistakesIn(file: string, name: string, service: Startable): Promise<Finding[]> {
  try {
    const ready = await prepareEmulator(await service.load(), { service: service.id as 'codehost', seed: file }) // any id
    ready.discard()
    return []
  } catch (error) {
    if (!(error instanceof SeedError)) throw error
    return error.message.split('\n').map((message) => {
      const [, line] = /:(\d+):\d+/.exec(message) ?? []
      return {
        check: 'seed',
        kind: 'problem',
        file: name,
        line: line === undefined ? null : Number(line),
        message,
        fix: `correct ${name}`,
      }
    })
  }
}
