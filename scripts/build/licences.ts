import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltFile } from './modules.ts'

/** The name of a package in the path of one of its files, with the folders above it. */
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/

/** The packages of which generated modules have a part, which a build takes for source. */
const PACKED = ['@octokit/graphql-schema', 'gemoji', 'spdx-license-list', 'peggy']

/**
 * Writes the licences of the packages that are part of the built files, as their licences ask for; a text that several
 * packages have once, below their names.
 */
export function writeLicences(root: string, built: Readonly<Record<string, BuiltFile>>): void {
  const inputs = Object.values(built).flatMap(({ inputs: files }) => Object.keys(files))
  const packed = PACKED.map((name) => `node_modules/${name}`)
  const folders = new Set([...packed, ...inputs.flatMap((input) => PACKAGE.exec(input) ?? [])])
  const names = new Map<string, string[]>()
  for (const folder of [...folders].toSorted()) {
    const { name, text } = licenceOf(join(root, folder))
    names.set(text, [...(names.get(text) ?? []), name])
  }
  const texts = [...names].map(([text, packages]) => `${'-'.repeat(80)}\n${packages.join('\n')}\n\n${text}\n`)
  writeFileSync(
    join(root, 'dist', 'LICENSES.txt'),
    `Parts of these packages are in the files of backlot.\n\n${texts.join('\n')}`,
  )
}

/** @throws Error for a package that states no licence. */
function licenceOf(folder: string): { readonly name: string; readonly text: string } {
  const { name, version, license }: Record<'name' | 'version' | 'license', string | undefined> = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  if (license === undefined && file === undefined) throw new Error(`${folder} states no licence`)
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
  return { name: `${name} ${version} (${license ?? 'see below'})`, text: text.trim() }
}
