import type { ChatContext } from '#chat/call.ts'
import type { App } from '#chat/schema/people.ts'
import { ALL_SCOPES } from './scopes.ts'
import { newId } from './new-id.ts'

/** The fields of a new app. Those that are absent have no value; scopes are all scopes. */
export type AppInput = Pick<App, 'clientId' | 'clientSecret' | 'name'> & Partial<Omit<App, 'id' | 'number'>>

/** Adds an app. */
export function createApp(context: Pick<ChatContext, 'rows' | 'ids'>, input: AppInput): App {
  const { rows } = context
  return rows.apps.insert({
    redirectUris: [],
    scopes: ALL_SCOPES,
    userScopes: [],
    signingSecret: 'backlot_signing_secret',
    eventsUrl: null,
    events: null,
    unfurlDomains: null,
    interactivityUrl: null,
    commands: [],
    codeCommandsUrl: null,
    isAgent: false,
    rotatesTokens: false,
    ...input,
    id: newId(context, 'A'),
    number: rows.numbers.next(),
  })
}
