import * as v from 'valibot'
import { ENV_TARGETS } from '../schema-projects.ts'

const target = v.picklist(ENV_TARGETS)
const several = v.pipe(
  v.array(target),
  v.transform((targets) => [...new Set(targets)]),
)
const one = v.pipe(
  target,
  v.transform((each) => [each]),
)

/** What a body says of where a variable is set: targets, or one. Decided by what is given, so that a refusal names the item. */
export const envTargets = v.lazy((given) => (Array.isArray(given) ? several : one))
