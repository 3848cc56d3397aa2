import * as v from 'valibot'
import { problems } from './input.ts'

/** What a command was given, as its schema has it. Throws TypeError that names the command and every option that is wrong. */
export function checkedOptions<S extends v.GenericSchema>(name: string, schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const found = problems(result.issues).map(({ path, code, expected, received }) => {
    const at = path.join('.') || 'options'
    if (code === 'missing') return `${at} is missing`
    return code === 'unknown' ? `${at} is no option` : `${at}: expected ${expected}, got ${received}`
  })
  throw new TypeError(`${name}: ${found.join('; ')}`)
}
