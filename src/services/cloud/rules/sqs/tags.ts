import { invalidParameterValue } from '#cloud/errors/sqs.ts'
import type { RequestContext } from '../policy/context.ts'

/**
 * Checks the tags of a queue, which is named in the failure.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-queue-tags.html
 *
 * @throws Failure `InvalidParameterValue`
 */
export function checkTags(queue: string, tags: Readonly<Record<string, string>>): void {
  const entries = Object.entries(tags)
  if (entries.length > 50) throw invalidParameterValue(`Too many tags added for queue ${queue}.`)
  for (const [key, value] of entries) {
    if (key === '' || key.length > 128)
      throw invalidParameterValue(`Tag keys must be between 1 and 128 characters in length: '${key}'.`)
    if (value.length > 256)
      throw invalidParameterValue(`Tag values must be between 0 and 256 characters in length: '${value}'.`)
    if (/^aws:/i.test(key)) throw invalidParameterValue(`Tag keys cannot start with aws: '${key}'.`)
  }
}

/** Returns the condition keys of the tags that a request sets, or removes by their keys. */
export function tagContext(
  tags: Readonly<Record<string, string>>,
  keys: readonly string[] = Object.keys(tags),
): RequestContext {
  return {
    ...Object.fromEntries(Object.entries(tags).map(([key, value]) => [`aws:RequestTag/${key}`, value])),
    ...(keys.length > 0 ? { 'aws:TagKeys': keys } : {}),
  }
}
