import { createRequire } from 'node:module'
import type * as yaml from 'yaml'
import type { Concurrency } from '#codehost/schema/actions.ts'

/** Parses a YAML text. Returns null for invalid YAML. */
export function readYaml(text: string): unknown {
  const { parse } = yamlModule()
  try {
    return parse(text)
  } catch {
    return null
  }
}

/**
 * Loads the YAML parser when there is a file to parse. A push starts its runs synchronously within its request, so the
 * parser is loaded with `require`.
 */
function yamlModule(): typeof yaml {
  const here: string | undefined = import.meta.url // undefined in a CommonJS build
  return createRequire(here ?? __filename)('yaml') as typeof yaml // the type of the package's exports, which `require` does not know
}

/** Returns whether a value of a YAML document is a mapping. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a scalar or a list of scalars as strings; null for other values. */
export function texts(value: unknown): readonly string[] | null {
  if (Array.isArray(value)) return value.filter(isScalar).map(String)
  return isScalar(value) ? [String(value)] : null
}

/** Returns a scalar as a string; null for other values. */
export function textOf(value: unknown): string | null {
  return isScalar(value) ? String(value) : null
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/**
 * Returns the concurrency group of a workflow or a job, which is a name, or a name and whether a newer member cancels.
 * https://docs.github.com/actions/how-tos/write-workflows/choose-when-workflows-run/control-workflow-concurrency
 */
export function concurrencyIn(value: unknown): { readonly concurrency?: Concurrency } {
  const given = isMapping(value) ? value : { group: value }
  const group = textOf(given['group'])
  if (group === null || group === '') return {}
  const cancels = given['cancel-in-progress']
  return { concurrency: { group, cancelInProgress: typeof cancels === 'string' ? cancels : cancels === true } }
}
