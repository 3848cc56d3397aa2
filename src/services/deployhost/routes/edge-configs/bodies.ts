import * as v from 'valibot'

/** Schema of an item's key. */
export const edgeConfigKey = v.pipe(
  v.string(),
  v.maxLength(256, 'should NOT be longer than 256 characters'),
  v.regex(/^[\w-]+$/, String.raw`should match pattern "^[\\w-]+$"`),
)
