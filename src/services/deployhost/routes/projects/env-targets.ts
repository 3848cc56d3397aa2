import * as v from 'valibot'
import { ENV_TARGETS } from '#deployhost/schema/projects.ts'

const target = v.picklist(ENV_TARGETS)
const several = v.pipe(
  v.array(target),
  v.transform((targets) => [...new Set(targets)]),
)
const one = v.pipe(
  target,
  v.transform((each) => [each]),
)

/** Schema of a variable's targets: one, or a list. It is chosen by the value, so that a failure names the list item. */
export const envTargets = v.lazy((value) => (Array.isArray(value) ? several : one))
