import { bookmarksRoutes } from './routes/bookmarks.ts'
import { channelsRoutes } from './routes/channels.ts'
import { chatRoutes } from './routes/chat.ts'
import { conversationsRoutes } from './routes/conversations.ts'
import { dndRoutes } from './routes/dnd.ts'
import { fileContentsRoutes } from './routes/file-contents.ts'
import { filesRoutes } from './routes/files.ts'
import { incomingWebhookRoutes } from './routes/incoming-webhooks.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { pinsRoutes } from './routes/pins.ts'
import { reactionsRoutes } from './routes/reactions.ts'
import { refusedRoutes } from './routes/refused.ts'
import { remindersRoutes } from './routes/reminders.ts'
import { responseUrlRoutes } from './routes/response-urls.ts'
import { searchRoutes } from './routes/search.ts'
import { socketModeRoutes } from './routes/socket-mode.ts'
import { teamRoutes } from './routes/team.ts'
import { testRoutes } from './routes/test.ts'
import { userGroupsRoutes } from './routes/user-groups.ts'
import { workspaceRoutes } from './routes/workspace.ts'
import { usersRoutes } from './routes/users.ts'
import { viewsRoutes } from './routes/views.ts'

/** The routes of the service. */
export const routes = [
  ...bookmarksRoutes,
  ...channelsRoutes,
  ...chatRoutes,
  ...conversationsRoutes,
  ...dndRoutes,
  ...fileContentsRoutes,
  ...filesRoutes,
  ...incomingWebhookRoutes,
  ...oauthRoutes,
  ...pinsRoutes,
  ...reactionsRoutes,
  ...refusedRoutes,
  ...remindersRoutes,
  ...responseUrlRoutes,
  ...searchRoutes,
  ...socketModeRoutes,
  ...teamRoutes,
  ...testRoutes,
  ...userGroupsRoutes,
  ...usersRoutes,
  ...workspaceRoutes,
  ...viewsRoutes,
]
