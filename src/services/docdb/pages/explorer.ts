import type { Answer } from '#core/answer.ts'
import { html, type Html, type Part } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import type { DocdbCall } from '#docdb/call.ts'
import { databasesOf } from '#docdb/storage/catalog.ts'
import { placeUrl, shownClusters, type Place, type ShownCluster } from './place.ts'
import { EXPLORER_SCRIPT, EXPLORER_STYLE } from './style.ts'

/** The page under way. */
export interface Explorer {
  readonly call: DocdbCall
  readonly place: Place
}

/** The parts of a page of the data explorer that differ from page to page. */
export interface Pane {
  readonly title: string
  readonly content: Part
  /** Default: 200 */
  readonly status?: number
}

/** Returns a page of the data explorer: the list of places beside one of them. Works without scripts. */
export function explorerPage(explorer: Explorer, { title, content, status = 200 }: Pane): Answer {
  const isLive = explorer.call.method === 'GET'
  return page({
    service: { id: 'docdb', title: 'MongoDB Atlas API' },
    title,
    status,
    style: EXPLORER_STYLE,
    script: EXPLORER_SCRIPT,
    footer: 'What is changed here is changed in the running instance, until its next reset.',
    content: html`${navigation(explorer)}
      <section class="pane" aria-labelledby="place" ${isLive && html` data-live`}>${content}</section>`,
  })
}

/** Returns the page that says that a place does not exist. */
export function missingPage(explorer: Explorer, name: string): Answer {
  const content = html`<h1 id="place">${name} not found</h1>
    <p>It was deleted, or reset since.</p>`
  return explorerPage(explorer, { title: `${name} not found`, content, status: 404 })
}

/** Returns a link to a place; it is marked when it is the page's own. */
export function placeLink({ call, place }: Explorer, target: Place, text: Part): Html {
  const names = ['project', 'cluster', 'database', 'collection'] as const
  const isCurrent = names.every((name) => place[name] === target[name])
  return html`<a href="${placeUrl(call.mountPath, target)}" ${isCurrent && html` aria-current="page"`}>${text}</a>`
}

/** Returns a table that scrolls by itself where it is wider than the window. */
export function table(label: string, columns: readonly Part[], rows: readonly (readonly Part[])[]): Html {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${columns.map((each) => html`<th scope="col">${each}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((each) => html`<td>${each}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`
}

function navigation(explorer: Explorer): Html {
  const { rows } = explorer.call
  const clusters = shownClusters(explorer.call)
  const item = (cluster: ShownCluster): Html =>
    html`<li>${placeLink(explorer, { cluster: cluster.key }, cluster.name)} ${databases(explorer, cluster)}</li> `
  return html`<nav class="places" aria-label="Databases">
    <ul>
      <li class="project">${placeLink(explorer, {}, 'All projects')}</li>
      ${rows.projects.all().map(
        ({ id, name }) =>
          html`<li class="project">
            ${placeLink(explorer, { project: id }, name)}
            <ul>
              ${clusters.filter(({ row }) => row?.projectId === id).map(item)}
            </ul>
          </li> `,
      )}
      ${clusters.filter(({ row }) => row === null).map(item)}
    </ul>
  </nav>`
}

/** The databases of a cluster with their collections: of the page's own one, and of the only one. */
function databases(explorer: Explorer, { key, clusterId }: ShownCluster): Part {
  const { call, place } = explorer
  if (place.cluster !== key && shownClusters(call).length > 1) return null
  const byName = [...databasesOf(call, clusterId)].toSorted(([left], [right]) => (left < right ? -1 : 1))
  if (byName.length === 0) return null
  return html`<ul>
    ${byName.map(
      ([database, collections]) =>
        html`<li>
          ${placeLink(explorer, { cluster: key, database }, database)}
          <ul>
            ${collections
              .map(({ name }) => name)
              .toSorted()
              .map(
                (collection) =>
                  html`<li>${placeLink(explorer, { cluster: key, database, collection }, collection)}</li> `,
              )}
          </ul>
        </li> `,
    )}
  </ul>`
}
