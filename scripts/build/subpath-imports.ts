import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folders that `imports` of package.json names, below the root, by the subpath: `{ '#core/': 'src/core/' }`. */
export type SubpathImports = Readonly<Record<string, string>>

/** Reads `imports` of the package.json below `root`. @see https://nodejs.org/api/packages.html#subpath-imports */
export function readSubpathImports(root: string): SubpathImports {
  const { imports }: { imports: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  return Object.fromEntries(
    Object.entries(imports).map(([subpath, folder]) => [subpath.replace('*', ''), join(folder.replace('*', ''))]),
  )
}

/**
 * Returns the file below the root that an import of the project names, and the name of the package for any other
 * import.
 */
export function sourceOfImport(imports: SubpathImports, file: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(file), specifier)
  const subpath = Object.keys(imports).find((each) => specifier.startsWith(each))
  return subpath === undefined ? specifier : `${imports[subpath]}${specifier.slice(subpath.length)}`
}
