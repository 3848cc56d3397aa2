import {
  ChangePasswordCommand,
  CreateLoginProfileCommand,
  CreateUserCommand,
  DeleteLoginProfileCommand,
  DeleteUserCommand,
  GetLoginProfileCommand,
  UpdateAccountPasswordPolicyCommand,
  UpdateLoginProfileCommand,
} from '@aws-sdk/client-iam'
import { expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'
import { iamClient } from '#cloud/iam.fixture.ts'

const keys = { accessKeyId: 'AKIAADAEXAMPLE000000', secretAccessKey: 'ada-secret' }
const UserName = 'ada'
const Password = 'Correct-horse-1'

const it = cloudTest({
  iam: { users: [{ user_name: UserName, access_key_id: keys.accessKeyId, secret_access_key: keys.secretAccessKey }] },
}).extend('iam', ({ cloud }) => iamClient(cloud))

it('exists once for a user, and keeps the user from being deleted', async ({ iam }) => {
  const get = () => iam.send(new GetLoginProfileCommand({ UserName }))
  const create = () => iam.send(new CreateLoginProfileCommand({ UserName, Password, PasswordResetRequired: true }))
  await expect(get()).rejects.toMatchObject({
    name: 'NoSuchEntityException',
    message: 'Login Profile for User ada cannot be found.',
  })
  expect((await create()).LoginProfile).toMatchObject({ UserName, PasswordResetRequired: true })
  await expect(create()).rejects.toMatchObject({ name: 'EntityAlreadyExistsException' })
  await iam.send(new UpdateLoginProfileCommand({ UserName, PasswordResetRequired: false }))
  expect((await get()).LoginProfile).toMatchObject({ UserName, PasswordResetRequired: false })

  await iam.send(new CreateUserCommand({ UserName: 'bob' }))
  await iam.send(new CreateLoginProfileCommand({ UserName: 'bob', Password }))
  const remove = () => iam.send(new DeleteUserCommand({ UserName: 'bob' }))
  await expect(remove()).rejects.toMatchObject({
    name: 'DeleteConflictException',
    message: 'Cannot delete entity, must delete login profile first.',
  })
  await iam.send(new DeleteLoginProfileCommand({ UserName: 'bob' }))
  await remove()
})

it('has a password by the policy of the account, which the user can change', async ({ cloud, iam }) => {
  const create = (password: string) => iam.send(new CreateLoginProfileCommand({ UserName, Password: password }))
  const violation = { name: 'PasswordPolicyViolationException', $metadata: { httpStatusCode: 400 } }
  await expect(create('Short-1')).rejects.toMatchObject(violation)
  await expect(create('onlyletters')).rejects.toMatchObject(violation)
  await iam.send(new UpdateAccountPasswordPolicyCommand({ MinimumPasswordLength: 10, RequireNumbers: true }))
  await expect(create('Nine-long')).rejects.toMatchObject({
    ...violation,
    message: 'Password should have a minimum length of 10',
  })
  await expect(create('Correct-horse')).rejects.toMatchObject({ message: 'Password should have at least one number' })
  await create(Password)

  const change = (OldPassword: string, NewPassword: string, by = iamClient(cloud, keys)) =>
    by.send(new ChangePasswordCommand({ OldPassword, NewPassword }))
  await expect(change('wrong', 'Another-horse-2')).rejects.toMatchObject({ name: 'AccessDenied' })
  await expect(change(Password, 'short')).rejects.toMatchObject(violation)
  await change(Password, 'Another-horse-2')
  await change('Another-horse-2', Password)
  await expect(change(Password, 'Another-horse-2', iam)).rejects.toMatchObject({ name: 'InvalidUserTypeException' })
})
