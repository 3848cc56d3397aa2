import type { Answer } from '#core/answer.ts'
import { html, type Html, type Part } from '#pages/html.ts'
import { connectionString, protocolUrl } from '#docdb/rules/connection-string.ts'
import type { AccessEntry, DatabaseUser, Project } from '#docdb/schema/admin.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { databasesOf } from '#docdb/storage/catalog.ts'
import { explorerPage, missingPage, placeLink, table, type Explorer } from './explorer.ts'
import { shownClusters, type ShownCluster } from './place.ts'

/** The page of all projects with their clusters. */
export function homePage(explorer: Explorer): Answer {
  const { rows } = explorer.call
  const clusters = shownClusters(explorer.call)
  const projects = rows.projects.all()
  const content = html`<h1 id="place">All projects</h1>
    ${clusters.some(({ row }) => row === null) && clusterTable(explorer, clusters, 'Clusters')}
    ${
      projects.length === 0
        ? html`<p>There is no project. The Administration API creates one, or the seed lists it.</p>`
        : projects.map(
            (project) =>
              html`<h2>${placeLink(explorer, { project: project.id }, project.name)}</h2>
                ${projectClusters(explorer, project)}`,
          )
    }`
  return explorerPage(explorer, { title: 'All projects', content })
}

/** The page of a project: its clusters, database users and IP access list. */
export function projectPage(explorer: Explorer, id: string): Answer {
  const { rows } = explorer.call
  const project = rows.projects.get(id)
  if (project === undefined) return missingPage(explorer, 'Project')
  const users = rows.databaseUsers.all().filter((each) => each.projectId === id)
  const entries = rows.accessEntries.all().filter((each) => each.projectId === id)
  const content = html`<h1 id="place">${project.name}</h1>
    <p class="soft">Project <code>${id}</code></p>
    <h2>Clusters</h2>
    ${projectClusters(explorer, project)}
    <h2>Database users</h2>
    ${
      users.length === 0
        ? html`<p>There is no database user.${rows.databaseUsers.size === 0 && ' Drivers need none.'}</p>`
        : table('Database users', ['User', 'Authenticates with', 'Roles', 'Clusters'], users.map(userCells))
    }
    <h2>IP access list</h2>
    ${
      entries.length === 0
        ? html`<p>The list is empty. Drivers may connect from everywhere all the same.</p>`
        : table('IP access list', ['Address', 'Comment', 'Deleted'], entries.map(entryCells))
    }`
  return explorerPage(explorer, { title: project.name, content })
}

/** The page of a cluster: its settings and its databases. */
export function clusterPage(explorer: Explorer, cluster: ShownCluster): Answer {
  const { call } = explorer
  const databases = [...databasesOf(call, cluster.clusterId)].toSorted(([left], [right]) => (left < right ? -1 : 1))
  const content = html`<h1 id="place">${cluster.name}</h1>
    ${clusterFacts(explorer, cluster)}
    <h2>Databases</h2>
    ${
      databases.length === 0
        ? html`<p>There is no database yet. A driver that inserts a document creates one.</p>`
        : table(
            'Databases',
            ['Database', 'Collections', 'Documents'],
            databases.map(([database, collections]) => [
              placeLink(explorer, { cluster: cluster.key, database }, database),
              collections.length,
              collections.reduce((sum, each) => sum + countOf(explorer, each), 0),
            ]),
          )
    }`
  return explorerPage(explorer, { title: cluster.name, content })
}

/** The page of a database: its collections. */
export function databasePage(explorer: Explorer, { key, clusterId }: ShownCluster, database: string): Answer {
  const { call } = explorer
  const collections = databasesOf(call, clusterId).get(database)
  if (collections === undefined) return missingPage(explorer, `Database ${database}`)
  const cells = collections
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    .map((each): Part[] => [
      placeLink(explorer, { cluster: key, database, collection: each.name }, each.name),
      each.capped === null ? each.kind : 'capped collection',
      each.kind === 'view' ? '' : countOf(explorer, each),
      call.rows.indexes.count('collection', each.id),
    ])
  const content = html`<h1 id="place">${database}</h1>
    ${table('Collections', ['Collection', 'Kind', 'Documents', 'Indexes'], cells)}`
  return explorerPage(explorer, { title: database, content })
}

function countOf({ call }: Explorer, { id }: CollectionRow): number {
  const { start, end } = call.rows.documents.range([id])
  return end - start
}

function projectClusters(explorer: Explorer, project: Project): Part {
  const clusters = shownClusters(explorer.call).filter(({ row }) => row?.projectId === project.id)
  if (clusters.length === 0) return html`<p>There is no cluster.</p>`
  return clusterTable(explorer, clusters, `Clusters of ${project.name}`)
}

function clusterTable(explorer: Explorer, clusters: readonly ShownCluster[], label: string): Html {
  const cells = clusters.map((cluster) => [
    placeLink(explorer, { cluster: cluster.key }, cluster.name),
    cluster.row?.state ?? 'IDLE',
    databasesOf(explorer.call, cluster.clusterId).size,
    html`<code>${uriOf(explorer, cluster)}</code>`,
  ])
  return table(label, ['Cluster', 'State', 'Databases', 'Connection string'], cells)
}

function uriOf({ call }: Explorer, { row }: ShownCluster): string {
  const isOnly = row === null || call.rows.clusters.size === 1
  return connectionString(protocolUrl(call.urls), isOnly ? {} : { appName: row.name })
}

function clusterFacts(explorer: Explorer, cluster: ShownCluster): Html {
  const { row } = cluster
  const project = row === null ? undefined : explorer.call.rows.projects.get(row.projectId)
  const facts: (readonly [string, Part])[] = [
    ['Connection string', html`<code>${uriOf(explorer, cluster)}</code>`],
    ...(row === null || project === undefined
      ? []
      : ([
          ['Project', placeLink(explorer, { project: project.id }, project.name)],
          ['State', row.state],
          ['Kind', row.clusterType],
          ['Version', row.mongoDBMajorVersion],
        ] as const)),
  ]
  return html`<dl>
    ${facts.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd> `,
    )}
  </dl>`
}

function userCells({ username, databaseName, password, x509Type, roles, scopes }: DatabaseUser): Part[] {
  const shownRoles = roles.map(({ roleName, databaseName: of, collectionName: name }) =>
    name === undefined ? `${roleName}@${of}` : `${roleName}@${of}.${name}`,
  )
  const method = password !== null ? 'password' : x509Type === 'NONE' ? 'another system' : 'X.509'
  return [
    username,
    `${method}, ${databaseName}`,
    shownRoles.join(', '),
    scopes.length === 0 ? 'all' : scopes.map(({ name }) => name).join(', '),
  ]
}

function entryCells({ entry, comment, deleteAfter }: AccessEntry): Part[] {
  return [entry, comment, deleteAfter === null ? 'never' : new Date(deleteAfter).toISOString()]
}
