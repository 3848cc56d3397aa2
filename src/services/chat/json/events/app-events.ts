import type { Emission } from '#core/emission.ts'
import type { ChatContext } from '#chat/call.ts'
import { viewJson } from '#chat/json/view.ts'
import { appRequestJson } from '../app-approvals.ts'
import { appContextJson } from '../app-context.ts'
import type { AppRequest } from '#chat/schema/app-approvals.ts'
import type { EventType } from '#chat/schema/event-names.ts'
import type { EntityOpened, HomeOpened, TokensRevoked, WorkspaceEvent } from '#chat/schema/events.ts'
import type { StepExecution } from '#chat/schema/functions.ts'
import type { Token } from '#chat/schema/people.ts'
import { requestsForApp, requestsForEvent, type EventBody } from './app-event.ts'
import { connectEvents } from './connect-events.ts'
import { agentEvents } from './agent-events.ts'
import { conversationEvents } from './conversation-events.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import { eventTime, messageEvents } from './message-events.ts'
import { peopleEvents } from './people-events.ts'

/** Returns the requests that bring a change to the apps that may see it. */
export function requestsForChange(context: ChatContext, event: WorkspaceEvent): Emission<EventType>[] {
  switch (event.kind) {
    case 'tokens_revoked':
      // The app may have no token any more by which it could see the event.
      return requestsForApp(context, event.app, null, tokensRevoked(context, event))
    case 'app_uninstalled':
      return requestsForApp(context, event.app, null, { type: 'app_uninstalled', event_ts: eventTime(context) })
    case 'home_opened':
      return requestsForEvent(context, {
        audience: { scopes: [], appId: event.app.id },
        body: () => homeOpened(context, event),
      })
    case 'entity_opened':
      return requestsForEvent(context, {
        audience: { scopes: [], appId: event.workObject.appId },
        body: () => entityOpened(context, event),
      })
    case 'app_requested':
      return requestsForEvent(context, {
        audience: { scopes: ['admin.apps:read'], teamIds: [event.request.teamId] },
        body: () => appRequested(context, event.request),
      })
    case 'step_started':
      return requestsForEvent(context, {
        audience: { scopes: [], appId: event.execution.appId },
        body: () => functionExecuted(context, event.execution),
      })
    default:
      return [
        ...messageEvents(context, event),
        ...conversationEvents(context, event),
        ...peopleEvents(context, event),
        ...agentEvents(context, event),
        ...connectEvents(context, event),
      ].flatMap((each) => requestsForEvent(context, each))
  }
}

function tokensRevoked(context: ChatContext, { tokens }: TokensRevoked): EventBody {
  const holders = (kind: Token['kind']): readonly string[] =>
    tokens.flatMap((token) => (token.kind === kind && token.userId !== null ? [token.userId] : []))
  return {
    type: 'tokens_revoked',
    tokens: { oauth: holders('user'), bot: holders('bot') },
    event_ts: eventTime(context),
  }
}

function homeOpened(context: ChatContext, event: HomeOpened): EventBody {
  const { userId, channelId, tab, view, agentThread } = event
  return {
    type: 'app_home_opened',
    user: userId,
    channel: channelId,
    tab,
    ...(view === undefined || tab !== 'home' ? {} : { view: viewJson(context, view) }),
    ...(agentThread === undefined ? {} : { context: appContextJson(context, agentThread) }),
    event_ts: eventTime(context),
  }
}

/**
 * Returns the event about a Work Object that a person opens.
 * https://docs.slack.dev/reference/events/entity_details_requested
 */
function entityOpened(context: ChatContext, { workObject, message, userId, triggerId }: EntityOpened): EventBody {
  const { url, external_ref: reference, app_unfurl_url: unfurled } = workObject.metadata
  return {
    type: 'entity_details_requested',
    user: userId,
    external_ref: reference,
    entity_url: url,
    link: { url, domain: new URL(url).hostname },
    ...(unfurled === undefined ? {} : { app_unfurl_url: unfurled }),
    event_ts: eventTime(context),
    trigger_id: triggerId,
    user_locale: 'en-US',
    channel: message.channelId,
    message_ts: message.ts,
    ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
  }
}

/** https://docs.slack.dev/reference/events/app_requested */
function appRequested(context: ChatContext, request: AppRequest): EventBody {
  return {
    type: 'app_requested',
    app_request: appRequestJson(context.rows, request),
    event_ts: eventTime(context),
  }
}

/** Returns the event about a custom step to run. https://docs.slack.dev/reference/events/function_executed */
function functionExecuted(context: ChatContext, execution: StepExecution): EventBody {
  const { id, callbackId, title, description, appId, inputs, token, workflowExecutionId, startedAt } = execution
  return {
    type: 'function_executed',
    function: {
      id: `Fn${appId.slice(1)}`,
      callback_id: callbackId,
      title,
      description,
      type: 'app',
      input_parameters: execution.inputParameters,
      output_parameters: execution.outputParameters,
      app_id: appId,
      date_created: seconds(startedAt),
      date_updated: seconds(startedAt),
      date_deleted: 0,
    },
    inputs,
    function_execution_id: id,
    workflow_execution_id: workflowExecutionId,
    event_ts: eventTime(context),
    bot_access_token: token,
  }
}
