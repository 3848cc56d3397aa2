import { CommandError } from '#docdb/errors/command-error.ts'
import { isDocument, type Value } from '#docdb/values/value.ts'
import type { PipelineContext } from './context.ts'

/** The databases of the server's own. */
export const SYSTEM_DATABASES: ReadonlySet<string> = new Set(['admin', 'config', 'local'])

/**
 * Returns the place of the collection that `$out` or `$merge` writes into, by default in the pipeline's database.
 *
 * @throws CommandError 16990 for a target that is neither a name nor a document with one.
 */
export function placeOf(
  stage: string,
  target: Value,
  { database }: PipelineContext,
): { database: string; name: string } {
  if (typeof target === 'string') return { database, name: target }
  if (isDocument(target) && typeof target['coll'] === 'string') {
    const named = target['db']
    return { database: typeof named === 'string' && named !== '' ? named : database, name: target['coll'] }
  }
  throw new CommandError(16990, `${stage} only supports a string or object argument`)
}
