import { ownMember } from '#core/objects.ts'
import type { CloudCall, CloudContext } from '#cloud/call.ts'
import { invalidInput } from '#cloud/errors/iam.ts'
import type { ManagedPolicy, Role } from '#cloud/schema/iam.ts'
import { addRole } from './new-entities.ts'
import { uniqueId } from './unique-id.ts'
import { accountOf, AWS_ACCOUNT } from '../account.ts'
import { policyArn } from './arns.ts'

/**
 * The service-linked roles of the vendor's services, by the service's name before `.amazonaws.com`: the end of the
 * role's name, and the managed policy that it has.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_aws-services-that-work-with-iam.html
 */
const LINKED_ROLES: Readonly<Record<string, readonly [role: string, policy: string]>> = {
  'accountdiscovery.ssm': ['AmazonSSM_AccountDiscovery', 'AWSSystemsManagerAccountDiscoveryServicePolicy'],
  acm: ['CertificateManager', 'CertificateManagerServiceRolePolicy'],
  appmesh: ['AppMesh', 'AWSAppMeshServiceRolePolicy'],
  'appstream.application-autoscaling': [
    'ApplicationAutoScaling_AppStreamFleet',
    'AWSApplicationAutoscalingAppStreamFleetPolicy',
  ],
  autoscaling: ['AutoScaling', 'AutoScalingServiceRolePolicy'],
  'autoscaling-plans': ['AutoScalingPlans_EC2AutoScaling', 'AWSAutoScalingPlansEC2AutoScalingPolicy'],
  backup: ['Backup', 'AWSBackupServiceLinkedRolePolicyForBackup'],
  batch: ['Batch', 'BatchServiceRolePolicy'],
  'cassandra.application-autoscaling': [
    'ApplicationAutoScaling_CassandraTable',
    'AWSApplicationAutoscalingCassandraTablePolicy',
  ],
  'cks.kms': ['KeyManagementServiceCustomKeyStores', 'AWSKeyManagementServiceCustomKeyStoresServiceRolePolicy'],
  cloudtrail: ['CloudTrail', 'CloudTrailServiceRolePolicy'],
  'codestar-notifications': ['CodeStarNotifications', 'AWSCodeStarNotificationsServiceRolePolicy'],
  'comprehend.application-autoscaling': [
    'ApplicationAutoScaling_ComprehendEndpoint',
    'AWSApplicationAutoscalingComprehendEndpointPolicy',
  ],
  config: ['Config', 'AWSConfigServiceRolePolicy'],
  connect: ['AmazonConnect', 'AmazonConnectServiceLinkedRolePolicy'],
  'custom-resource.application-autoscaling': [
    'ApplicationAutoScaling_CustomResource',
    'AWSApplicationAutoScalingCustomResourcePolicy',
  ],
  dms: ['DMSServerless', 'AWSDMSServerlessServiceRolePolicy'],
  'dms-fleet-advisor': ['DMSFleetAdvisor', 'AWSDMSFleetAdvisorServiceRolePolicy'],
  'docdb-elastic': ['DocDB-Elastic', 'AmazonDocDB-ElasticServiceRolePolicy'],
  'dynamodb.application-autoscaling': [
    'ApplicationAutoScaling_DynamoDBTable',
    'AWSApplicationAutoscalingDynamoDBTablePolicy',
  ],
  'ec2-instance-connect': ['Ec2InstanceConnect', 'Ec2InstanceConnectEndpoint'],
  'ec2.application-autoscaling': [
    'ApplicationAutoScaling_EC2SpotFleetRequest',
    'AWSApplicationAutoscalingEC2SpotFleetRequestPolicy',
  ],
  ecr: ['ECRTemplate', 'ECRTemplateServiceRolePolicy'],
  ecs: ['ECS', 'AmazonECSServiceRolePolicy'],
  'ecs.application-autoscaling': ['ApplicationAutoScaling_ECSService', 'AWSApplicationAutoscalingECSServicePolicy'],
  eks: ['AmazonEKS', 'AmazonEKSServiceRolePolicy'],
  'eks-connector': ['AmazonEKSConnector', 'AmazonEKSConnectorServiceRolePolicy'],
  'eks-fargate': ['AmazonEKSForFargate', 'AmazonEKSForFargateServiceRolePolicy'],
  'eks-nodegroup': ['AmazonEKSNodegroup', 'AWSServiceRoleForAmazonEKSNodegroup'],
  elasticache: ['ElastiCache', 'ElastiCacheServiceRolePolicy'],
  'elasticache.application-autoscaling': [
    'ApplicationAutoScaling_ElastiCacheRG',
    'AWSApplicationAutoscalingElastiCacheRGPolicy',
  ],
  elasticbeanstalk: ['ElasticBeanstalk', 'AWSElasticBeanstalkServiceRolePolicy'],
  elasticfilesystem: ['AmazonElasticFileSystem', 'AmazonElasticFileSystemServiceRolePolicy'],
  elasticloadbalancing: ['ElasticLoadBalancing', 'AWSElasticLoadBalancingServiceRolePolicy'],
  'email.cognito-idp': ['AmazonCognitoIdpEmailService', 'AmazonCognitoIdpEmailServiceRolePolicy'],
  'emr-containers': ['AmazonEMRContainers', 'AmazonEMRContainersServiceRolePolicy'],
  emrwal: ['EMRWAL', 'EMRDescribeClusterPolicyForEMRWAL'],
  fis: ['FIS', 'AmazonFISServiceRolePolicy'],
  grafana: ['AmazonGrafana', 'AmazonGrafanaServiceLinkedRolePolicy'],
  imagebuilder: ['ImageBuilder', 'AWSServiceRoleForImageBuilder'],
  iotmanagedintegrations: ['IoTManagedIntegrations', 'AWSIoTManagedIntegrationsRolePolicy'],
  kafka: ['Kafka', 'KafkaServiceRolePolicy'],
  'kafka.application-autoscaling': [
    'ApplicationAutoScaling_KafkaCluster',
    'AWSApplicationAutoscalingKafkaClusterPolicy',
  ],
  kafkaconnect: ['KafkaConnect', 'KafkaConnectServiceRolePolicy'],
  lakeformation: ['LakeFormationDataAccess', 'LakeFormationDataAccessServiceRolePolicy'],
  'lambda.application-autoscaling': [
    'ApplicationAutoScaling_LambdaConcurrency',
    'AWSApplicationAutoscalingLambdaConcurrencyPolicy',
  ],
  lex: ['LexBots', 'AmazonLexBotPolicy'],
  lexv2: ['LexV2Bots', 'AmazonLexV2BotPolicy'],
  lightsail: ['Lightsail', 'LightsailExportAccess'],
  m2: ['AWSM2', 'AWSM2ServicePolicy'],
  memorydb: ['MemoryDB', 'MemoryDBServiceRolePolicy'],
  mq: ['AmazonMQ', 'AmazonMQServiceRolePolicy'],
  'mrk.kms': ['KeyManagementServiceMultiRegionKeys', 'AWSKeyManagementServiceMultiRegionKeysServiceRolePolicy'],
  'neptune.application-autoscaling': [
    'ApplicationAutoScaling_NeptuneCluster',
    'AWSApplicationAutoscalingNeptuneClusterPolicy',
  ],
  notifications: ['AwsUserNotifications', 'AWSUserNotificationsServiceLinkedRolePolicy'],
  'observability.aoss': ['AmazonOpenSearchServerless', 'AmazonOpenSearchServerlessServiceRolePolicy'],
  opensearchservice: ['AmazonOpenSearchService', 'AmazonOpenSearchServiceRolePolicy'],
  'ops.apigateway': ['APIGateway', 'APIGatewayServiceRolePolicy'],
  'ops.emr-serverless': ['AmazonEMRServerless', 'AmazonEMRServerlessServiceRolePolicy'],
  'opsdatasync.ssm': ['SystemsManagerOpsDataSync', 'AWSSystemsManagerOpsDataSyncServiceRolePolicy'],
  'opsinsights.ssm': ['AmazonSSM_OpsInsights', 'AWSSSMOpsInsightsServiceRolePolicy'],
  'pullthroughcache.ecr': ['ECRPullThroughCache', 'AWSECRPullThroughCache_ServiceRolePolicy'],
  ram: ['ResourceAccessManager', 'AWSResourceAccessManagerServiceRolePolicy'],
  rds: ['RDS', 'AmazonRDSServiceRolePolicy'],
  'rds.application-autoscaling': ['ApplicationAutoScaling_RDSCluster', 'AWSApplicationAutoscalingRDSClusterPolicy'],
  redshift: ['Redshift', 'AmazonRedshiftServiceLinkedRolePolicy'],
  'replication.cassandra': ['KeyspacesReplication', 'KeyspacesReplicationServiceRolePolicy'],
  'replication.ecr': ['ECRReplication', 'ECRReplicationServiceRolePolicy'],
  'repository.sync.codeconnections': ['GitSync', 'AWSGitSyncServiceRolePolicy'],
  'resource-explorer-2': ['ResourceExplorer', 'AWSResourceExplorerServiceRolePolicy'],
  rolesanywhere: ['RolesAnywhere', 'AWSRolesAnywhereServicePolicy'],
  's3-outposts': ['S3OnOutposts', 'AWSS3OnOutpostsServiceRolePolicy'],
  'sagemaker.application-autoscaling': [
    'ApplicationAutoScaling_SageMakerEndpoint',
    'AWSApplicationAutoscalingSageMakerEndpointPolicy',
  ],
  ses: ['AmazonSES', 'AmazonSESServiceRolePolicy'],
  shield: ['AWSShield', 'AWSShieldServiceRolePolicy'],
  ssm: ['AmazonSSM', 'AmazonSSMServiceRolePolicy'],
  'ssm-incidents': ['IncidentManager', 'AWSIncidentManagerServiceRolePolicy'],
  'ssm-quicksetup': ['SSMQuickSetup', 'SSMQuickSetupRolePolicy'],
  sso: ['SSO', 'AWSSSOServiceRolePolicy'],
  'vpcorigin.cloudfront': ['CloudFrontVPCOrigin', 'AWSCloudFrontVPCOriginServiceRolePolicy'],
  waf: ['WAFLogging', 'WAFLoggingServiceRolePolicy'],
  wafv2: ['WAFV2Logging', 'WAFV2LoggingServiceRolePolicy'],
  'workspaces.application-autoscaling': [
    'ApplicationAutoScaling_WorkSpacesPool',
    'AWSApplicationAutoscalingWorkSpacesPoolPolicy',
  ],
}

