// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type SentMessage = { MD5OfMessageBody: string; MD5OfMessageAttributes?: string; MD5OfMessageSystemAttributes?: string; MessageId: string; SequenceNumber?: string }
type Successful = { MD5OfMessageBody: string; MD5OfMessageAttributes?: string; MD5OfMessageSystemAttributes?: string; MessageId: string; SequenceNumber?: string; Id: string }
type FailedEntry = { Id: string; SenderFault: boolean; Code: string; Message: string }
type AttributeValue = { StringValue?: string; BinaryValue?: string; DataType: string }
type Message = { MessageId: string; ReceiptHandle: string; MD5OfBody: string; Body: string; Attributes?: { [name: string]: string }; MD5OfMessageAttributes?: string; MessageAttributes?: { [name: string]: AttributeValue } }
type MoveTask = { TaskHandle?: string; Status: "CANCELLED" | "COMPLETED" | "FAILED" | "RUNNING"; SourceArn: string; DestinationArn?: string; MaxNumberOfMessagesPerSecond?: number; ApproximateNumberOfMessagesMoved: number; ApproximateNumberOfMessagesToMove: number; FailureReason?: string; StartedTimestamp: number }

/** The answers of the operations of cloud, as far as their handlers say what they answer. */
export interface CloudAnswers {
  's3:ListBuckets': string
  's3:CreateBucket': null
  's3:HeadBucket': null
  's3:DeleteBucket': null
  's3:GetBucketLocation': string
  's3:GetBucketVersioning': string
  's3:PutBucketVersioning': null
  's3:GetBucketTagging': string
  's3:PutBucketTagging': null
  's3:DeleteBucketTagging': null
  's3:GetBucketCors': string
  's3:PutBucketCors': null
  's3:DeleteBucketCors': null
  's3:GetBucketPolicy': string
  's3:GetBucketPolicyStatus': string
  's3:PutBucketPolicy': null
  's3:DeleteBucketPolicy': null
  's3:GetBucketLifecycleConfiguration': string
  's3:PutBucketLifecycleConfiguration': null
  's3:DeleteBucketLifecycle': null
  's3:GetPublicAccessBlock': string
  's3:PutPublicAccessBlock': null
  's3:DeletePublicAccessBlock': null
  's3:GetBucketOwnershipControls': string
  's3:PutBucketOwnershipControls': null
  's3:DeleteBucketOwnershipControls': null
  's3:GetBucketEncryption': string
  's3:PutBucketEncryption': null
  's3:DeleteBucketEncryption': null
  's3:GetBucketWebsite': string
  's3:PutBucketWebsite': null
  's3:DeleteBucketWebsite': null
  's3:GetBucketAcl': string
  's3:PutBucketAcl': null
  's3:GetBucketMetricsConfiguration': string
  's3:ListBucketMetricsConfigurations': string
  's3:DeleteBucketMetricsConfiguration': null
  's3:PutBucketMetricsConfiguration': null
  's3:GetBucketInventoryConfiguration': string
  's3:ListBucketInventoryConfigurations': string
  's3:DeleteBucketInventoryConfiguration': null
  's3:PutBucketInventoryConfiguration': null
  's3:GetBucketAnalyticsConfiguration': string
  's3:ListBucketAnalyticsConfigurations': string
  's3:DeleteBucketAnalyticsConfiguration': null
  's3:PutBucketAnalyticsConfiguration': null
  's3:GetBucketIntelligentTieringConfiguration': string
  's3:ListBucketIntelligentTieringConfigurations': string
  's3:DeleteBucketIntelligentTieringConfiguration': null
  's3:PutBucketIntelligentTieringConfiguration': null
  's3:GetBucketAccelerateConfiguration': string
  's3:PutBucketAccelerateConfiguration': null
  's3:GetBucketRequestPayment': string
  's3:PutBucketRequestPayment': null
  's3:GetBucketLogging': string
  's3:PutBucketLogging': null
  's3:GetBucketReplication': string
  's3:PutBucketReplication': null
  's3:DeleteBucketReplication': null
  's3:ListObjectsV2': string
  's3:ListObjects': string
  's3:PutObject': null
  's3:CopyObject': string
  's3:GetObject': null | string
  's3:HeadObject': null | string
  's3:DeleteObject': null
  's3:DeleteObjects': string
  's3:GetObjectTagging': string
  's3:PutObjectTagging': null
  's3:DeleteObjectTagging': null
  's3:RestoreObject': null
  's3:GetObjectAcl': string
  's3:PutObjectAcl': null
  's3:GetObjectAttributes': string
  's3:GetObjectLockConfiguration': string
  's3:PutObjectLockConfiguration': null
  's3:GetObjectRetention': string
  's3:PutObjectRetention': null
  's3:GetObjectLegalHold': string
  's3:PutObjectLegalHold': null
  's3:SelectObjectContent': null | string
  's3:ListObjectVersions': string
  's3:CreateMultipartUpload': string
  's3:CompleteMultipartUpload': string
  's3:AbortMultipartUpload': null
  's3:ListMultipartUploads': string
  's3:UploadPart': null
  's3:UploadPartCopy': string
  's3:ListParts': string
  's3:PostObject': null | string
  's3:GetBucketNotificationConfiguration': string
  's3:PutBucketNotificationConfiguration': null
  's3:ServeWebsite': null | string
  'sqs:CreateQueue': string | { QueueUrl: string }
  'sqs:GetQueueUrl': string | { QueueUrl: string }
  'sqs:ListQueues': string | { QueueUrls?: string[]; NextToken?: string }
  'sqs:ListDeadLetterSourceQueues': string | { queueUrls: string[]; NextToken?: string }
  'sqs:PurgeQueue': string | {}
  'sqs:DeleteQueue': string | {}
  'sqs:GetQueueAttributes': string | { Attributes?: { [name: string]: string } }
  'sqs:SetQueueAttributes': string | {}
  'sqs:TagQueue': string | {}
  'sqs:UntagQueue': string | {}
  'sqs:ListQueueTags': string | { Tags?: { [name: string]: string } }
  'sqs:AddPermission': string | {}
  'sqs:RemovePermission': string | {}
  'sqs:SendMessage': SentMessage | string
  'sqs:SendMessageBatch': string | { Successful?: Successful[]; Failed?: FailedEntry[] }
  'sqs:ReceiveMessage': string | { Messages?: Message[] }
  'sqs:DeleteMessage': string | {}
  'sqs:DeleteMessageBatch': string | { Successful?: { Id: string }[]; Failed?: FailedEntry[] }
  'sqs:ChangeMessageVisibility': string | {}
  'sqs:ChangeMessageVisibilityBatch': string | { Successful?: { Id: string }[]; Failed?: FailedEntry[] }
  'sqs:StartMessageMoveTask': string | { TaskHandle: string }
  'sqs:ListMessageMoveTasks': string | { Results?: MoveTask[] }
  'sqs:CancelMessageMoveTask': string | { ApproximateNumberOfMessagesMoved: number }
  'iam:CreateUser': string
  'iam:GetUser': string
  'iam:ListUsers': string
  'iam:UpdateUser': string
  'iam:DeleteUser': string
  'iam:PutUserPermissionsBoundary': string
  'iam:DeleteUserPermissionsBoundary': string
  'iam:TagUser': string
  'iam:UntagUser': string
  'iam:ListUserTags': string
  'iam:CreateAccessKey': string
  'iam:ListAccessKeys': string
  'iam:UpdateAccessKey': string
  'iam:DeleteAccessKey': string
  'iam:GetAccessKeyLastUsed': string
  'iam:CreateGroup': string
  'iam:GetGroup': string
  'iam:ListGroups': string
  'iam:UpdateGroup': string
  'iam:DeleteGroup': string
  'iam:AddUserToGroup': string
  'iam:RemoveUserFromGroup': string
  'iam:ListGroupsForUser': string
  'iam:CreateRole': string
  'iam:GetRole': string
  'iam:ListRoles': string
  'iam:UpdateRole': string
  'iam:UpdateRoleDescription': string
  'iam:UpdateAssumeRolePolicy': string
  'iam:DeleteRole': string
  'iam:PutRolePermissionsBoundary': string
  'iam:DeleteRolePermissionsBoundary': string
  'iam:TagRole': string
  'iam:UntagRole': string
  'iam:ListRoleTags': string
  'iam:CreatePolicy': string
  'iam:GetPolicy': string
  'iam:ListPolicies': string
  'iam:DeletePolicy': string
  'iam:CreatePolicyVersion': string
  'iam:GetPolicyVersion': string
  'iam:ListPolicyVersions': string
  'iam:SetDefaultPolicyVersion': string
  'iam:DeletePolicyVersion': string
  'iam:ListEntitiesForPolicy': string
  'iam:TagPolicy': string
  'iam:UntagPolicy': string
  'iam:ListPolicyTags': string
  'iam:AttachUserPolicy': string
  'iam:DetachUserPolicy': string
  'iam:ListAttachedUserPolicies': string
  'iam:PutUserPolicy': string
  'iam:GetUserPolicy': string
  'iam:DeleteUserPolicy': string
  'iam:ListUserPolicies': string
  'iam:AttachGroupPolicy': string
  'iam:DetachGroupPolicy': string
  'iam:ListAttachedGroupPolicies': string
  'iam:PutGroupPolicy': string
  'iam:GetGroupPolicy': string
  'iam:DeleteGroupPolicy': string
  'iam:ListGroupPolicies': string
  'iam:AttachRolePolicy': string
  'iam:DetachRolePolicy': string
  'iam:ListAttachedRolePolicies': string
  'iam:PutRolePolicy': string
  'iam:GetRolePolicy': string
  'iam:DeleteRolePolicy': string
  'iam:ListRolePolicies': string
  'iam:CreateInstanceProfile': string
  'iam:GetInstanceProfile': string
  'iam:ListInstanceProfiles': string
  'iam:ListInstanceProfilesForRole': string
  'iam:DeleteInstanceProfile': string
  'iam:AddRoleToInstanceProfile': string
  'iam:RemoveRoleFromInstanceProfile': string
  'iam:TagInstanceProfile': string
  'iam:UntagInstanceProfile': string
  'iam:ListInstanceProfileTags': string
  'iam:CreateOpenIDConnectProvider': string
  'iam:GetOpenIDConnectProvider': string
  'iam:ListOpenIDConnectProviders': string
  'iam:DeleteOpenIDConnectProvider': string
  'iam:AddClientIDToOpenIDConnectProvider': string
  'iam:RemoveClientIDFromOpenIDConnectProvider': string
  'iam:UpdateOpenIDConnectProviderThumbprint': string
  'iam:TagOpenIDConnectProvider': string
  'iam:UntagOpenIDConnectProvider': string
  'iam:ListOpenIDConnectProviderTags': string
  'iam:CreateSAMLProvider': string
  'iam:GetSAMLProvider': string
  'iam:ListSAMLProviders': string
  'iam:UpdateSAMLProvider': string
  'iam:DeleteSAMLProvider': string
  'iam:TagSAMLProvider': string
  'iam:UntagSAMLProvider': string
  'iam:ListSAMLProviderTags': string
  'iam:GetAccountSummary': string
  'iam:CreateAccountAlias': string
  'iam:DeleteAccountAlias': string
  'iam:ListAccountAliases': string
  'iam:CreateServiceLinkedRole': string
  'iam:DeleteServiceLinkedRole': string
  'iam:GetServiceLinkedRoleDeletionStatus': string
  'iam:SimulatePrincipalPolicy': string
  'iam:SimulateCustomPolicy': string
  'iam:GetContextKeysForCustomPolicy': string
  'iam:GetContextKeysForPrincipalPolicy': string
  'iam:GetAccountPasswordPolicy': string
  'iam:UpdateAccountPasswordPolicy': string
  'iam:DeleteAccountPasswordPolicy': string
  'iam:CreateServiceSpecificCredential': string
  'iam:ListServiceSpecificCredentials': string
  'iam:UpdateServiceSpecificCredential': string
  'iam:ResetServiceSpecificCredential': string
  'iam:DeleteServiceSpecificCredential': string
  'iam:CreateLoginProfile': string
  'iam:GetLoginProfile': string
  'iam:UpdateLoginProfile': string
  'iam:DeleteLoginProfile': string
  'iam:ChangePassword': string
  'iam:UploadServerCertificate': string
  'iam:GetServerCertificate': string
  'iam:ListServerCertificates': string
  'iam:UpdateServerCertificate': string
  'iam:DeleteServerCertificate': string
  'iam:TagServerCertificate': string
  'iam:UntagServerCertificate': string
  'iam:ListServerCertificateTags': string
  'iam:UploadSigningCertificate': string
  'iam:ListSigningCertificates': string
  'iam:UpdateSigningCertificate': string
  'iam:DeleteSigningCertificate': string
  'iam:UploadSSHPublicKey': string
  'iam:GetSSHPublicKey': string
  'iam:ListSSHPublicKeys': string
  'iam:UpdateSSHPublicKey': string
  'iam:DeleteSSHPublicKey': string
  'iam:CreateVirtualMFADevice': string
  'iam:ListVirtualMFADevices': string
  'iam:DeleteVirtualMFADevice': string
  'iam:EnableMFADevice': string
  'iam:ResyncMFADevice': string
  'iam:DeactivateMFADevice': string
  'iam:ListMFADevices': string
  'iam:GetMFADevice': string
  'iam:TagMFADevice': string
  'iam:UntagMFADevice': string
  'iam:ListMFADeviceTags': string
  'iam:GenerateCredentialReport': string
  'iam:GetCredentialReport': string
  'iam:GetAccountAuthorizationDetails': string
  'iam:GenerateServiceLastAccessedDetails': string
  'iam:GetServiceLastAccessedDetails': string
  'iam:GetServiceLastAccessedDetailsWithEntities': string
  'iam:ListPoliciesGrantingServiceAccess': string
  'sts:GetCallerIdentity': string
  'sts:AssumeRole': string
  'sts:AssumeRoleWithWebIdentity': string
  'sts:GetSessionToken': string
  'sts:GetFederationToken': string
  'sts:GetAccessKeyInfo': string
  'sts:AssumeRoleWithSAML': string
}
