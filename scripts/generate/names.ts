/** A service that exists, in the forms that generated files name it. */
export interface Named {
  readonly id: string
  readonly port: number
  readonly title: string
  readonly vendor: string
  /** `oidcA`: the export of the service's module, and the name of its fixture and global. */
  readonly camel: string
  /** `OidcA`: the beginning of the names of its types. */
  readonly pascal: string
}

/** Returns an id in camel case, as the service's module exports its definition and tests name its fixture: `oidcA`. */
export function camelCase(id: string): string {
  return id.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns an id or a key of a seed in Pascal case, as names of types have it: `OidcA`, `PullRequest`. */
export function pascalCase(words: string): string {
  return words.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * Returns the singular of a key, to name one element of its list: `repos` becomes `repo`, `policies` becomes `policy`.
 */
export function singular(key: string): string {
  if (key === 'cors' || /(ss|us|is)$/.test(key)) return key
  if (key.endsWith('ies')) return `${key.slice(0, -3)}y`
  if (/(sses|xes|ches|shes)$/.test(key)) return key.slice(0, -2)
  return key.replace(/s$/, '')
}
