/**
 * What conditions and policy variables ask about: the values of a key, by its name in lower case, as keys have no case.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html
 */
export type ConditionContext = ReadonlyMap<string, readonly string[]>

/** A context from keys as the vendor writes them; those without a value are left out. */
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

/** Both contexts; where both have a key, `over` decides. */
export function mergedContext(context: ConditionContext, over: ConditionContext): ConditionContext {
  return new Map([...context, ...over])
}
