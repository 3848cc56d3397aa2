import { ownMember } from '#core/objects.ts'
import type { HardwareSpec, RegionConfig } from '#docdb/schema/admin.ts'

/** The instance sizes of dedicated clusters with the disk that each begins with, in gigabytes. */
const DISK: Readonly<Record<string, number>> = {
  M10: 10,
  M20: 20,
  M30: 40,
  M40: 80,
  M50: 160,
  M60: 320,
  M80: 750,
  M140: 1000,
  M200: 1500,
  M300: 2000,
  M400: 3000,
  M700: 4000,
  R40: 80,
  R50: 160,
  R60: 320,
  R80: 750,
  R200: 1500,
  R300: 2000,
  R400: 3000,
  R700: 4000,
}

/** The instance sizes of shared clusters, with their storage in gigabytes. */
const SHARED: Readonly<Record<string, number>> = { M0: 0.5, M2: 2, M5: 5 }

/** The regions of each provider in which clusters can be made; the first is the default. */
export const REGIONS: Readonly<Record<string, readonly string[]>> = {
  AWS: [
    'US_EAST_1',
    'US_EAST_2',
    'US_WEST_1',
    'US_WEST_2',
    'CA_CENTRAL_1',
    'SA_EAST_1',
    'EU_WEST_1',
    'EU_WEST_2',
    'EU_WEST_3',
    'EU_CENTRAL_1',
    'EU_NORTH_1',
    'EU_SOUTH_1',
    'AP_EAST_1',
    'AP_SOUTH_1',
    'AP_SOUTHEAST_1',
    'AP_SOUTHEAST_2',
    'AP_NORTHEAST_1',
    'AP_NORTHEAST_2',
    'ME_SOUTH_1',
    'AF_SOUTH_1',
  ],
  AZURE: [
    'US_EAST_2',
    'US_CENTRAL',
    'US_EAST',
    'US_WEST',
    'US_WEST_2',
    'CANADA_CENTRAL',
    'BRAZIL_SOUTH',
    'EUROPE_NORTH',
    'EUROPE_WEST',
    'UK_SOUTH',
    'FRANCE_CENTRAL',
    'GERMANY_WEST_CENTRAL',
    'ASIA_EAST',
    'ASIA_SOUTH_EAST',
    'AUSTRALIA_EAST',
    'JAPAN_EAST',
    'INDIA_CENTRAL',
  ],
  GCP: [
    'CENTRAL_US',
    'EASTERN_US',
    'WESTERN_US',
    'NORTH_AMERICA_NORTHEAST_1',
    'SOUTH_AMERICA_EAST_1',
    'WESTERN_EUROPE',
    'EUROPE_WEST_2',
    'EUROPE_WEST_3',
    'EUROPE_NORTH_1',
    'EASTERN_ASIA_PACIFIC',
    'NORTHEASTERN_ASIA_PACIFIC',
    'SOUTHEASTERN_ASIA_PACIFIC',
    'ASIA_SOUTH_1',
    'AUSTRALIA_SOUTHEAST_1',
  ],
}

/** The provider of shared clusters, which run at another provider. */
export const TENANT = 'TENANT'

/** Returns whether clusters of this size share their machines with others. */
export function isShared(instanceSize: string): boolean {
  return instanceSize in SHARED
}

/** Returns whether a size exists, for dedicated or for shared clusters. */
export function isInstanceSize(size: string): boolean {
  return size in DISK || size in SHARED
}

/** Returns the disk that an instance of this size begins with, in gigabytes. */
function diskOf(instanceSize: string): number {
  return ownMember(SHARED, instanceSize) ?? ownMember(DISK, instanceSize) ?? 10
}

/** Returns the names of the sizes of dedicated clusters, or of shared ones. */
export function sizesOf(provider: string): readonly string[] {
  return Object.keys(provider === TENANT ? SHARED : DISK)
}

/** A hardware spec as a client writes it. */
export interface HardwareInput {
  readonly instanceSize?: string | undefined
  readonly nodeCount?: number | undefined
  readonly diskSizeGB?: number | undefined
  readonly diskIOPS?: number | undefined
  readonly ebsVolumeType?: string | undefined
}

/** Returns a hardware spec with everything that the vendor fills in. `before` is the spec that an update changes. */
export function hardware(
  input: HardwareInput,
  { providerName }: Pick<RegionConfig, 'providerName'>,
  nodes: number,
  before?: HardwareSpec,
): HardwareSpec {
  const instanceSize = input.instanceSize ?? before?.instanceSize ?? 'M10'
  const resized = before !== undefined && instanceSize !== before.instanceSize
  const diskSizeGB = input.diskSizeGB ?? (resized ? undefined : before?.diskSizeGB) ?? diskOf(instanceSize)
  const spec = { instanceSize, nodeCount: input.nodeCount ?? before?.nodeCount ?? nodes, diskSizeGB }
  if (providerName !== 'AWS') return spec
  return {
    ...spec,
    diskIOPS: input.diskIOPS ?? before?.diskIOPS ?? 3000,
    ebsVolumeType: input.ebsVolumeType ?? before?.ebsVolumeType ?? 'STANDARD',
  }
}
