import type { Audience } from '../hub_audience.ts'

/** Anyone can read a public hub with its threads and pads; while public access is off it counts as private. */
export const isPublic = (audience: Audience, publicOn: boolean): boolean => publicOn && audience === 'public'

export const effectiveAudience = (audience: Audience, publicOn: boolean): Audience =>
  isPublic(audience, publicOn) ? 'public' : 'private'
