// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `cloud` of a seed: what the stand-in for the AWS S3, SQS, IAM and STS begins with. */
export interface CloudSeed {
  /** Default: us-east-1 */
  region?: string | undefined
  /** Default: 123456789012 */
  account_id?: string | undefined
  s3?: CloudSeedS3 | undefined
  sqs?: CloudSeedSqs | undefined
  iam?: CloudSeedIam | undefined
  /** Further accounts, each with its own users, roles, buckets and queues. */
  accounts?: CloudSeedAccount[] | undefined
  /** Refuses unsigned requests and unknown access keys. Default: false */
  strict_auth?: boolean | undefined
  /** Lets policies decide what a user or role may do. Default: false */
  enforce_iam?: boolean | undefined
}

/** An S3 of the seed. */
export interface CloudSeedS3 {
  buckets?: CloudSeedBucket[] | undefined
}

/** The sqs of the seed. */
export interface CloudSeedSqs {
  queues?: CloudSeedQueue[] | undefined
}

/** An IAM of the seed. */
export interface CloudSeedIam {
  policies?: CloudSeedPolicy[] | undefined
  groups?: CloudSeedGroup[] | undefined
  users?: CloudSeedUser[] | undefined
  roles?: CloudSeedRole[] | undefined
  oidc_providers?: CloudSeedOidcProvider[] | undefined
}

/** An account of the seed. */
export interface CloudSeedAccount {
  account_id: string
  access_key_id?: string | undefined
  /** The secret of the root user's access key. */
  secret_access_key?: string | undefined
  s3?: CloudSeedS3 | undefined
  sqs?: CloudSeedSqs | undefined
  iam?: CloudSeedIam | undefined
}

/** A bucket of the seed. */
export interface CloudSeedBucket {
  name: string
  region?: string | undefined
  /** Default: false */
  versioning?: boolean | undefined
  tags?: Record<string, string> | undefined
  cors?: CloudSeedCors[] | undefined
  /** The object ownership. BucketOwnerEnforced disables ACLs; the other values allow them. Default: BucketOwnerEnforced */
  object_ownership?: 'BucketOwnerPreferred' | 'ObjectWriter' | 'BucketOwnerEnforced' | undefined
  /** Blocks public policies and ACLs. Default: true, unless the seeded policy is public. */
  public_access_block?: boolean | undefined
  /** A website configuration with the index document index.html. Browsers then run HTML and SVG of the bucket, without a sandbox. Default: false */
  website?: boolean | undefined
  /** The policy document, as an object. */
  policy?: Record<string, unknown> | undefined
  /** Queues that receive notifications of object events in the bucket. */
  notifications?: CloudSeedNotification[] | undefined
  objects?: CloudSeedObject[] | undefined
}

/** A queue of the seed. */
export interface CloudSeedQueue {
  name: string
  /** Default: the region of the seed. */
  region?: string | undefined
  /** By the names of the API: VisibilityTimeout, RedrivePolicy, … A RedrivePolicy may name a seeded queue: { deadLetterTargetArn: jobs-dead, maxReceiveCount: 3 }. */
  attributes?: Record<string, string | number | boolean | Record<string, unknown>> | undefined
  tags?: Record<string, string> | undefined
  messages?: CloudSeedMessage[] | undefined
}

/** A policy of the seed. */
export interface CloudSeedPolicy {
  policy_name: string
  /** Default: / */
  path?: string | undefined
  description?: string | undefined
  document: string | Record<string, unknown>
  /** Tags by key: { team: web }. */
  tags?: Record<string, string> | undefined
}

/** A group of the seed. */
export interface CloudSeedGroup {
  group_name: string
  /** Default: / */
  path?: string | undefined
  /** Attached policies by ARN or name (AdministratorAccess, or a policy of the seed), and inline policies with their documents. */
  policies?: (string | CloudSeedGroupPolicy)[] | undefined
}

/** A user of the seed. */
export interface CloudSeedUser {
  user_name: string
  /** Default: / */
  path?: string | undefined
  /** Generates an access key. Not needed with access_key_id. Default: false */
  create_access_key?: boolean | undefined
  access_key_id?: string | undefined
  secret_access_key?: string | undefined
  /** Attached policies by ARN or name (AdministratorAccess, or a policy of the seed), and inline policies with their documents. */
  policies?: (string | CloudSeedUserPolicy)[] | undefined
  /** The permissions boundary, by ARN or name of a policy. */
  permissions_boundary?: string | undefined
  groups?: string[] | undefined
  /** Tags by key: { team: web }. */
  tags?: Record<string, string> | undefined
}

/** A role of the seed. */
export interface CloudSeedRole {
  role_name: string
  /** Default: / */
  path?: string | undefined
  description?: string | undefined
  /** The trust policy; by default one that trusts the account. */
  assume_role_policy?: string | Record<string, unknown> | undefined
  /** Default: 3600 */
  max_session_duration?: number | undefined
  /** Attached policies by ARN or name (AdministratorAccess, or a policy of the seed), and inline policies with their documents. */
  policies?: (string | CloudSeedRolePolicy)[] | undefined
  /** The permissions boundary, by ARN or name of a policy. */
  permissions_boundary?: string | undefined
  /** Tags by key: { team: web }. */
  tags?: Record<string, string> | undefined
}

/** An OIDC provider of the seed. */
export interface CloudSeedOidcProvider {
  /** The issuer: http://127.0.0.1:4002 */
  url: string
  client_ids?: string[] | undefined
}

/** A CORS of the seed. */
export interface CloudSeedCors {
  allowed_origins: string[]
  allowed_methods: ('GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD')[]
  allowed_headers?: string[] | undefined
  expose_headers?: string[] | undefined
  max_age_seconds?: number | undefined
}

/** A notification of the seed. */
export interface CloudSeedNotification {
  /** The name of a queue of this account. */
  queue: string
  /** Default: ["s3:ObjectCreated:*"] */
  events?: string[] | undefined
  prefix?: string | undefined
  suffix?: string | undefined
}

/** An object of the seed. */
export interface CloudSeedObject {
  key: string
  /** The content as text. */
  body?: string | undefined
  /** The path of a file with the content, from the working directory. */
  file?: string | undefined
  /** Default: binary/octet-stream */
  content_type?: string | undefined
  cache_control?: string | undefined
  metadata?: Record<string, string> | undefined
  tags?: Record<string, string> | undefined
}

/** A message of the seed. */
export interface CloudSeedMessage {
  /** A text, or an object, which becomes JSON. */
  body: string | Record<string, unknown>
  attributes?: Record<string, string | number | CloudSeedAttribute> | undefined
  delay_seconds?: number | undefined
  /** Required for FIFO queues. */
  group_id?: string | undefined
  deduplication_id?: string | undefined
}

/** A group policy of the seed. */
export interface CloudSeedGroupPolicy {
  policy_name: string
  document: string | Record<string, unknown>
}

/** A user policy of the seed. */
export interface CloudSeedUserPolicy {
  policy_name: string
  document: string | Record<string, unknown>
}

/** A role policy of the seed. */
export interface CloudSeedRolePolicy {
  policy_name: string
  document: string | Record<string, unknown>
}

/** An attribute of the seed. */
export interface CloudSeedAttribute {
  DataType: string
  StringValue?: string | undefined
  /** Base64. */
  BinaryValue?: string | undefined
}
