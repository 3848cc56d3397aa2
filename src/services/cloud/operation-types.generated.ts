// Written by npm run generate from the routes of the service. Do not edit.
import type { OperationTypes } from '#core/calls/received-call.ts'

/** The operations of cloud, each with the parameters of its path and its body. */
export interface CloudOperations {
  's3:ListBuckets': OperationTypes<Record<never, string>>
  's3:CreateBucket': OperationTypes<{ bucket: string }>
  's3:HeadBucket': OperationTypes<{ bucket: string }>
  's3:DeleteBucket': OperationTypes<{ bucket: string }>
  's3:GetBucketLocation': OperationTypes<{ bucket: string }>
  's3:GetBucketVersioning': OperationTypes<{ bucket: string }>
  's3:PutBucketVersioning': OperationTypes<{ bucket: string }>
  's3:GetBucketTagging': OperationTypes<{ bucket: string }>
  's3:PutBucketTagging': OperationTypes<{ bucket: string }>
  's3:DeleteBucketTagging': OperationTypes<{ bucket: string }>
  's3:GetBucketCors': OperationTypes<{ bucket: string }>
  's3:PutBucketCors': OperationTypes<{ bucket: string }>
  's3:DeleteBucketCors': OperationTypes<{ bucket: string }>
  's3:GetBucketPolicy': OperationTypes<{ bucket: string }>
  's3:GetBucketPolicyStatus': OperationTypes<{ bucket: string }>
  's3:PutBucketPolicy': OperationTypes<{ bucket: string }>
  's3:DeleteBucketPolicy': OperationTypes<{ bucket: string }>
  's3:GetBucketLifecycleConfiguration': OperationTypes<{ bucket: string }>
  's3:PutBucketLifecycleConfiguration': OperationTypes<{ bucket: string }>
  's3:DeleteBucketLifecycle': OperationTypes<{ bucket: string }>
  's3:GetPublicAccessBlock': OperationTypes<{ bucket: string }>
  's3:PutPublicAccessBlock': OperationTypes<{ bucket: string }>
  's3:DeletePublicAccessBlock': OperationTypes<{ bucket: string }>
  's3:GetBucketOwnershipControls': OperationTypes<{ bucket: string }>
  's3:PutBucketOwnershipControls': OperationTypes<{ bucket: string }>
  's3:DeleteBucketOwnershipControls': OperationTypes<{ bucket: string }>
  's3:GetBucketEncryption': OperationTypes<{ bucket: string }>
  's3:PutBucketEncryption': OperationTypes<{ bucket: string }>
  's3:DeleteBucketEncryption': OperationTypes<{ bucket: string }>
  's3:GetBucketWebsite': OperationTypes<{ bucket: string }>
  's3:PutBucketWebsite': OperationTypes<{ bucket: string }>
  's3:DeleteBucketWebsite': OperationTypes<{ bucket: string }>
  's3:GetBucketAcl': OperationTypes<{ bucket: string }>
  's3:PutBucketAcl': OperationTypes<{ bucket: string }>
  's3:GetBucketMetricsConfiguration': OperationTypes<{ bucket: string }>
  's3:ListBucketMetricsConfigurations': OperationTypes<{ bucket: string }>
  's3:DeleteBucketMetricsConfiguration': OperationTypes<{ bucket: string }>
  's3:PutBucketMetricsConfiguration': OperationTypes<{ bucket: string }>
  's3:GetBucketInventoryConfiguration': OperationTypes<{ bucket: string }>
  's3:ListBucketInventoryConfigurations': OperationTypes<{ bucket: string }>
  's3:DeleteBucketInventoryConfiguration': OperationTypes<{ bucket: string }>
  's3:PutBucketInventoryConfiguration': OperationTypes<{ bucket: string }>
  's3:GetBucketAnalyticsConfiguration': OperationTypes<{ bucket: string }>
  's3:ListBucketAnalyticsConfigurations': OperationTypes<{ bucket: string }>
  's3:DeleteBucketAnalyticsConfiguration': OperationTypes<{ bucket: string }>
  's3:PutBucketAnalyticsConfiguration': OperationTypes<{ bucket: string }>
  's3:GetBucketIntelligentTieringConfiguration': OperationTypes<{ bucket: string }>
  's3:ListBucketIntelligentTieringConfigurations': OperationTypes<{ bucket: string }>
  's3:DeleteBucketIntelligentTieringConfiguration': OperationTypes<{ bucket: string }>
  's3:PutBucketIntelligentTieringConfiguration': OperationTypes<{ bucket: string }>
  's3:GetBucketAccelerateConfiguration': OperationTypes<{ bucket: string }>
  's3:PutBucketAccelerateConfiguration': OperationTypes<{ bucket: string }>
  's3:GetBucketRequestPayment': OperationTypes<{ bucket: string }>
  's3:PutBucketRequestPayment': OperationTypes<{ bucket: string }>
  's3:GetBucketLogging': OperationTypes<{ bucket: string }>
  's3:PutBucketLogging': OperationTypes<{ bucket: string }>
  's3:GetBucketReplication': OperationTypes<{ bucket: string }>
  's3:PutBucketReplication': OperationTypes<{ bucket: string }>
  's3:DeleteBucketReplication': OperationTypes<{ bucket: string }>
  's3:ListObjectsV2': OperationTypes<{ bucket: string }>
  's3:ListObjects': OperationTypes<{ bucket: string }>
  's3:PutObject': OperationTypes<{ bucket: string; key: string }>
  's3:CopyObject': OperationTypes<{ bucket: string; key: string }>
  's3:GetObject': OperationTypes<{ bucket: string; key: string }>
  's3:HeadObject': OperationTypes<{ bucket: string; key: string }>
  's3:DeleteObject': OperationTypes<{ bucket: string; key: string }>
  's3:DeleteObjects': OperationTypes<{ bucket: string }>
  's3:GetObjectTagging': OperationTypes<{ bucket: string; key: string }>
  's3:PutObjectTagging': OperationTypes<{ bucket: string; key: string }>
  's3:DeleteObjectTagging': OperationTypes<{ bucket: string; key: string }>
  's3:RestoreObject': OperationTypes<{ bucket: string; key: string }>
  's3:GetObjectAcl': OperationTypes<{ bucket: string; key: string }>
  's3:PutObjectAcl': OperationTypes<{ bucket: string; key: string }>
  's3:GetObjectAttributes': OperationTypes<{ bucket: string; key: string }>
  's3:GetObjectLockConfiguration': OperationTypes<{ bucket: string }>
  's3:PutObjectLockConfiguration': OperationTypes<{ bucket: string }>
  's3:GetObjectRetention': OperationTypes<{ bucket: string; key: string }>
  's3:PutObjectRetention': OperationTypes<{ bucket: string; key: string }>
  's3:GetObjectLegalHold': OperationTypes<{ bucket: string; key: string }>
  's3:PutObjectLegalHold': OperationTypes<{ bucket: string; key: string }>
  's3:SelectObjectContent': OperationTypes<{ bucket: string; key: string }>
  's3:ListObjectVersions': OperationTypes<{ bucket: string }>
  's3:CreateMultipartUpload': OperationTypes<{ bucket: string; key: string }>
  's3:CompleteMultipartUpload': OperationTypes<{ bucket: string; key: string }>
  's3:AbortMultipartUpload': OperationTypes<{ bucket: string; key: string }>
  's3:ListMultipartUploads': OperationTypes<{ bucket: string }>
  's3:UploadPart': OperationTypes<{ bucket: string; key: string }>
  's3:UploadPartCopy': OperationTypes<{ bucket: string; key: string }>
  's3:ListParts': OperationTypes<{ bucket: string; key: string }>
  's3:PostObject': OperationTypes<{ bucket: string }>
  's3:GetBucketNotificationConfiguration': OperationTypes<{ bucket: string }>
  's3:PutBucketNotificationConfiguration': OperationTypes<{ bucket: string }>
  's3:ServeWebsite': OperationTypes<{ bucket: string; key: string }>
  'sqs:CreateQueue': OperationTypes<Record<never, string>, { QueueName: string; Attributes?: { [name: string]: string }; tags?: { [name: string]: string }; Tags?: { [name: string]: string } }>
  'sqs:GetQueueUrl': OperationTypes<Record<never, string>, { QueueName: string; QueueOwnerAWSAccountId?: string }>
  'sqs:ListQueues': OperationTypes<Record<never, string>, { QueueNamePrefix?: string; MaxResults?: number | string; NextToken?: string }>
  'sqs:ListDeadLetterSourceQueues': OperationTypes<Record<never, string>, { QueueUrl?: string; MaxResults?: number | string; NextToken?: string }>
  'sqs:PurgeQueue': OperationTypes<Record<never, string>, { QueueUrl?: string }>
  'sqs:DeleteQueue': OperationTypes<Record<never, string>, { QueueUrl?: string }>
  'sqs:GetQueueAttributes': OperationTypes<Record<never, string>, { QueueUrl?: string; AttributeNames?: string[] }>
  'sqs:SetQueueAttributes': OperationTypes<Record<never, string>, { QueueUrl?: string; Attributes: { [name: string]: string } }>
  'sqs:TagQueue': OperationTypes<Record<never, string>, { QueueUrl?: string; Tags: { [name: string]: string } }>
  'sqs:UntagQueue': OperationTypes<Record<never, string>, { QueueUrl?: string; TagKeys: string[] }>
  'sqs:ListQueueTags': OperationTypes<Record<never, string>, { QueueUrl?: string }>
  'sqs:AddPermission': OperationTypes<Record<never, string>, { QueueUrl?: string; Label: string; AWSAccountIds?: string[]; Actions?: string[] }>
  'sqs:RemovePermission': OperationTypes<Record<never, string>, { QueueUrl?: string; Label: string }>
  'sqs:SendMessage': OperationTypes<Record<never, string>, { QueueUrl?: string; MessageBody: string; DelaySeconds?: number | string | null; MessageAttributes?: { [name: string]: { DataType?: string; StringValue?: string | null; BinaryValue?: string | null } }; MessageSystemAttributes?: { [name: string]: { DataType?: string; StringValue?: string | null; BinaryValue?: string | null } }; MessageGroupId?: string | null; MessageDeduplicationId?: string | null }>
  'sqs:SendMessageBatch': OperationTypes<Record<never, string>, { QueueUrl?: string; Entries?: ({ Id: string; MessageBody: string; DelaySeconds?: number | string | null; MessageAttributes?: { [name: string]: { DataType?: string; StringValue?: string | null; BinaryValue?: string | null } }; MessageSystemAttributes?: { [name: string]: { DataType?: string; StringValue?: string | null; BinaryValue?: string | null } }; MessageGroupId?: string | null; MessageDeduplicationId?: string | null })[] }>
  'sqs:ReceiveMessage': OperationTypes<Record<never, string>, { QueueUrl?: string; AttributeNames?: string[]; MessageSystemAttributeNames?: string[]; MessageAttributeNames?: string[]; MaxNumberOfMessages?: number | string; VisibilityTimeout?: number | string | null; WaitTimeSeconds?: number | string | null; ReceiveRequestAttemptId?: string | null }>
  'sqs:DeleteMessage': OperationTypes<Record<never, string>, { QueueUrl?: string; ReceiptHandle: string }>
  'sqs:DeleteMessageBatch': OperationTypes<Record<never, string>, { QueueUrl?: string; Entries?: ({ Id: string; ReceiptHandle: string })[] }>
  'sqs:ChangeMessageVisibility': OperationTypes<Record<never, string>, { QueueUrl?: string; ReceiptHandle: string; VisibilityTimeout: number | string }>
  'sqs:ChangeMessageVisibilityBatch': OperationTypes<Record<never, string>, { QueueUrl?: string; Entries?: ({ Id: string; ReceiptHandle: string; VisibilityTimeout?: number | string })[] }>
  'sqs:StartMessageMoveTask': OperationTypes<Record<never, string>, { SourceArn: string; DestinationArn?: string | null; MaxNumberOfMessagesPerSecond?: number | string | null }>
  'sqs:ListMessageMoveTasks': OperationTypes<Record<never, string>, { SourceArn: string; MaxResults?: number | string }>
  'sqs:CancelMessageMoveTask': OperationTypes<Record<never, string>, { TaskHandle: string }>
  'iam:CreateUser': OperationTypes<Record<never, string>>
  'iam:GetUser': OperationTypes<Record<never, string>>
  'iam:ListUsers': OperationTypes<Record<never, string>>
  'iam:UpdateUser': OperationTypes<Record<never, string>>
  'iam:DeleteUser': OperationTypes<Record<never, string>>
  'iam:PutUserPermissionsBoundary': OperationTypes<Record<never, string>>
  'iam:DeleteUserPermissionsBoundary': OperationTypes<Record<never, string>>
  'iam:TagUser': OperationTypes<Record<never, string>>
  'iam:UntagUser': OperationTypes<Record<never, string>>
  'iam:ListUserTags': OperationTypes<Record<never, string>>
  'iam:CreateAccessKey': OperationTypes<Record<never, string>>
  'iam:ListAccessKeys': OperationTypes<Record<never, string>>
  'iam:UpdateAccessKey': OperationTypes<Record<never, string>>
  'iam:DeleteAccessKey': OperationTypes<Record<never, string>>
  'iam:GetAccessKeyLastUsed': OperationTypes<Record<never, string>>
  'iam:CreateGroup': OperationTypes<Record<never, string>>
  'iam:GetGroup': OperationTypes<Record<never, string>>
  'iam:ListGroups': OperationTypes<Record<never, string>>
  'iam:UpdateGroup': OperationTypes<Record<never, string>>
  'iam:DeleteGroup': OperationTypes<Record<never, string>>
  'iam:AddUserToGroup': OperationTypes<Record<never, string>>
  'iam:RemoveUserFromGroup': OperationTypes<Record<never, string>>
  'iam:ListGroupsForUser': OperationTypes<Record<never, string>>
  'iam:CreateRole': OperationTypes<Record<never, string>>
  'iam:GetRole': OperationTypes<Record<never, string>>
  'iam:ListRoles': OperationTypes<Record<never, string>>
  'iam:UpdateRole': OperationTypes<Record<never, string>>
  'iam:UpdateRoleDescription': OperationTypes<Record<never, string>>
  'iam:UpdateAssumeRolePolicy': OperationTypes<Record<never, string>>
  'iam:DeleteRole': OperationTypes<Record<never, string>>
  'iam:PutRolePermissionsBoundary': OperationTypes<Record<never, string>>
  'iam:DeleteRolePermissionsBoundary': OperationTypes<Record<never, string>>
  'iam:TagRole': OperationTypes<Record<never, string>>
  'iam:UntagRole': OperationTypes<Record<never, string>>
  'iam:ListRoleTags': OperationTypes<Record<never, string>>
  'iam:CreatePolicy': OperationTypes<Record<never, string>>
  'iam:GetPolicy': OperationTypes<Record<never, string>>
  'iam:ListPolicies': OperationTypes<Record<never, string>>
  'iam:DeletePolicy': OperationTypes<Record<never, string>>
  'iam:CreatePolicyVersion': OperationTypes<Record<never, string>>
  'iam:GetPolicyVersion': OperationTypes<Record<never, string>>
  'iam:ListPolicyVersions': OperationTypes<Record<never, string>>
  'iam:SetDefaultPolicyVersion': OperationTypes<Record<never, string>>
  'iam:DeletePolicyVersion': OperationTypes<Record<never, string>>
  'iam:ListEntitiesForPolicy': OperationTypes<Record<never, string>>
  'iam:TagPolicy': OperationTypes<Record<never, string>>
  'iam:UntagPolicy': OperationTypes<Record<never, string>>
  'iam:ListPolicyTags': OperationTypes<Record<never, string>>
  'iam:AttachUserPolicy': OperationTypes<Record<never, string>>
  'iam:DetachUserPolicy': OperationTypes<Record<never, string>>
  'iam:ListAttachedUserPolicies': OperationTypes<Record<never, string>>
  'iam:PutUserPolicy': OperationTypes<Record<never, string>>
  'iam:GetUserPolicy': OperationTypes<Record<never, string>>
  'iam:DeleteUserPolicy': OperationTypes<Record<never, string>>
  'iam:ListUserPolicies': OperationTypes<Record<never, string>>
  'iam:AttachGroupPolicy': OperationTypes<Record<never, string>>
  'iam:DetachGroupPolicy': OperationTypes<Record<never, string>>
  'iam:ListAttachedGroupPolicies': OperationTypes<Record<never, string>>
  'iam:PutGroupPolicy': OperationTypes<Record<never, string>>
  'iam:GetGroupPolicy': OperationTypes<Record<never, string>>
  'iam:DeleteGroupPolicy': OperationTypes<Record<never, string>>
  'iam:ListGroupPolicies': OperationTypes<Record<never, string>>
  'iam:AttachRolePolicy': OperationTypes<Record<never, string>>
  'iam:DetachRolePolicy': OperationTypes<Record<never, string>>
  'iam:ListAttachedRolePolicies': OperationTypes<Record<never, string>>
  'iam:PutRolePolicy': OperationTypes<Record<never, string>>
  'iam:GetRolePolicy': OperationTypes<Record<never, string>>
  'iam:DeleteRolePolicy': OperationTypes<Record<never, string>>
  'iam:ListRolePolicies': OperationTypes<Record<never, string>>
  'iam:CreateInstanceProfile': OperationTypes<Record<never, string>>
  'iam:GetInstanceProfile': OperationTypes<Record<never, string>>
  'iam:ListInstanceProfiles': OperationTypes<Record<never, string>>
  'iam:ListInstanceProfilesForRole': OperationTypes<Record<never, string>>
  'iam:DeleteInstanceProfile': OperationTypes<Record<never, string>>
  'iam:AddRoleToInstanceProfile': OperationTypes<Record<never, string>>
  'iam:RemoveRoleFromInstanceProfile': OperationTypes<Record<never, string>>
  'iam:TagInstanceProfile': OperationTypes<Record<never, string>>
  'iam:UntagInstanceProfile': OperationTypes<Record<never, string>>
  'iam:ListInstanceProfileTags': OperationTypes<Record<never, string>>
  'iam:CreateOpenIDConnectProvider': OperationTypes<Record<never, string>>
  'iam:GetOpenIDConnectProvider': OperationTypes<Record<never, string>>
  'iam:ListOpenIDConnectProviders': OperationTypes<Record<never, string>>
  'iam:DeleteOpenIDConnectProvider': OperationTypes<Record<never, string>>
  'iam:AddClientIDToOpenIDConnectProvider': OperationTypes<Record<never, string>>
  'iam:RemoveClientIDFromOpenIDConnectProvider': OperationTypes<Record<never, string>>
  'iam:UpdateOpenIDConnectProviderThumbprint': OperationTypes<Record<never, string>>
  'iam:TagOpenIDConnectProvider': OperationTypes<Record<never, string>>
  'iam:UntagOpenIDConnectProvider': OperationTypes<Record<never, string>>
  'iam:ListOpenIDConnectProviderTags': OperationTypes<Record<never, string>>
  'iam:CreateSAMLProvider': OperationTypes<Record<never, string>>
  'iam:GetSAMLProvider': OperationTypes<Record<never, string>>
  'iam:ListSAMLProviders': OperationTypes<Record<never, string>>
  'iam:UpdateSAMLProvider': OperationTypes<Record<never, string>>
  'iam:DeleteSAMLProvider': OperationTypes<Record<never, string>>
  'iam:TagSAMLProvider': OperationTypes<Record<never, string>>
  'iam:UntagSAMLProvider': OperationTypes<Record<never, string>>
  'iam:ListSAMLProviderTags': OperationTypes<Record<never, string>>
  'iam:GetAccountSummary': OperationTypes<Record<never, string>>
  'iam:CreateAccountAlias': OperationTypes<Record<never, string>>
  'iam:DeleteAccountAlias': OperationTypes<Record<never, string>>
  'iam:ListAccountAliases': OperationTypes<Record<never, string>>
  'iam:CreateServiceLinkedRole': OperationTypes<Record<never, string>>
  'iam:DeleteServiceLinkedRole': OperationTypes<Record<never, string>>
  'iam:GetServiceLinkedRoleDeletionStatus': OperationTypes<Record<never, string>>
  'iam:SimulatePrincipalPolicy': OperationTypes<Record<never, string>>
  'iam:SimulateCustomPolicy': OperationTypes<Record<never, string>>
  'iam:GetContextKeysForCustomPolicy': OperationTypes<Record<never, string>>
  'iam:GetContextKeysForPrincipalPolicy': OperationTypes<Record<never, string>>
  'iam:GetAccountPasswordPolicy': OperationTypes<Record<never, string>>
  'iam:UpdateAccountPasswordPolicy': OperationTypes<Record<never, string>>
  'iam:DeleteAccountPasswordPolicy': OperationTypes<Record<never, string>>
  'iam:CreateServiceSpecificCredential': OperationTypes<Record<never, string>>
  'iam:ListServiceSpecificCredentials': OperationTypes<Record<never, string>>
  'iam:UpdateServiceSpecificCredential': OperationTypes<Record<never, string>>
  'iam:ResetServiceSpecificCredential': OperationTypes<Record<never, string>>
  'iam:DeleteServiceSpecificCredential': OperationTypes<Record<never, string>>
  'iam:CreateLoginProfile': OperationTypes<Record<never, string>>
  'iam:GetLoginProfile': OperationTypes<Record<never, string>>
  'iam:UpdateLoginProfile': OperationTypes<Record<never, string>>
  'iam:DeleteLoginProfile': OperationTypes<Record<never, string>>
  'iam:ChangePassword': OperationTypes<Record<never, string>>
  'iam:UploadServerCertificate': OperationTypes<Record<never, string>>
  'iam:GetServerCertificate': OperationTypes<Record<never, string>>
  'iam:ListServerCertificates': OperationTypes<Record<never, string>>
  'iam:UpdateServerCertificate': OperationTypes<Record<never, string>>
  'iam:DeleteServerCertificate': OperationTypes<Record<never, string>>
  'iam:TagServerCertificate': OperationTypes<Record<never, string>>
  'iam:UntagServerCertificate': OperationTypes<Record<never, string>>
  'iam:ListServerCertificateTags': OperationTypes<Record<never, string>>
  'iam:UploadSigningCertificate': OperationTypes<Record<never, string>>
  'iam:ListSigningCertificates': OperationTypes<Record<never, string>>
  'iam:UpdateSigningCertificate': OperationTypes<Record<never, string>>
  'iam:DeleteSigningCertificate': OperationTypes<Record<never, string>>
  'iam:UploadSSHPublicKey': OperationTypes<Record<never, string>>
  'iam:GetSSHPublicKey': OperationTypes<Record<never, string>>
  'iam:ListSSHPublicKeys': OperationTypes<Record<never, string>>
  'iam:UpdateSSHPublicKey': OperationTypes<Record<never, string>>
  'iam:DeleteSSHPublicKey': OperationTypes<Record<never, string>>
  'iam:CreateVirtualMFADevice': OperationTypes<Record<never, string>>
  'iam:ListVirtualMFADevices': OperationTypes<Record<never, string>>
  'iam:DeleteVirtualMFADevice': OperationTypes<Record<never, string>>
  'iam:EnableMFADevice': OperationTypes<Record<never, string>>
  'iam:ResyncMFADevice': OperationTypes<Record<never, string>>
  'iam:DeactivateMFADevice': OperationTypes<Record<never, string>>
  'iam:ListMFADevices': OperationTypes<Record<never, string>>
  'iam:GetMFADevice': OperationTypes<Record<never, string>>
  'iam:TagMFADevice': OperationTypes<Record<never, string>>
  'iam:UntagMFADevice': OperationTypes<Record<never, string>>
  'iam:ListMFADeviceTags': OperationTypes<Record<never, string>>
  'iam:GenerateCredentialReport': OperationTypes<Record<never, string>>
  'iam:GetCredentialReport': OperationTypes<Record<never, string>>
  'iam:GetAccountAuthorizationDetails': OperationTypes<Record<never, string>>
  'iam:GenerateServiceLastAccessedDetails': OperationTypes<Record<never, string>>
  'iam:GetServiceLastAccessedDetails': OperationTypes<Record<never, string>>
  'iam:GetServiceLastAccessedDetailsWithEntities': OperationTypes<Record<never, string>>
  'iam:ListPoliciesGrantingServiceAccess': OperationTypes<Record<never, string>>
  'sts:GetCallerIdentity': OperationTypes<Record<never, string>>
  'sts:AssumeRole': OperationTypes<Record<never, string>>
  'sts:AssumeRoleWithWebIdentity': OperationTypes<Record<never, string>>
  'sts:GetSessionToken': OperationTypes<Record<never, string>>
  'sts:GetFederationToken': OperationTypes<Record<never, string>>
  'sts:GetAccessKeyInfo': OperationTypes<Record<never, string>>
  'sts:DecodeAuthorizationMessage': OperationTypes<Record<never, string>>
  'sts:AssumeRoleWithSAML': OperationTypes<Record<never, string>>
}
