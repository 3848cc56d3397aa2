import { json } from '#core/answer.ts'
import { Failure, type Dialect, type Problem } from '#core/errors.ts'
import type { ChatCall } from './call.ts'
import { ERROR_WORDS } from './errors/words.generated.ts'
import { invalidArguments, rateLimited, slackFailure, type Details } from './errors/failures.ts'
import { responseMetadataJson } from './json/response-metadata.ts'

/** The failures that a fault can name by their word. All have HTTP 200 but for rate limits and outages. */
const NAMED: Readonly<Record<string, () => Failure>> = {
  ...Object.fromEntries(ERROR_WORDS.map((word) => [word, () => slackFailure(word)])),
  ratelimited: () => rateLimited(1),
  rate_limited: () => rateLimited(1),
  service_unavailable: () => new Failure(503, 'service_unavailable'),
}

/** The words for failures that carry only a status, such as those of a fault. */
const WORD_OF_STATUS: Readonly<Record<number, string>> = { 429: 'ratelimited', 503: 'service_unavailable' }

/** Slack's refusals: `{ok: false, error}`. https://docs.slack.dev/apis/web-api/#errors */
export const dialect: Dialect<ChatCall> = {
  failure({ status, message, details, headers }, call) {
    const { messages, ...rest } = details as Details // `slackFailure` makes them
    const error = /^[a-z][a-z0-9_]*$/.test(message) ? message : (WORD_OF_STATUS[status] ?? 'internal_error')
    return json({ ok: false, error, ...rest, ...responseMetadataJson(call, messages) }, status, headers)
  },
  unknownRoute: (hint) => new Failure(501, 'unknown_method', { detail: hint }),
  internal: () => new Failure(500, 'internal_error'),
  malformed: () => slackFailure('invalid_json'),
  invalid: (problems) => invalidArguments(...problems.map(sentence)),
  named: NAMED,
}

function sentence({ path, code, message }: Problem): string {
  return code === 'missing'
    ? `[ERROR] missing required field: ${path.join('.')}`
    : `[ERROR] ${message} [json-pointer:/${path.join('/')}]`
}
