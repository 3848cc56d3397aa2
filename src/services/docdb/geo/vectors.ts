/** Longitude and latitude in degrees, or x and y on the plane. */
export type Position = readonly [number, number]

/** A point of the sphere: a vector of length 1 from its centre. */
export type Vector = readonly [number, number, number]

/** Radians in a degree. */
export const RADIANS = Math.PI / 180

/** Returns the point of the sphere at a longitude and a latitude. */
export function vectorAt([longitude, latitude]: Position): Vector {
  const around = Math.cos(latitude * RADIANS)
  return [around * Math.cos(longitude * RADIANS), around * Math.sin(longitude * RADIANS), Math.sin(latitude * RADIANS)]
}

/** Returns the longitude and the latitude of a point of the sphere. */
export function positionOf([x, y, z]: Vector): Position {
  return [Math.atan2(y, x) / RADIANS, Math.atan2(z, Math.hypot(x, y)) / RADIANS]
}

/** Returns the cross product of two vectors. */
export function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

/** Returns the scalar product of two vectors. */
export function dot([ax, ay, az]: Vector, [bx, by, bz]: Vector): number {
  return ax * bx + ay * by + az * bz
}

/** Returns the vector of length 1 in the direction of another. */
export function normalized(vector: Vector): Vector {
  const [x, y, z] = vector
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}

/** Returns the sum of two vectors, of which the second is taken a number of times. */
export function plus([ax, ay, az]: Vector, [bx, by, bz]: Vector, times = 1): Vector {
  return [ax + bx * times, ay + by * times, az + bz * times]
}

/** Returns the distance of two points of the sphere, in radians. */
export function angleBetween(left: Vector, right: Vector): number {
  const [x, y, z] = cross(left, right)
  return Math.atan2(Math.hypot(x, y, z), dot(left, right))
}
