// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `deployhost` of a seed: what the stand-in for the Vercel REST API begins with. */
export interface DeployhostSeed {
  users?: DeployhostSeedUser[] | undefined
  teams?: DeployhostSeedTeam[] | undefined
  projects?: DeployhostSeedProject[] | undefined
  domains?: DeployhostSeedDomain[] | undefined
  edge_configs?: DeployhostSeedEdgeConfig[] | undefined
  blob_stores?: DeployhostSeedBlobStore[] | undefined
  integrations?: DeployhostSeedIntegration[] | undefined
  /** Webhooks of the first user’s own account. */
  webhooks?: DeployhostSeedWebhook[] | undefined
  /** How long a deployment builds, in milliseconds of the clock. Default: 500 */
  build_ms?: number | undefined
  /** Makes every deployment end in ERROR, with this message if it is a text. Default: false */
  build_error?: boolean | string | undefined
  /** Refuses requests without a token, instead of acting as the first user. Default: false */
  strict_auth?: boolean | undefined
}

/** A user of the seed. */
export interface DeployhostSeedUser {
  username: string
  name?: string | undefined
  email?: string | undefined
  tokens?: (string | DeployhostSeedToken)[] | undefined
}

/** A team of the seed. */
export interface DeployhostSeedTeam {
  slug: string
  name?: string | undefined
  /** Absent: the first user is the owner. */
  members?: (string | DeployhostSeedMember)[] | undefined
  webhooks?: DeployhostSeedWebhook[] | undefined
}

/** A project of the seed. */
export interface DeployhostSeedProject {
  name: string
  /** The slug of a seeded team. Absent: a project of the first user. */
  team?: string | undefined
  framework?: string | null | undefined
  git?: DeployhostSeedGit | undefined
  env?: DeployhostSeedEnv[] | Record<string, string> | undefined
  domains?: (string | DeployhostSeedProjectDomain)[] | undefined
  /** Makes the deployments of this project end in ERROR, with this message if it is a text. Default: false */
  build_error?: boolean | string | undefined
}

/** A domain of the seed. */
export interface DeployhostSeedDomain {
  name: string
  team?: string | undefined
  /** Default: true */
  verified?: boolean | undefined
}

/** An edge config of the seed. */
export interface DeployhostSeedEdgeConfig {
  slug: string
  id?: string | undefined
  team?: string | undefined
  items?: Record<string, unknown> | undefined
  tokens?: string[] | undefined
}

/** A blob store of the seed. */
export interface DeployhostSeedBlobStore {
  name: string
  team?: string | undefined
  /** The BLOB_READ_WRITE_TOKEN of the store; the id in it is that of the store. */
  token?: string | undefined
  /** Default: public */
  access?: 'public' | 'private' | undefined
  projects?: string[] | undefined
  /** Texts by pathname. */
  blobs?: Record<string, string> | undefined
}

/** An integration of the seed. */
export interface DeployhostSeedIntegration {
  client_id: string
  client_secret: string
  name?: string | undefined
  redirect_uris?: string[] | undefined
}

/** A webhook of the seed. */
export interface DeployhostSeedWebhook {
  /** Deliveries are sent to this URL: on this machine, or on an allowed host. */
  url: string
  events: string[]
  secret?: string | undefined
  projects?: string[] | undefined
}

/** A token of the seed. */
export interface DeployhostSeedToken {
  token: string
  name?: string | undefined
  scopes?: string[] | undefined
}

/** A member of the seed. */
export interface DeployhostSeedMember {
  username: string
  /** Default: MEMBER */
  role?: 'OWNER' | 'MEMBER' | 'DEVELOPER' | 'SECURITY' | 'BILLING' | 'VIEWER' | 'VIEWER_FOR_PLUS' | 'CONTRIBUTOR' | undefined
  /** Default: true */
  confirmed?: boolean | undefined
}

/** A git of the seed. */
export interface DeployhostSeedGit {
  /** Default: github */
  type?: string | undefined
  repo: string
}

/** An env of the seed. */
export interface DeployhostSeedEnv {
  key: string
  value: string
  /** Default: encrypted */
  type?: 'system' | 'encrypted' | 'plain' | 'sensitive' | undefined
  /** Default: ["production","preview","development"] */
  target?: 'production' | 'preview' | 'development' | ('production' | 'preview' | 'development')[] | undefined
  git_branch?: string | undefined
  comment?: string | undefined
}

/** A project domain of the seed. */
export interface DeployhostSeedProjectDomain {
  name: string
  /** Default: true */
  verified?: boolean | undefined
  redirect?: string | undefined
  redirect_status_code?: 301 | 302 | 307 | 308 | undefined
  git_branch?: string | undefined
}
