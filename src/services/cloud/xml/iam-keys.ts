import type { XmlMembers } from '#cloud/protocols/xml.ts'
import { serverCertificateArn } from '#cloud/rules/iam/arns.ts'
import type { MfaDevice, ServerCertificate, SigningCertificate, SshPublicKey } from '#cloud/schema/iam-keys.ts'
import type { User } from '#cloud/schema/iam.ts'
import { listedUserXml, tagsXml, timestamp } from './iam.ts'

/** Returns a server certificate without its text, as lists show it. */
export function serverCertificateMetadataXml(certificate: ServerCertificate): XmlMembers {
  return {
    Path: certificate.path,
    ServerCertificateName: certificate.name,
    ServerCertificateId: certificate.uniqueId,
    Arn: serverCertificateArn(certificate),
    UploadDate: timestamp(certificate.createdAt),
    Expiration: timestamp(certificate.expiresAt),
  }
}

/** Returns a server certificate with all members. */
export function serverCertificateXml(certificate: ServerCertificate): XmlMembers {
  return {
    ServerCertificateMetadata: serverCertificateMetadataXml(certificate),
    CertificateBody: certificate.body,
    CertificateChain: certificate.chain,
    Tags: tagsXml(certificate.tags),
  }
}

/** Returns a signing certificate. */
export function signingCertificateXml(userName: string, certificate: SigningCertificate): XmlMembers {
  return {
    UserName: userName,
    CertificateId: certificate.id,
    CertificateBody: certificate.body,
    Status: certificate.status,
    UploadDate: timestamp(certificate.createdAt),
  }
}

/** Returns an SSH public key without its text, as lists show it. */
export function listedSshPublicKeyXml(userName: string, key: SshPublicKey): XmlMembers {
  return {
    UserName: userName,
    SSHPublicKeyId: key.id,
    Status: key.status,
    UploadDate: timestamp(key.createdAt),
  }
}

/** Returns an SSH public key with its text in one of the encodings. */
export function sshPublicKeyXml(userName: string, key: SshPublicKey, body: string): XmlMembers {
  return {
    UserName: userName,
    SSHPublicKeyId: key.id,
    Fingerprint: key.fingerprint,
    SSHPublicKeyBody: body,
    Status: key.status,
    UploadDate: timestamp(key.createdAt),
  }
}

/** Returns a device of a user. */
export function mfaDeviceXml(userName: string, device: MfaDevice): XmlMembers {
  return { UserName: userName, SerialNumber: device.id, EnableDate: timestamp(device.enabledAt ?? 0) }
}

/** Returns a virtual device without its secret, with the user who has enabled it. */
export function virtualMfaDeviceXml(device: MfaDevice, user: User | undefined): XmlMembers {
  return {
    SerialNumber: device.id,
    User: user === undefined ? undefined : { ...listedUserXml(user), Tags: tagsXml(user.tags) },
    EnableDate: device.enabledAt === null ? undefined : timestamp(device.enabledAt),
  }
}
