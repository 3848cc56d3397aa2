import { redirect, type Answer } from '#core/answer.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { collectionPage, documentPage, idOf, type CollectionPlace, type RefusedChange } from '#docdb/pages/documents.ts'
import { missingPage, type Explorer } from '#docdb/pages/explorer.ts'
import { clusterPage, databasePage, homePage, projectPage } from '#docdb/pages/overview.ts'
import { placeUrl, readPlace, shownClusters } from '#docdb/pages/place.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { deleteWithId, insertWritten, replaceWritten } from '#docdb/server-commands/edit-documents.ts'
import { requireOwnPage } from '#docdb/steps/require-own-page.ts'
import { MalformedShell } from '#docdb/values/shell-reader.ts'

const { get, post } = routesFor<DocdbCall>()

/**
 * The data explorer for people: the page at `/` and its forms. The vendor has no such API; no credentials are needed.
 */
export const explorerRoutes: readonly Route[] = [
  get('explorer', '/', (call) => show({ call, place: readPlace(call.query) })),
  post('explorer.change', '/', requireOwnPage, (call) => change({ call, place: readPlace(call.query) })),
]

function show(explorer: Explorer): Answer {
  const { place, call } = explorer
  if (place.project !== undefined) return projectPage(explorer, place.project)
  if (place.cluster === undefined) return homePage(explorer)
  const cluster = shownClusters(call).find(({ key }) => key === place.cluster)
  if (cluster === undefined) return missingPage(explorer, 'Cluster')
  const { database, collection } = place
  if (database === undefined) return clusterPage(explorer, cluster)
  if (collection === undefined) return databasePage(explorer, cluster, database)
  const at = { cluster, database, collection }
  return place.document === undefined ? collectionPage(explorer, at) : documentPage(explorer, at)
}

/** Makes the change of a form; shows the page again when it is refused. */
function change(explorer: Explorer): Answer {
  const { place, call } = explorer
  const cluster = shownClusters(call).find(({ key }) => key === place.cluster)
  const { database, collection } = place
  if (cluster === undefined || database === undefined || collection === undefined) {
    return missingPage(explorer, 'Collection')
  }
  const at = { cluster, database, collection }
  const form = call.form()
  // A button that was pressed comes after the form's own action.
  const action = form.getAll('action').at(-1) ?? ''
  const text = (form.get('text') ?? '').replaceAll('\r\n', '\n')
  try {
    const notice = perform(explorer, at, action, text)
    return redirect(placeUrl(call.mountPath, { ...place, document: undefined, notice }), 303)
  } catch (error) {
    if (!(error instanceof CommandError) && !(error instanceof MalformedShell)) throw error
    return refusedPage(explorer, at, { action, text, error })
  }
}

/** Makes a change; returns the notice for it. */
function perform(
  { place, call }: Explorer,
  { cluster, database, collection }: CollectionPlace,
  action: string,
  text: string,
): string {
  const namespace = { clusterId: cluster.clusterId, database, name: collection }
  if (action === 'insert') {
    insertWritten(call, namespace, text)
    return 'inserted'
  }
  const id = idOf(place)
  if (id === undefined) throw new MalformedShell('the address names no document')
  if (action === 'delete') {
    deleteWithId(call, namespace, id)
    return 'deleted'
  }
  if (action !== 'save') throw new MalformedShell(`${JSON.stringify(action)} is no change of a document`)
  replaceWritten(call, namespace, id, text)
  return 'saved'
}

/** An insertion and a deletion from the list are refused on the list; a change of a document on its own page. */
function refusedPage(explorer: Explorer, at: CollectionPlace, refused: RefusedChange): Answer {
  if (refused.action === 'save' && explorer.place.document !== undefined) return documentPage(explorer, at, refused)
  return collectionPage({ ...explorer, place: { ...explorer.place, document: undefined } }, at, refused)
}
