// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `docdb` of a seed: what the stand-in for the MongoDB Atlas begins with. */
export interface DocdbSeed {
  /** The name of the organization. Default: Development */
  organization?: string | undefined
  projects?: DocdbSeedProject[] | undefined
  clusters?: DocdbSeedCluster[] | undefined
  database_users?: DocdbSeedDatabaseUser[] | undefined
  /** Once a key is listed, only listed and created keys work. */
  api_keys?: DocdbSeedApiKey[] | undefined
  data?: DocdbSeedData[] | undefined
  /** How long a cluster takes to be created, updated or deleted, in milliseconds of the clock. Default: 0 */
  create_ms?: number | undefined
  /** Whether $where, $function, $accumulator and mapReduce run. Default: true */
  javascript?: boolean | undefined
  /** How long a search index is built, in milliseconds of the clock. Default: 0 */
  search_index_ms?: number | undefined
}

/** A project of the seed. */
export interface DocdbSeedProject {
  name: string
}

/** A cluster of the seed. */
export interface DocdbSeedCluster {
  /** The name of the project; it is made unless it is seeded. Absent: the first project. */
  project?: string | undefined
  name: string
}

/** A database user of the seed. */
export interface DocdbSeedDatabaseUser {
  /** The name of the project. Absent: the first project. */
  project?: string | undefined
  username: string
  /** Absent: the name of the user. */
  password?: string | undefined
  /** Roles such as readWriteAnyDatabase, or { role: readWrite, db: shop }. Default: ["atlasAdmin"] */
  roles?: (string | DocdbSeedRole)[] | undefined
}

/** An API key of the seed. */
export interface DocdbSeedApiKey {
  public_key: string
  private_key: string
  /** Roles such as ORG_READ_ONLY, or { project: Shop, role: GROUP_CLUSTER_MANAGER }. Default: ["ORG_OWNER"] */
  roles?: ('ORG_OWNER' | 'ORG_GROUP_CREATOR' | 'ORG_BILLING_ADMIN' | 'ORG_BILLING_READ_ONLY' | 'ORG_STREAM_PROCESSING_ADMIN' | 'ORG_READ_ONLY' | 'ORG_MEMBER' | DocdbSeedApiKeyRole)[] | undefined
}

/** A data of the seed. */
export interface DocdbSeedData {
  /** The name of the cluster. Absent: the first cluster, which drivers find. */
  cluster?: string | undefined
  database: string
  collection: string
  /** Documents in Extended JSON: { _id: { $oid: … }, total: 5 }. */
  documents?: unknown[] | undefined
  /** A file of documents: an array in Extended JSON, or one document in each line. Relative to the working directory. */
  file?: string | undefined
  /** Specifications of indexes: { key: { email: 1 }, unique: true }. */
  indexes?: unknown[] | undefined
  /** Search indexes: { name: default, definition: { mappings: { dynamic: true } } }. */
  search_indexes?: unknown[] | undefined
  /** Options of the collection: validator, capped, collation. */
  options?: Record<string, unknown> | undefined
}

/** A role of the seed. */
export interface DocdbSeedRole {
  role: string
  /** Default: admin */
  db?: string | undefined
}

/** An API key role of the seed. */
export interface DocdbSeedApiKeyRole {
  project: string
  role: 'GROUP_OWNER' | 'GROUP_CLUSTER_MANAGER' | 'GROUP_DATABASE_ACCESS_ADMIN' | 'GROUP_DATA_ACCESS_ADMIN' | 'GROUP_DATA_ACCESS_READ_WRITE' | 'GROUP_DATA_ACCESS_READ_ONLY' | 'GROUP_BACKUP_MANAGER' | 'GROUP_OBSERVABILITY_VIEWER' | 'GROUP_SEARCH_INDEX_EDITOR' | 'GROUP_STREAM_PROCESSING_OWNER' | 'GROUP_READ_ONLY'
}
