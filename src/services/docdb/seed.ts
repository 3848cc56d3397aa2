import * as v from 'valibot'
import { ORGANIZATION_ROLES, PROJECT_ROLES } from './schema/role-names.ts'
import { spanSchema } from '#core/seed/seed-span.ts'

const text = v.pipe(v.string(), v.minLength(1))
const list = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])

const project = v.strictObject({ name: text })

const cluster = v.strictObject({
  project: v.optional(
    v.pipe(text, v.description('The name of the project; it is made unless it is seeded. Absent: the first project.')),
  ),
  name: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9][a-zA-Z0-9-]*$/, 'expected letters, digits and dashes')),
})

const databaseUser = v.strictObject({
  project: v.optional(v.pipe(text, v.description('The name of the project. Absent: the first project.'))),
  username: text,
  password: v.optional(v.pipe(text, v.description('Absent: the name of the user.'))),
  roles: v.optional(
    v.pipe(
      v.array(v.union([text, v.strictObject({ role: text, db: v.optional(text, 'admin') })])),
      v.description('Roles such as readWriteAnyDatabase, or { role: readWrite, db: shop }.'),
    ),
    ['atlasAdmin'],
  ),
})

const data = v.strictObject({
  cluster: v.optional(
    v.pipe(text, v.description('The name of the cluster. Absent: the first cluster, which drivers find.')),
  ),
  database: text,
  collection: text,
  documents: v.optional(
    v.pipe(v.array(v.unknown()), v.description('Documents in Extended JSON: { _id: { $oid: … }, total: 5 }.')),
    [],
  ),
  file: v.optional(
    v.pipe(
      text,
      v.description(
        'A file of documents: an array in Extended JSON, or one document in each line. Relative to the working directory.',
      ),
    ),
  ),
  indexes: v.optional(
    v.pipe(v.array(v.unknown()), v.description('Specifications of indexes: { key: { email: 1 }, unique: true }.')),
    [],
  ),
  search_indexes: v.optional(
    v.pipe(
      v.array(v.unknown()),
      v.description('Search indexes: { name: default, definition: { mappings: { dynamic: true } } }.'),
    ),
    [],
  ),
  options: v.optional(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.description('Options of the collection: validator, capped, collation.'),
    ),
    {},
  ),
})

const apiKey = v.strictObject({
  public_key: text,
  private_key: text,
  roles: v.optional(
    v.pipe(
      v.array(
        v.union([v.picklist(ORGANIZATION_ROLES), v.strictObject({ project: text, role: v.picklist(PROJECT_ROLES) })]),
      ),
      v.description('Roles such as ORG_READ_ONLY, or { project: Shop, role: GROUP_CLUSTER_MANAGER }.'),
    ),
    ['ORG_OWNER'],
  ),
})

/** The `docdb` section of a seed. */
export const seed = v.strictObject({
  organization: v.optional(v.pipe(text, v.description('The name of the organization.')), 'Development'),
  projects: list(project),
  clusters: list(cluster),
  database_users: list(databaseUser),
  api_keys: v.pipe(list(apiKey), v.description('Once a key is listed, only listed and created keys work.')),
  data: list(data),
  create_ms: v.optional(
    spanSchema('How long a cluster takes to be created, updated or deleted, in milliseconds of the clock.'),
    0,
  ),
  javascript: v.optional(
    v.pipe(v.boolean(), v.description('Whether $where, $function, $accumulator and mapReduce run.')),
    true,
  ),
  search_index_ms: v.optional(spanSchema('How long a search index is built, in milliseconds of the clock.'), 0),
})

/** The seed section after its schema has checked it. */
export type Section = v.InferOutput<typeof seed>

/** The section that `init` prints. */
export const starter = `projects:
  - name: Development
clusters:
  - project: Development
    name: Cluster0
database_users:
  - project: Development
    username: app
    password: secret
    roles: [readWriteAnyDatabase]
data:
  - database: shop
    collection: orders
    documents:
      - { number: 1, customer: ada, total: 40, status: paid }
      - { number: 2, customer: grace, total: 25, status: open }
    indexes:
      - { key: { number: 1 }, unique: true }
api_keys: []                      # - { public_key: abcdefgh, private_key: 0b5d5a0e-0000-4000-8000-000000000000 }
`
