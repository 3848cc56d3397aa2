/** A managed policy of the vendor. */
export interface AwsPolicy {
  readonly name: string
  /** `/`, `/service-role/` or `/job-function/`. */
  readonly path: string
  readonly description: string
  /** The actions that the policy allows on every resource. */
  readonly actions: readonly string[]
  /** True when the policy allows every action except `actions`. */
  readonly negated?: boolean
}

const READ = ['Get*', 'List*', 'Describe*']

function readActions(...services: string[]): string[] {
  return services.flatMap((service) => READ.map((verb) => `${service}:${verb}`))
}

/**
 * The vendor's managed policies that the store starts with: those of the implemented services with their permissions
 * there, and those of other services that roles often have, so that they can be attached.
 * https://docs.aws.amazon.com/aws-managed-policy/latest/reference/policy-list.html
 */
export const AWS_POLICIES: readonly AwsPolicy[] = [
  policy('AdministratorAccess', 'Provides full access to AWS services and resources.', ['*']),
  {
    ...policy('PowerUserAccess', 'Full access to AWS services and resources, but no management of users and groups.', [
      'iam:*',
      'organizations:*',
      'account:*',
    ]),
    negated: true,
  },
  policy('ReadOnlyAccess', 'Provides read-only access to AWS services and resources.', [
    ...readActions(
      's3',
      'sqs',
      'iam',
      'ec2',
      'dynamodb',
      'sns',
      'lambda',
      'logs',
      'cloudwatch',
      'ecs',
      'ecr',
      'kms',
      'ssm',
    ),
    'iam:Generate*',
    'iam:Simulate*',
    'sts:Get*',
  ]),
  policy(
    'ViewOnlyAccess',
    'Basic view of resources and metadata.',
    ['s3:ListAllMyBuckets', 's3:ListBucket', 'sqs:ListQueues', 'iam:List*', 'iam:GetAccountSummary'],
    '/job-function/',
  ),
  policy('SecurityAudit', 'Reads the configuration that matters for security.', [
    'iam:Get*',
    'iam:List*',
    'iam:GenerateCredentialReport',
    's3:GetBucket*',
    's3:ListAllMyBuckets',
    's3:GetEncryptionConfiguration',
    'sqs:GetQueueAttributes',
    'sqs:ListQueues',
  ]),
  policy('IAMFullAccess', 'Provides full access to IAM.', ['iam:*']),
  policy('IAMReadOnlyAccess', 'Provides read-only access to IAM.', [
    'iam:GenerateCredentialReport',
    'iam:GenerateServiceLastAccessedDetails',
    'iam:Get*',
    'iam:List*',
    'iam:SimulateCustomPolicy',
    'iam:SimulatePrincipalPolicy',
  ]),
  policy('AmazonS3FullAccess', 'Provides full access to all buckets.', ['s3:*', 's3-object-lambda:*']),
  policy('AmazonS3ReadOnlyAccess', 'Provides read-only access to all buckets.', [
    's3:Get*',
    's3:List*',
    's3:Describe*',
    's3-object-lambda:Get*',
    's3-object-lambda:List*',
  ]),
  policy('AmazonSQSFullAccess', 'Provides full access to Amazon SQS.', ['sqs:*']),
  policy('AmazonSQSReadOnlyAccess', 'Provides read-only access to Amazon SQS.', [
    'sqs:GetQueueAttributes',
    'sqs:GetQueueUrl',
    'sqs:ListDeadLetterSourceQueues',
    'sqs:ListQueues',
    'sqs:ListMessageMoveTasks',
    'sqs:ListQueueTags',
  ]),
  policy('AmazonSNSFullAccess', 'Provides full access to Amazon SNS.', ['sns:*']),
  policy('AmazonDynamoDBFullAccess', 'Provides full access to Amazon DynamoDB.', ['dynamodb:*']),
  policy('AmazonDynamoDBReadOnlyAccess', 'Provides read-only access to Amazon DynamoDB.', readActions('dynamodb')),
  policy('AmazonEC2FullAccess', 'Provides full access to Amazon EC2.', ['ec2:*']),
  policy('AmazonEC2ReadOnlyAccess', 'Provides read-only access to Amazon EC2.', readActions('ec2')),
  policy('IAMUserChangePassword', 'Lets users change their own password.', [
    'iam:ChangePassword',
    'iam:GetAccountPasswordPolicy',
  ]),
  policy('AWSLambdaExecute', 'Provides access to objects and to CloudWatch Logs.', [
    's3:GetObject',
    's3:PutObject',
    'logs:*',
  ]),
  policy('AWSLambda_FullAccess', 'Grants full access to AWS Lambda.', ['lambda:*', 'logs:*', 'iam:PassRole']),
  policy('CloudWatchLogsFullAccess', 'Provides full access to CloudWatch Logs.', ['logs:*']),
  policy('SecretsManagerReadWrite', 'Provides read and write access to Secrets Manager.', ['secretsmanager:*']),
  policy('AmazonSSMReadOnlyAccess', 'Provides read-only access to Systems Manager.', readActions('ssm')),
  policy('AmazonSSMManagedInstanceCore', 'Enables the core functionality of Systems Manager.', [
    'ssm:UpdateInstanceInformation',
    'ssm:GetParameter',
    'ssm:GetParameters',
    'ssmmessages:*',
    'ec2messages:*',
  ]),
  policy('AmazonEC2ContainerRegistryReadOnly', 'Provides read-only access to the container registry.', [
    'ecr:GetAuthorizationToken',
    'ecr:BatchGetImage',
    ...readActions('ecr'),
  ]),
  policy(
    'AWSLambdaBasicExecutionRole',
    'Provides write permissions to CloudWatch Logs.',
    ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
    '/service-role/',
  ),
  policy(
    'AWSLambdaSQSQueueExecutionRole',
    'Receives from queues, deletes from them, and writes logs.',
    [
      'sqs:ReceiveMessage',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'logs:CreateLogGroup',
      'logs:CreateLogStream',
      'logs:PutLogEvents',
    ],
    '/service-role/',
  ),
  policy(
    'AmazonECSTaskExecutionRolePolicy',
    'Lets tasks pull images and write logs.',
    [
      'ecr:GetAuthorizationToken',
      'ecr:BatchCheckLayerAvailability',
      'ecr:GetDownloadUrlForLayer',
      'ecr:BatchGetImage',
      'logs:CreateLogStream',
      'logs:PutLogEvents',
    ],
    '/service-role/',
  ),
]

function policy(name: string, description: string, actions: readonly string[], path = '/'): AwsPolicy {
  return { name, path, description, actions }
}

/** Returns the document of a vendor's managed policy. */
export function awsDocument({ actions, negated = false }: AwsPolicy): string {
  const listed = actions.length === 1 ? actions[0] : actions
  const statement = { Effect: 'Allow', [negated ? 'NotAction' : 'Action']: listed, Resource: '*' }
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
}
