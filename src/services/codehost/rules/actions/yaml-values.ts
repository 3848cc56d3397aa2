import { createRequire } from 'node:module'
import type * as yaml from 'yaml'

/** What a text says as YAML; null when it is none. */
export function readYaml(text: string): unknown {
  const { parse } = yamlModule()
  try {
    return parse(text)
  } catch {
    return null
  }
}

/**
 * A push starts its runs in the very request that makes it, so the reader of YAML is loaded without waiting, and only when
 * there is a file to read.
 */
function yamlModule(): typeof yaml {
  const here: string | undefined = import.meta.url // which a CommonJS build does not have
  return createRequire(here ?? __filename)('yaml') as typeof yaml // what the package exports, which `require` does not know
}

/** Whether a value read from YAML is a mapping. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A scalar, or a list of them, as texts; null when it is neither. */
export function texts(value: unknown): readonly string[] | null {
  if (Array.isArray(value)) return value.filter(isScalar).map(String)
  return isScalar(value) ? [String(value)] : null
}

/** A scalar as text; null when it is none. */
export function textOf(value: unknown): string | null {
  return isScalar(value) ? String(value) : null
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
