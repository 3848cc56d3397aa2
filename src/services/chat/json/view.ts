import type { Rows } from '#chat/call.ts'
import type { View } from '#chat/schema/app.ts'

/** Returns a view as the vendor writes it. https://docs.slack.dev/reference/views */
export function viewJson({ rows }: { readonly rows: Rows }, view: View): Readonly<Record<string, unknown>> {
  const { id: teamId } = rows.team.get()
  const isModal = view.kind === 'modal'
  return {
    id: view.id,
    team_id: teamId,
    type: view.kind,
    blocks: view.blocks,
    private_metadata: view.privateMetadata,
    callback_id: view.callbackId,
    state: { values: view.values },
    hash: view.hash,
    title: view.title ?? { type: 'plain_text', text: 'View Title', emoji: true },
    clear_on_close: view.clearOnClose,
    notify_on_close: view.notifyOnClose,
    close: view.close,
    submit: view.submit,
    ...(isModal && view.submitDisabled ? { submit_disabled: true } : {}),
    previous_view_id: view.previousId,
    root_view_id: view.rootId,
    app_id: view.appId,
    external_id: view.externalId,
    app_installed_team_id: teamId,
    bot_id: view.botId ?? '',
  }
}
