// The vendor's rate limits. https://docs.slack.dev/apis/web-api/rate-limits

/** The calls that the vendor lets an app make in a minute, by tier. */
const CALLS: Readonly<Record<string, number>> = { 1: 1, 2: 20, 3: 50, 4: 100 }

/** The methods of each tier. */
const METHODS: Readonly<Record<string, string>> = {
  1: `
    admin.apps.uninstall conversations.listConnectInvites team.externalTeams.disconnect apps.manifest.create apps.manifest.delete apps.manifest.update apps.uninstall`,
  2: `
    agents.conversations.archive agents.conversations.create
    admin.apps.approve admin.apps.approved.list admin.apps.clearResolution admin.apps.config.lookup
    admin.apps.requests.cancel admin.apps.requests.list admin.apps.restrict admin.apps.restricted.list
    admin.conversations.disconnectShared admin.conversations.archive admin.conversations.convertToPrivate admin.conversations.convertToPublic admin.conversations.create admin.conversations.invite admin.conversations.rename admin.conversations.search admin.conversations.unarchive admin.users.invite admin.users.remove admin.users.setAdmin admin.users.setOwner admin.users.setRegular
    conversations.acceptSharedInvite conversations.inviteShared conversations.requestSharedInvite.approve
    conversations.requestSharedInvite.deny conversations.requestSharedInvite.list team.externalTeams.list
    canvases.create conversations.canvases.create
    slackLists.create slackLists.download.start slackLists.items.delete slackLists.items.deleteMultiple slackLists.items.info slackLists.items.list slackLists.update
    bookmarks.add bookmarks.edit bookmarks.remove chat.startStream chat.stopStream conversations.archive
    conversations.close conversations.create conversations.list conversations.rename conversations.setPurpose
    conversations.setTopic conversations.unarchive dnd.endDnd dnd.endSnooze dnd.setSnooze dnd.teamInfo emoji.list
    pins.add pins.list pins.remove reactions.list reactions.remove reminders.add reminders.complete
    reminders.delete reminders.info reminders.list search.messages team.accessLogs team.billableInfo
    team.integrationLogs usergroups.create usergroups.disable
    usergroups.enable usergroups.list usergroups.update usergroups.users.list usergroups.users.update users.list
    users.setPresence`,
  3: `
    agents.conversations.getCanvas agents.conversations.listViews agents.conversations.removeView
    agents.conversations.setCanvasContent agents.conversations.setCommands agents.conversations.setProperties
    agents.conversations.setView
    admin.apps.activities.list admin.apps.config.set
    slackLists.access.delete slackLists.access.set slackLists.items.create slackLists.items.update
    admin.conversations.getTeams admin.teams.list
    calls.add calls.end calls.info calls.participants.add calls.participants.remove calls.update canvases.access.delete
    canvases.access.set canvases.delete canvases.edit canvases.sections.lookup
    conversations.approveSharedInvite conversations.declineSharedInvite
    agents.sessions.rename agents.sessions.setStatus apps.manifest.export apps.manifest.validate apps.connections.open auth.revoke bookmarks.list bots.info
    chat.delete chat.deleteScheduledMessage chat.meMessage chat.scheduleMessage chat.scheduledMessages.list
    chat.unfurl chat.update conversations.history conversations.info conversations.invite conversations.join
    conversations.kick conversations.leave conversations.mark conversations.open conversations.replies dnd.info
    entity.presentDetails functions.completeError functions.completeSuccess files.delete files.list oauth.v2.exchange openid.connect.userInfo reactions.add reactions.get team.billing.info
    team.info team.preferences.list team.profile.get
    users.conversations users.getPresence users.identity users.lookupByEmail users.profile.set`,
  4: `
    admin.users.list
    api.test assistant.threads.setSuggestedPrompts assistant.threads.setTitle chat.appendStream chat.postEphemeral dialog.open
    conversations.members slackLists.download.get files.completeUploadExternal files.getUploadURLExternal files.info openid.connect.token
    users.info users.profile.get views.open views.publish views.push views.update`,
}

/** Methods with limits of their own. */
const SPECIAL: Readonly<Record<string, number>> = { 'assistant.threads.setStatus': 600, 'chat.postMessage': 60 }

/** Returns the vendor's limits: the calls of a method in a minute, by its name. */
export function vendorLimits(): Readonly<Record<string, number>> {
  const tiers = Object.entries(METHODS).flatMap(([tier, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name): [string, number] => [name, CALLS[tier] ?? 0]),
  )
  return { ...Object.fromEntries(tiers), ...SPECIAL }
}