/** The services that allow several roles, whose names end with a suffix. */
const WITH_SUFFIX = new Set(['autoscaling', 'connect', 'lexv2'])

/** The path of the service-linked roles begins so. */
const PATH = '/aws-service-role/'

const END = '.amazonaws.com'

/** Returns whether a role belongs to a service, which alone may change it. */
export function isServiceLinked({ path }: Pick<Role, 'path'>): boolean {
  return path.startsWith(PATH)
}

/** The properties of a new service-linked role. */
export interface NewLinkedRole {
  /** `autoscaling.amazonaws.com` */
  readonly service: string
  readonly suffix: string | null
  readonly description: string | null
}

/**
 * Adds the role of a service, with the vendor's policy attached. A service that is not known gets a role that is named
 * after it.
 *
 * @throws `InvalidInput` for a role that exists, and for a suffix that the service does not allow.
 */
export function addLinkedRole(context: CloudCall, { service, suffix, description }: NewLinkedRole): Role {
  if (!service.endsWith(END)) throw invalidInput(`Invalid service principal: ${service}`)
  const account = accountOf(context)
  const short = service.slice(0, -END.length)
  if (suffix !== null && !WITH_SUFFIX.has(short)) throw invalidInput(`Custom suffix is not allowed for ${service}`)
  const named = short.replaceAll(/(?:^|[.-])([a-z])/g, (_match, letter: string) => letter.toUpperCase())
  const [role, policy] = ownMember(LINKED_ROLES, short) ?? [named, `${named}ServiceRolePolicy`]
  const name = `AWSServiceRoleFor${role}${suffix === null ? '' : `_${suffix}`}`
  if (context.rows.roles.find('name', account, name.toLowerCase()) !== undefined) {
    const message = `Service role name ${name} has been taken in this account, please try a different suffix.`
    throw invalidInput(message)
  }
  const added = addRole(context, {
    account,
    name,
    path: `${PATH}${service}/`,
    description,
    assumeRolePolicyDocument: trustOf('sts:AssumeRole', service),
    maxSessionDuration: 3600,
    permissionsBoundary: null,
    tags: [],
  })
  const { id: policyId, name: policyName } = linkedPolicy(context, short, policy)
  context.rows.attachments.insert({ account, policyId, policyName, holderKind: 'role', holderId: added.id })
  return added
}

