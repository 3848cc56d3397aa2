/** The roles in an organization. https://www.mongodb.com/docs/atlas/reference/user-roles/#organization-roles */
export const ORGANIZATION_ROLES = [
  'ORG_OWNER',
  'ORG_GROUP_CREATOR',
  'ORG_BILLING_ADMIN',
  'ORG_BILLING_READ_ONLY',
  'ORG_STREAM_PROCESSING_ADMIN',
  'ORG_READ_ONLY',
  'ORG_MEMBER',
] as const

/** The roles in a project. https://www.mongodb.com/docs/atlas/reference/user-roles/#project-roles */
export const PROJECT_ROLES = [
  'GROUP_OWNER',
  'GROUP_CLUSTER_MANAGER',
  'GROUP_DATABASE_ACCESS_ADMIN',
  'GROUP_DATA_ACCESS_ADMIN',
  'GROUP_DATA_ACCESS_READ_WRITE',
  'GROUP_DATA_ACCESS_READ_ONLY',
  'GROUP_BACKUP_MANAGER',
  'GROUP_OBSERVABILITY_VIEWER',
  'GROUP_SEARCH_INDEX_EDITOR',
  'GROUP_STREAM_PROCESSING_OWNER',
  'GROUP_READ_ONLY',
] as const
