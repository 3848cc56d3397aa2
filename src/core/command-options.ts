import * as v from 'valibot'
import { problems } from './input.ts'

/** Checks the options of a command with a schema, and returns its output. Throws TypeError that lists every wrong option. */
export function checkedOptions<S extends v.GenericSchema>(name: string, schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const wrong = problems(result.issues).map(({ path, code, expected, received }) => {
    const at = path.join('.') || 'options'
    if (code === 'missing') return `${at} is missing`
    return code === 'unknown' ? `${at} is no option` : `${at}: expected ${expected}, got ${received}`
  })
  throw new TypeError(`${name}: ${wrong.join('; ')}`)
}
