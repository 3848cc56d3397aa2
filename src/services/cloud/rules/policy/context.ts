/** The condition keys of a request and their values: `{ 's3:prefix': 'photos/' }`. */
export type RequestContext = Readonly<Record<string, string | readonly string[]>>

/**
 * The condition keys of a request with their values. Keys are in lower case because they are case-insensitive.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html
 */
export type ConditionContext = ReadonlyMap<string, readonly string[]>

/** Creates a context from keys as the vendor writes them; keys without a value are left out. */
export function conditionContext(
  keys: Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>,
): ConditionContext {
  const context = new Map<string, readonly string[]>()
  for (const [key, value] of Object.entries(keys)) {
    if (value === null || value === undefined) continue
    context.set(key.toLowerCase(), typeof value === 'object' ? value : [String(value)])
  }
  return context
}

/** Merges two contexts; `over` wins where both have a key. */
export function mergedContext(context: ConditionContext, over: ConditionContext): ConditionContext {
  return new Map([...context, ...over])
}
