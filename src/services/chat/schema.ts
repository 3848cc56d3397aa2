import { agentCollections } from './schema/agents.ts'
import { appApprovalCollections } from './schema/app-approvals.ts'
import { appCollections } from './schema/app.ts'
import { entityCollections } from './schema/entities.ts'
import { callCollections } from './schema/calls.ts'
import { canvasCollections } from './schema/canvases.ts'
import { codeChannelCollections } from './schema/code-channels.ts'
import { connectCollections } from './schema/connect.ts'
import { conversationCollections } from './schema/conversations.ts'
import { functionCollections } from './schema/functions.ts'
import { listCollections } from './schema/lists.ts'
import { manifestCollections } from './schema/manifests.ts'
import { messageCollections } from './schema/messages.ts'
import { peopleCollections } from './schema/people.ts'

/** The collections of chat. */
export const collections = {
  ...peopleCollections,
  ...connectCollections,
  ...conversationCollections,
  ...canvasCollections,
  ...listCollections,
  ...callCollections,
  ...messageCollections,
  ...appApprovalCollections,
  ...appCollections,
  ...agentCollections,
  ...codeChannelCollections,
  ...manifestCollections,
  ...entityCollections,
  ...functionCollections,
}
