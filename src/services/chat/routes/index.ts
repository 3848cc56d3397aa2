import { adminAppsRoutes } from './admin-apps.ts'
import { adminConversationsRoutes } from './admin-conversations.ts'
import { adminUsersRoutes } from './admin-users.ts'
import { agentsRoutes } from './agents.ts'
import { bookmarksRoutes } from './bookmarks.ts'
import { callsRoutes } from './calls.ts'
import { canvasesRoutes } from './canvases.ts'
import { channelsRoutes } from './channels.ts'
import { chatRoutes } from './chat.ts'
import { codeChannelsRoutes } from './code-channels.ts'
import { connectRoutes } from './connect.ts'
import { conversationsRoutes } from './conversations.ts'
import { dialogRoutes } from './dialogs.ts'
import { dndRoutes } from './dnd.ts'
import { entityRoutes } from './entity.ts'
import { eventAuthorizationsRoutes } from './event-authorizations.ts'
import { externalTeamsRoutes } from './external-teams.ts'
import { fileContentsRoutes } from './file-contents.ts'
import { filesRoutes } from './files.ts'
import { functionsRoutes } from './functions.ts'
import { incomingWebhookRoutes } from './incoming-webhooks.ts'
import { inviteRequestsRoutes } from './invite-requests.ts'
import { listsRoutes } from './lists.ts'
import { manifestsRoutes } from './manifests.ts'
import { oauthRoutes } from './oauth.ts'
import { pinsRoutes } from './pins.ts'
import { reactionsRoutes } from './reactions.ts'
import { refusedRoutes } from './refused.ts'
import { remindersRoutes } from './reminders.ts'
import { remoteFilesRoutes } from './remote-files.ts'
import { responseUrlRoutes } from './response-urls.ts'
import { searchRoutes } from './search.ts'
import { socketModeRoutes } from './socket-mode.ts'
import { streamsRoutes } from './streams.ts'
import { teamRoutes } from './team.ts'
import { teamLogsRoutes } from './team-logs.ts'
import { testRoutes } from './test.ts'
import { userGroupsRoutes } from './user-groups.ts'
import { workspaceRoutes } from './workspace.ts'
import { usersRoutes } from './users.ts'
import { viewsRoutes } from './views.ts'

/** The routes of the service. */
export const routes = [
  ...adminAppsRoutes,
  ...adminConversationsRoutes,
  ...adminUsersRoutes,
  ...agentsRoutes,
  ...bookmarksRoutes,
  ...callsRoutes,
  ...canvasesRoutes,
  ...channelsRoutes,
  ...chatRoutes,
  ...codeChannelsRoutes,
  ...connectRoutes,
  ...conversationsRoutes,
  ...dialogRoutes,
  ...dndRoutes,
  ...entityRoutes,
  ...eventAuthorizationsRoutes,
  ...externalTeamsRoutes,
  ...fileContentsRoutes,
  ...filesRoutes,
  ...functionsRoutes,
  ...incomingWebhookRoutes,
  ...inviteRequestsRoutes,
  ...listsRoutes,
  ...manifestsRoutes,
  ...oauthRoutes,
  ...pinsRoutes,
  ...reactionsRoutes,
  ...refusedRoutes,
  ...remindersRoutes,
  ...remoteFilesRoutes,
  ...responseUrlRoutes,
  ...searchRoutes,
  ...socketModeRoutes,
  ...streamsRoutes,
  ...teamRoutes,
  ...teamLogsRoutes,
  ...testRoutes,
  ...userGroupsRoutes,
  ...usersRoutes,
  ...workspaceRoutes,
  ...viewsRoutes,
]