/** Returns the trust policy of a service-linked role as the answer to its creation shows it: with lists of one. */
export function listedTrust(service: string): string {
  return trustOf(['sts:AssumeRole'], [service])
}

function trustOf<T extends string | readonly string[]>(action: T, service: T): string {
  const Statement = [{ Action: action, Effect: 'Allow', Principal: { Service: service } }]
  return JSON.stringify({ Version: '2012-10-17', Statement })
}

/** Returns the vendor's policy of a service-linked role, which is made with the first role that has it. */
function linkedPolicy({ rows, clock, ids }: CloudContext, short: string, name: string): ManagedPolicy {
  const named = { account: AWS_ACCOUNT, path: PATH, name }
  const arn = policyArn(named)
  const known = rows.managedPolicies.find('arn', arn)
  if (known !== undefined) return known
  const now = clock.now()
  const policy = rows.managedPolicies.insert({
    ...named,
    arn,
    description: null,
    uniqueId: uniqueId(ids, 'policy'),
    defaultVersion: 1,
    lastVersion: 1,
    createdAt: now,
    updatedAt: now,
    tags: [],
  })
  const Statement = [{ Effect: 'Allow', Action: `${short.split('.').at(-1) ?? short}:*`, Resource: '*' }]
  const document = JSON.stringify({ Version: '2012-10-17', Statement })
  rows.policyVersions.insert({ policyId: policy.id, number: 1, document, createdAt: now })
  return policy
}
