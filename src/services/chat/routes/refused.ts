import * as v from 'valibot'
import { method } from './method.ts'
import { slackFailure } from '#chat/errors/failures.ts'

const anyArguments = v.object({})

/** The methods that the vendor has ended, and the word with which it refuses each. */
const ENDED: Readonly<Record<string, string>> = {
  // https://docs.slack.dev/changelog/2023-07-its-later-already-for-stars-and-reminders
  'stars.add': 'method_deprecated',
  'stars.list': 'method_deprecated',
  'stars.remove': 'method_deprecated',
  // https://docs.slack.dev/changelog/2024-04-a-better-way-to-upload-files-is-here-to-stay
  'files.upload': 'method_deprecated',
  // Apps with granular scopes have no RTM API. https://docs.slack.dev/legacy/legacy-rtm-api
  'rtm.connect': 'not_allowed_token_type',
  'rtm.start': 'deprecated_endpoint',
  // https://docs.slack.dev/changelog/2023-08-workflow-steps-from-apps-step-back
  'workflows.stepCompleted': 'method_deprecated',
  'workflows.stepFailed': 'method_deprecated',
  'workflows.updateStep': 'method_deprecated',
}

/** The names of the methods that the vendor has ended. */
export const ENDED_METHODS: ReadonlySet<string> = new Set(Object.keys(ENDED))

/** The methods that the vendor refuses today. */
export const refusedRoutes = Object.entries(ENDED).flatMap(([name, word]) =>
  method(name, { scopes: [], args: anyArguments }, () => {
    throw slackFailure(word)
  }),
)
