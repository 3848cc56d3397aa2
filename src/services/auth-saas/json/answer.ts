import { json as jsonAnswer, type Answer } from '#core/answer.ts'

/**
 * Returns an answer with a JSON body. The vendor's clients parse it only when its type is exactly `application/json`.
 */
export function json<T>(value: T, status = 200, headers: Record<string, string> = {}): Answer<T> {
  return jsonAnswer(value, status, { 'content-type': 'application/json', ...headers })
}

/** Returns the vendor's answer to a deletion. */
export function deleted<M extends object = Record<never, never>>(object: string, id: string, more?: M) {
  return json({ object, id, ...more, deleted: true })
}
